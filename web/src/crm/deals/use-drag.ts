import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Deal } from '#web/wire.ts'
import { type Column, type Place, placeOf } from './columns.ts'
import { strings } from './strings.ts'
import { useCardKeys } from './use-card-keys.ts'
import { useCardPointer } from './use-card-pointer.ts'

/** A dragged card: where it comes from, and where it would be dropped now. */
export interface Drag {
  readonly deal: Deal
  readonly by: 'pointer' | 'keys'
  readonly from: Place
  readonly at: Place
}

/** What pointer and keys do with a card. */
export interface Hand {
  held(): Drag | null
  /** False when the card is gone. */
  take(dealId: string, by: Drag['by']): boolean
  carry(at: Place): void
  cancel(): void
  drop(): void
}

/**
 * Drag and drop of cards, by mouse, pen or finger and by keyboard. While a card is in the hand the board shows it where it would
 * be dropped; `onDrop` is told when it is. `ends`: the columns that a card can be dropped on at the foot of the board.
 */
export const useDrag = (
  board: RefObject<HTMLElement | null>,
  columns: readonly Column[],
  ends: readonly Column[],
  onDrop: (drag: Drag) => void,
): { drag: Drag | null; spoken: string; focusLater: (dealId: string) => void } => {
  const [shown, setShown] = useState<Drag | null>(null)
  // Pointers are faster than renderings: what is in the hand is known here first.
  const current = useRef<Drag | null>(null)
  const setDrag = (next: Drag | null): void => {
    current.current = next
    setShown(next)
  }
  const [spoken, setSpoken] = useState('')
  const toFocus = useFocusLater(board)

  const columnOf = (stageId: string): Column | undefined => [...columns, ...ends].find(({ id }) => id === stageId)
  const nameOf = (stageId: string): string => columnOf(stageId)?.name ?? ''
  const sayPlace = (tell: (name: string, stage: string, place: number, of: number) => string, { deal, at }: Drag): void => {
    const others = columnOf(at.stageId)?.deals.filter(({ id }) => id !== deal.id).length ?? 0
    setSpoken(tell(deal.name, nameOf(at.stageId), at.index + 1, others + 1))
  }
  /** Empties the hand. */
  const release = (): Drag | null => {
    const drag = current.current
    if (drag?.by === 'keys') toFocus.current = drag.deal.id
    if (drag) setDrag(null)
    return drag
  }

  const hand: Hand = {
    held: () => current.current,
    take(dealId, by) {
      const from = placeOf(columns, dealId)
      const deal = columns.find(({ id }) => id === from?.stageId)?.deals.find(({ id }) => id === dealId)
      if (!from || !deal) return false
      const drag = { deal, by, from, at: from }
      setDrag(drag)
      sayPlace(strings.lifted, drag)
      return true
    },
    carry(at) {
      const drag = current.current
      if (!drag) return
      // Each step of a key is said, also one that leads nowhere.
      if (drag.by === 'keys') {
        toFocus.current = drag.deal.id
        sayPlace(strings.movedTo, { ...drag, at })
      } else if (isSame(at, drag.at)) return
      setDrag({ ...drag, at })
    },
    cancel() {
      const drag = release()
      if (drag) setSpoken(strings.putBack(drag.deal.name, nameOf(drag.from.stageId)))
    },
    drop() {
      const drag = release()
      if (!drag) return
      if (isSame(drag.from, drag.at)) return setSpoken(strings.putBack(drag.deal.name, nameOf(drag.from.stageId)))
      sayPlace(strings.dropped, drag)
      onDrop(drag)
    },
  }
  useCardKeys(board, columns, hand)
  useCardPointer(board, columns, hand)

  const focusLater = (dealId: string): void => {
    toFocus.current = dealId
  }
  return { drag: shown, spoken, focusLater }
}

const isSame = (one: Place, other: Place): boolean => one.stageId === other.stageId && one.index === other.index

/** A card that changes its column is a new element: the focus goes after it. */
const useFocusLater = (board: RefObject<HTMLElement | null>): RefObject<string | null> => {
  const toFocus = useRef<string | null>(null)
  useLayoutEffect(() => {
    const dealId = toFocus.current
    if (dealId === null) return
    const card = board.current?.querySelector<HTMLElement>(`[data-focus="${dealId}"]`)
    if (!card) return
    if (document.activeElement !== card) card.focus()
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    toFocus.current = null
  })
  return toFocus
}
