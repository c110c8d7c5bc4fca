import { useEffect, useEffectEvent } from 'react'

/** Ctrl-S, on a Mac ⌘S. */
export const useSaveKey = (save: () => void): void => {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!document.querySelector('[role="dialog"][aria-modal="true"]')) save()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => act(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
