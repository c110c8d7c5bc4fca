/** The last that can be taken back by key, and until when, in milliseconds. */
let latest: { readonly undo: () => void; readonly endsMs: number } | null = null

/** Ctrl-Z, on a Mac ⌘Z, outside of fields, which have an undo of their own. */
const onKey = (event: KeyboardEvent): void => {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  const { target } = event
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable=true]')) return
  if (!latest || Date.now() > latest.endsMs) return
  const { undo } = latest
  latest = null
  event.preventDefault()
  undo()
}

let isListening = false

/** Takes back what was done last, once, when the key comes in time. Answers how to withdraw that. */
export const undoByKey = (undo: () => void, forMs: number): (() => void) => {
  if (!isListening) addEventListener('keydown', onKey)
  isListening = true
  const offer = { undo, endsMs: Date.now() + forMs }
  latest = offer
  return () => {
    if (latest === offer) latest = null
  }
}
