import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { locale } from '#web/i18n/locale.ts'
import type { Deal } from '#web/wire.ts'
import { type Column, type Place, placeOf, stepped } from './columns.ts'
import classes from './deal-card.module.css'
import { strings } from './strings.ts'

/** A card in the hand: whose it was, and where it would be put down now. */
export interface Lift {
  readonly deal: Deal
  readonly by: 'pointer' | 'keys'
  readonly from: Place
  readonly at: Place
}

/** A pointer that moves less than this has clicked. */
const liftPx = 6
/** So close to an edge the board scrolls, so far with each frame. */
const edgePx = 56
const scrollPx = 14

/**
 * Lifting and moving cards, by mouse, pen or finger and by keyboard. A finger lifts by the grip alone: anywhere else it
 * scrolls. While a card is in the hand the board shows it where it would be put down; `onDrop` is told when it is.
 */
export const useLift = (
  board: RefObject<HTMLElement | null>,
  columns: readonly Column[],
  onDrop: (lift: Lift) => void,
): { lift: Lift | null; spoken: string; focusLater: (dealId: string) => void; say: (text: string) => void } => {
  const [shown, setShown] = useState<Lift | null>(null)
  // Pointers are faster than renderings: what is in the hand is known here first.
  const current = useRef<Lift | null>(null)
  const setLift = (next: Lift | null): void => {
    current.current = next
    setShown(next)
  }
  const [spoken, setSpoken] = useState('')
  const toFocus = useRef<string | null>(null)

  // A card that changes its column is a new element: the focus goes after it.
  useLayoutEffect(() => {
    const dealId = toFocus.current
    if (dealId === null) return
    const card = board.current?.querySelector<HTMLElement>(`[data-focus="${dealId}"]`)
    if (!card) return
    if (document.activeElement !== card) card.focus()
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    toFocus.current = null
  })

  const nameOf = (stageId: string): string => columns.find(({ id }) => id === stageId)?.name ?? ''
  const sayPlace = (tell: (name: string, stage: string, place: number, of: number) => string, { deal, at }: Lift): void => {
    const others = columns.find(({ id }) => id === at.stageId)?.deals.filter(({ id }) => id !== deal.id).length ?? 0
    setSpoken(tell(deal.name, nameOf(at.stageId), at.index + 1, others + 1))
  }
  const begin = (dealId: string, by: Lift['by']): Lift | null => {
    const from = placeOf(columns, dealId)
    const deal = columns.find(({ id }) => id === from?.stageId)?.deals.find(({ id }) => id === dealId)
    if (!from || !deal) return null
    const begun = { deal, by, from, at: from }
    setLift(begun)
    sayPlace(strings.lifted, begun)
    return begun
  }
  const cancel = (): void => {
    const lift = current.current
    if (lift === null) return
    if (lift.by === 'keys') toFocus.current = lift.deal.id
    setLift(null)
    setSpoken(strings.putBack(lift.deal.name, nameOf(lift.from.stageId)))
  }
  const drop = (): void => {
    const lift = current.current
    if (lift === null) return
    if (lift.by === 'keys') toFocus.current = lift.deal.id
    setLift(null)
    const { from, at } = lift
    if (from.stageId === at.stageId && from.index === at.index) setSpoken(strings.putBack(lift.deal.name, nameOf(from.stageId)))
    else {
      sayPlace(strings.dropped, lift)
      onDrop(lift)
    }
  }

  // By keyboard.

  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    const lift = current.current
    if (lift?.by === 'pointer') return
    const dealId = event.target.dataset.focus
    if (dealId === undefined || !board.current?.contains(event.target)) return
    const step = stepOf(event.key)
    if (lift) {
      // Nothing else has a meaning while a card is in the hand.
      event.preventDefault()
      if (event.key === 'Escape') return cancel()
      if (event.key === 'Enter' || event.key === ' ') return drop()
      if (!step) return
      const at = stepped(columns, lift.deal.id, lift.at, step)
      toFocus.current = lift.deal.id
      setLift({ ...lift, at })
      sayPlace(strings.movedTo, { ...lift, at })
      return
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      begin(dealId, 'keys')
      return
    }
    if (!step) return
    event.preventDefault()
    focusBeside(columns, dealId, step, (id) => {
      board.current?.querySelector<HTMLElement>(`[data-focus="${id}"]`)?.focus()
    })
  })

  // By pointer.

  const held = useRef<Held | null>(null)
  const onPointerDown = useEffectEvent((event: PointerEvent): void => {
    if (current.current?.by === 'keys') cancel()
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
      if (Math.hypot(event.clientX - now.x, event.clientY - now.y) < liftPx) return
      if (!begin(now.dealId, 'pointer')) {
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
  /** Where the pointer is now, the card would be put down. */
  const follow = useEffectEvent((): void => {
    const lift = current.current
    const at = held.current?.last
    if (!lift || !at || !board.current) return
    const place = placeAt(board.current, columns, lift, at)
    if (place.stageId === lift.at.stageId && place.index === lift.at.index) return
    setLift({ ...lift, at: place })
  })
  const letGo = useEffectEvent((event: PointerEvent | null): void => {
    const now = held.current
    if (!now || (event && now.pointerId !== event.pointerId)) return
    held.current = null
    now.stopScrolling?.()
    now.ghost?.element.remove()
    if (!now.ghost) return
    swallowClick()
    if (event?.type === 'pointerup') drop()
    else cancel()
  })

  useEffect(() => {
    const keys = (event: KeyboardEvent): void => onKeyDown(event)
    const down = (event: PointerEvent): void => onPointerDown(event)
    const move = (event: PointerEvent): void => onPointerMove(event)
    const end = (event: PointerEvent): void => letGo(event)
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && held.current?.ghost) {
        event.preventDefault()
        letGo(null)
      }
    }
    document.addEventListener('keydown', leave)
    document.addEventListener('keydown', keys)
    document.addEventListener('pointerdown', down)
    document.addEventListener('pointermove', move)
    document.addEventListener('pointerup', end)
    document.addEventListener('pointercancel', end)
    return () => {
      document.removeEventListener('keydown', leave)
      document.removeEventListener('keydown', keys)
      document.removeEventListener('pointerdown', down)
      document.removeEventListener('pointermove', move)
      document.removeEventListener('pointerup', end)
      document.removeEventListener('pointercancel', end)
      held.current?.stopScrolling?.()
      held.current?.ghost?.element.remove()
    }
  }, [])

  return {
    lift: shown,
    spoken,
    focusLater: (dealId) => {
      toFocus.current = dealId
    },
    say: setSpoken,
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

interface Held extends Point {
  readonly pointerId: number
  readonly dealId: string
  readonly card: HTMLElement
  /** The picture that follows the pointer, and where its corner was at first. */
  ghost?: ReturnType<typeof ghostOf>
  last?: Point
  stopScrolling?: () => void
}

type Step = Parameters<typeof stepped>[3]

const stepOf = (key: string): Step | undefined => {
  const [on, back] = locale.direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  const steps: Readonly<Record<string, Step>> = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    Home: 'first',
    End: 'last',
    [on as string]: 'on',
    [back as string]: 'back',
  }
  return steps[key]
}

/** From card to card; columns without any are passed over. */
const focusBeside = (columns: readonly Column[], dealId: string, step: Step, focus: (dealId: string) => void): void => {
  const from = placeOf(columns, dealId)
  if (!from) return
  if (step === 'on' || step === 'back') {
    const order = step === 'on' ? columns : columns.toReversed()
    const next = order.slice(order.findIndex(({ id }) => id === from.stageId) + 1).find(({ deals }) => deals.length > 0)
    const beside = next?.deals[Math.min(from.index, next.deals.length - 1)]
    if (beside) focus(beside.id)
    return
  }
  const deals = columns.find(({ id }) => id === from.stageId)?.deals ?? []
  const index = { up: from.index - 1, down: from.index + 1, first: 0, last: deals.length - 1 }[step]
  const beside = deals[index]
  if (beside) focus(beside.id)
}

/** Between which cards a point is: above the middle of a card is before it. The card in the hand stands for its place. */
const placeAt = (board: HTMLElement, columns: readonly Column[], lift: Lift, { x, y }: Point): Place => {
  const shown = [...board.querySelectorAll<HTMLElement>('[data-stage]')]
  const distance = (element: HTMLElement): number => {
    const { left, right } = element.getBoundingClientRect()
    return x < left ? left - x : x > right ? x - right : 0
  }
  const column = shown.toSorted((a, b) => distance(a) - distance(b))[0]
  const list = column?.querySelector<HTMLElement>('[data-cards]')
  if (!column || !list) return lift.at
  const stageId = column.dataset.stage ?? ''
  const others = columns.find(({ id }) => id === stageId)?.deals.filter(({ id }) => id !== lift.deal.id) ?? []
  const { left, width, top, bottom } = list.getBoundingClientRect()
  if (y <= top)
    return {
      stageId,
      index: lift.at.stageId === stageId ? Math.min(lift.at.index, firstShown(list, others)) : firstShown(list, others),
    }
  const under = document.elementFromPoint(left + width / 2, Math.min(y, bottom - 1))?.closest<HTMLElement>('[data-card]')
  if (!under || !list.contains(under)) return { stageId, index: others.length }
  if (under.dataset.card === lift.deal.id) return lift.at
  const index = others.findIndex(({ id }) => id === under.dataset.card)
  const card = under.getBoundingClientRect()
  return { stageId, index: y < card.top + card.height / 2 ? index : index + 1 }
}

/** Above the list: before the first card that can be seen. */
const firstShown = (list: HTMLElement, others: readonly Deal[]): number => {
  const { left, width, top } = list.getBoundingClientRect()
  const under = document.elementFromPoint(left + width / 2, top + 4)?.closest<HTMLElement>('[data-card]')
  return Math.max(
    0,
    others.findIndex(({ id }) => id === under?.dataset.card),
  )
}

/** What follows the pointer: a picture of the card, nothing that could be met by keyboard or ear. */
const ghostOf = (card: HTMLElement, { x, y }: Point): { element: HTMLElement; corner: Point } => {
  const { left, top, width, height } = card.getBoundingClientRect()
  const ghost = document.createElement('div')
  ghost.className = classes.ghost ?? ''
  ghost.inert = true
  ghost.ariaHidden = 'true'
  Object.assign(ghost.style, {
    translate: `${left}px ${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    transformOrigin: `${x - left}px ${y - top}px`,
  })
  const copy = card.cloneNode(true) as HTMLElement
  for (const name of ['data-card', 'data-focus', 'tabindex', 'id']) {
    copy.removeAttribute(name)
    for (const part of copy.querySelectorAll(`[${name}]`)) part.removeAttribute(name)
  }
  ghost.append(...copy.childNodes)
  document.body.append(ghost)
  return { element: ghost, corner: { x: left, y: top } }
}

/** A card that is held close to an edge scrolls what is under it. */
const scrollAtEdges = (board: RefObject<HTMLElement | null>, pointer: () => Point, moved: () => void): (() => void) => {
  let frame = 0
  const tick = (): void => {
    frame = requestAnimationFrame(tick)
    const { x, y } = pointer()
    const scroller = board.current
    if (!scroller) return
    const across = by(x, scroller.getBoundingClientRect().left, scroller.getBoundingClientRect().right)
    const list = document
      .elementFromPoint(x, y)
      ?.closest<HTMLElement>('[data-stage]')
      ?.querySelector<HTMLElement>('[data-cards]')
    const { top, bottom } = list?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    const down = list ? by(y, top, bottom) : 0
    if (across === 0 && down === 0) return
    scroller.scrollBy(across, 0)
    list?.scrollBy(0, down)
    moved()
  }
  frame = requestAnimationFrame(tick)
  return () => cancelAnimationFrame(frame)
}

const by = (at: number, start: number, end: number): number =>
  at < start + edgePx ? -scrollPx : at > end - edgePx ? scrollPx : 0

/** The pointer that put a card down on a link has not followed the link. */
const swallowClick = (): void => {
  const swallow = (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}
