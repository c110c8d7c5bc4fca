import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { WallPlace } from '../bookings/new-booking.ts'

const slotMinutes = 30

/** A click where nothing is: a meeting can be booked there. By the keyboard there is the button above. */
export const useFreeTime = (
  grid: RefObject<HTMLElement | null>,
  { hasJustDragged, onFree }: { hasJustDragged: () => boolean; onFree: (place: WallPlace) => void },
): void => {
  const onClick = useEffectEvent((event: MouseEvent): void => {
    const { target } = event
    if (!(target instanceof Element) || !grid.current?.contains(target) || hasJustDragged()) return
    const day = target.closest<HTMLElement>('[data-date]')
    if (!day || target.closest('[data-entry]')) return
    const box = day.getBoundingClientRect()
    const minute = ((event.clientY - box.top) / box.height) * 1_440
    onFree({ date: day.dataset.date ?? '', minute: Math.floor(minute / slotMinutes) * slotMinutes })
  })
  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener('click', (event) => onClick(event), { signal: stop.signal })
    return () => stop.abort()
  }, [])
}
