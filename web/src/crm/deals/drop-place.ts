import type { Deal } from '#web/wire.ts'
import type { Column, Place } from './columns.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** The dragged card, and where it would be dropped now. */
interface Dragged {
  readonly deal: Deal
  readonly at: Place
}

/** Where a card would be dropped at a point: on a zone at the foot of the board, else in the nearest column. */
export const placeAt = (board: HTMLElement, columns: readonly Column[], dragged: Dragged, point: Point): Place => {
  const zone = document.elementFromPoint(point.x, point.y)?.closest<HTMLElement>('[data-zone]')?.dataset.zone
  return zone === undefined ? placeInColumn(board, columns, dragged, point) : { stageId: zone, index: 0 }
}

/** Between which cards a point is: above the middle of a card is before it. */
const placeInColumn = (board: HTMLElement, columns: readonly Column[], { deal, at }: Dragged, { x, y }: Point): Place => {
  const shown = [...board.querySelectorAll<HTMLElement>('[data-stage]')]
  const distance = (element: HTMLElement): number => {
    const { left, right } = element.getBoundingClientRect()
    return x < left ? left - x : x > right ? x - right : 0
  }
  const column = shown.toSorted((a, b) => distance(a) - distance(b))[0]
  const list = column?.querySelector<HTMLElement>('[data-cards]')
  if (!column || !list) return at
  const stageId = column.dataset.stage ?? ''
  const others = columns.find(({ id }) => id === stageId)?.deals.filter(({ id }) => id !== deal.id) ?? []
  const { left, width, top, bottom } = list.getBoundingClientRect()
  if (y <= top)
    return {
      stageId,
      index: at.stageId === stageId ? Math.min(at.index, firstShown(list, others)) : firstShown(list, others),
    }
  const under = document.elementFromPoint(left + width / 2, Math.min(y, bottom - 1))?.closest<HTMLElement>('[data-card]')
  if (!under || !list.contains(under)) return { stageId, index: others.length }
  if (under.dataset.card === deal.id) return at
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
