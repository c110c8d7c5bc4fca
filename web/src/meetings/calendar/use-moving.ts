import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { clockOf, dateInWords } from '#web/i18n/wall-times.ts'
import type { Entry } from './api.ts'
import { isMoved, type Move, movedTo, moveOf, partToMove, stepped } from './moves.ts'
import { strings } from './strings.ts'

/** A pointer that moves less than this has clicked. */
const dragPx = 6
/** So long a finger rests on a meeting until it has taken it; one that moves before scrolls. */
const pressMs = 450
/** A finger that rests moves less. */
const slipPx = 10

interface Held {
  readonly move: Move
  readonly pointerId: number
  readonly x: number
  readonly y: number
  /** From the top of the entry to the pointer. */
  readonly grabPx: number
  /** Of a finger that has not taken it yet. */
  readonly press: ReturnType<typeof setTimeout> | null
  isDragged: boolean
}

interface Asked {
  readonly dates: readonly string[]
  readonly entries: readonly Entry[]
  /** Called with where a meeting was dropped. */
  readonly onDrop: (move: Move) => void
}

/**
 * Moving of one's meetings in the grid: by mouse or pen, by a finger that rests on one first, and by keys (m, arrows, Enter; Escape leaves it
 * where it was).
 */
export const useMoving = (grid: RefObject<HTMLElement | null>, { dates, entries, onDrop }: Asked) => {
  const [move, setMove] = useState<Move | null>(null)
  const [spoken, setSpoken] = useState('')
  const held = useRef<Held | null>(null)
  /** A drag ends with a click of the browser's, which opens nothing. */
  const wasDragged = useRef(false)

  const entryAt = (target: EventTarget | null): { entry: Entry; element: HTMLElement } | null => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-movable]') : null
    const entry = entries.find(({ id, kind }) => kind === 'booking' && id === element?.dataset.entry)
    return entry && element && grid.current?.contains(element) ? { entry, element } : null
  }
  const letGo = (): void => {
    if (held.current?.press) clearTimeout(held.current.press)
    held.current = null
  }
  const end = (drops: boolean): void => {
    letGo()
    setMove(null)
    setSpoken('')
    if (drops && move && isMoved(move)) onDrop(move)
  }
  const carry = (next: Move): void => {
    setMove(next)
    setSpoken(strings.movedTo(next.entry.title, `${dateInWords(next.date)}, ${clockOf(next.minute)}`))
  }

  const take = (): void => {
    if (!held.current) return
    held.current.isDragged = true
    wasDragged.current = true
    navigator.vibrate?.(10)
    setMove(held.current.move)
    setSpoken(strings.moving(held.current.move.entry.title))
  }

  const onPointerDown = useEffectEvent((event: PointerEvent): void => {
    wasDragged.current = false
    // A second finger moves nothing: it zooms.
    if (held.current) end(false)
    if (event.button !== 0 || !event.isPrimary) return
    const found = entryAt(event.target)
    const part = found && partToMove(found.entry)
    if (!part) return
    const grabPx = event.clientY - found.element.getBoundingClientRect().top
    held.current = {
      ...{ move: moveOf(found.entry, part), pointerId: event.pointerId, x: event.clientX, y: event.clientY, grabPx },
      ...{ press: event.pointerType === 'touch' ? setTimeout(take, pressMs) : null, isDragged: false },
    }
  })
  const onPointerMove = useEffectEvent((event: PointerEvent): void => {
    const now = held.current
    if (now?.pointerId !== event.pointerId) return
    const movedPx = Math.hypot(event.clientX - now.x, event.clientY - now.y)
    if (!now.isDragged && now.press) return movedPx > slipPx ? letGo() : undefined
    if (!now.isDragged && movedPx < dragPx) return
    now.isDragged = true
    wasDragged.current = true
    event.preventDefault()
    const over = placeUnder(grid.current, event, now.grabPx)
    if (over) setMove(movedTo(now.move, over.date, over.minute))
  })
  const onPointerEnd = useEffectEvent((event: PointerEvent): void => {
    if (held.current?.pointerId === event.pointerId) end(event.type === 'pointerup' && held.current.isDragged)
  })
  const onHeld = useEffectEvent((event: Event): void => {
    // What a finger has taken goes with it, and the page stays; nor does a menu open over it.
    if (held.current?.isDragged && event.cancelable) event.preventDefault()
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (held.current) {
      if (event.key === 'Escape') {
        event.preventDefault()
        end(false)
      }
      return
    }
    const found = entryAt(event.target)
    if (!found) return
    if (!move) {
      const part = partToMove(found.entry)
      if (event.key !== 'm' || !part) return
      event.preventDefault()
      setMove(moveOf(found.entry, part))
      return setSpoken(strings.moving(found.entry.title))
    }
    // While a meeting is moved, no other key does anything but Tab, which leaves it.
    if (event.key !== 'Tab') event.preventDefault()
    if (event.key === 'Enter' || event.key === 'Escape' || event.key === 'Tab') return end(event.key === 'Enter')
    const next = stepped(move, event.key, dates)
    if (next) carry(next)
  })
  useEffect(() => listen(grid.current, { onPointerDown, onPointerMove, onPointerEnd, onKeyDown, onHeld }), [grid])
  return { move, spoken, hasJustDragged: () => wasDragged.current }
}

/** The day and the minute under a pointer that holds an entry so far below its top. */
const placeUnder = (
  grid: HTMLElement | null,
  { clientX, clientY }: PointerEvent,
  grabPx: number,
): { date: string; minute: number } | null => {
  for (const day of grid?.querySelectorAll<HTMLElement>('[data-date]') ?? []) {
    const box = day.getBoundingClientRect()
    if (clientX >= box.left && clientX < box.right)
      return { date: day.dataset.date ?? '', minute: ((clientY - grabPx - box.top) / box.height) * 1_440 }
  }
  return null
}

interface Heard {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerEnd: (event: PointerEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onHeld: (event: Event) => void
}

/** Answers how to stop. */
const listen = (grid: HTMLElement | null, heard: Heard): (() => void) => {
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('pointerdown', (event) => heard.onPointerDown(event), { signal })
  document.addEventListener('pointermove', (event) => heard.onPointerMove(event), { signal })
  document.addEventListener('pointerup', (event) => heard.onPointerEnd(event), { signal })
  document.addEventListener('pointercancel', (event) => heard.onPointerEnd(event), { signal })
  document.addEventListener('keydown', (event) => heard.onKeyDown(event), { signal })
  // Only here, where a finger can take something: elsewhere the browser scrolls without asking.
  grid?.addEventListener('touchmove', (event) => heard.onHeld(event), { signal, passive: false })
  grid?.addEventListener('contextmenu', (event) => heard.onHeld(event), { signal })
  return () => stop.abort()
}
