import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Column } from './columns.ts'
import { type Point, placeAt } from './drop-place.ts'
import { ghostOf, scrollAtEdges, swallowClick } from './ghost.ts'
import type { Hand } from './use-drag.ts'

/** A pointer that moves less than this has clicked. */
const dragPx = 6

interface Held extends Point {
  readonly pointerId: number
  readonly dealId: string
  readonly card: HTMLElement
  /** The picture that follows the pointer, and where its corner was at first. */
  ghost?: ReturnType<typeof ghostOf>
  last?: Point
  stopScrolling?: () => void
}

/** By mouse, pen or finger. A finger takes a card by its grip alone: anywhere else it scrolls. */
export const useCardPointer = (board: RefObject<HTMLElement | null>, columns: readonly Column[], hand: Hand): void => {
  const held = useRef<Held | null>(null)
  const onPointerDown = useEffectEvent((event: PointerEvent): void => {
    if (hand.held()?.by === 'keys') hand.cancel()
    if (event.button !== 0 || held.current !== null || !(event.target instanceof Element)) return
    const card = event.target.closest<HTMLElement>('[data-card]')
    if (!card || !board.current?.contains(card) || event.target.closest('button')) return
    if (event.pointerType === 'touch' && !event.target.closest('[data-grip]')) return
    const { dataset } = card
    held.current = { pointerId: event.pointerId, dealId: dataset.card ?? '', x: event.clientX, y: event.clientY, card }
  })
  const onPointerMove = useEffectEvent((event: PointerEvent): void => {
    const now = held.current
    if (now?.pointerId !== event.pointerId) return
    if (!now.ghost) {
      if (Math.hypot(event.clientX - now.x, event.clientY - now.y) < dragPx) return
      if (!hand.take(now.dealId, 'pointer')) {
        held.current = null
        return
      }
      now.ghost = ghostOf(now.card, now)
      getSelection()?.removeAllRanges()
      now.stopScrolling = scrollAtEdges(board, () => now.last ?? now, follow)
    }
    event.preventDefault()
    now.last = { x: event.clientX, y: event.clientY }
    now.ghost.element.style.translate = `${now.ghost.corner.x + event.clientX - now.x}px ${now.ghost.corner.y + event.clientY - now.y}px`
    follow()
  })
  /** Where the pointer is now, the card would be dropped. */
  const follow = useEffectEvent((): void => {
    const drag = hand.held()
    const at = held.current?.last
    if (drag && at && board.current) hand.carry(placeAt(board.current, columns, drag, at))
  })
  const letGo = useEffectEvent((event: PointerEvent | null): void => {
    const now = held.current
    if (!now || (event && now.pointerId !== event.pointerId)) return
    held.current = null
    now.stopScrolling?.()
    now.ghost?.element.remove()
    if (!now.ghost) return
    swallowClick()
    if (event?.type === 'pointerup') hand.drop()
    else hand.cancel()
  })

  useEffect(() => {
    const down = (event: PointerEvent): void => onPointerDown(event)
    const move = (event: PointerEvent): void => onPointerMove(event)
    const end = (event: PointerEvent): void => letGo(event)
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && held.current?.ghost) {
        event.preventDefault()
        letGo(null)
      }
    }
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('keydown', leave, { signal })
    document.addEventListener('pointerdown', down, { signal })
    document.addEventListener('pointermove', move, { signal })
    document.addEventListener('pointerup', end, { signal })
    document.addEventListener('pointercancel', end, { signal })
    return () => {
      stop.abort()
      held.current?.stopScrolling?.()
      held.current?.ghost?.element.remove()
    }
  }, [])
}
