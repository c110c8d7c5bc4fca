import type { BoardStage, Deal } from '#web/wire.ts'
import type { Board } from './api.ts'

/** Where a card stands or is to stand: among the others of its column, from 0. */
export interface Place {
  readonly stageId: string
  readonly index: number
}

/** A card on its way: shown where it was put until the server has said where it is. */
export interface Move {
  readonly deal: Deal
  readonly stageId: string
  /** The card above it; null: it is the first. */
  readonly afterDealId: string | null
}

/** Further cards of a column, loaded by scrolling. */
export interface More {
  readonly deals: readonly Deal[]
  readonly next: string | null
}

export interface Column extends Omit<BoardStage, 'next_cursor'> {
  readonly next: string | null
}

/** The columns as they are known: what came with the board, and below it what was loaded since. A card stands once. */
export const columnsOf = (board: Board, more: ReadonlyMap<string, More>): Column[] => {
  const first = new Set(board.stages.flatMap(({ deals }) => deals.map(({ id }) => id)))
  return board.stages.map(({ next_cursor, ...stage }) => {
    const loaded = more.get(stage.id)
    if (!loaded) return { ...stage, next: next_cursor }
    return {
      ...stage,
      deals: [...stage.deals, ...loaded.deals.filter(({ id }) => !first.has(id))],
      next: loaded.next,
    }
  })
}

/** The columns with each card that is on its way where it was put, counted and summed up there. */
export const withMoves = (columns: readonly Column[], moves: readonly Move[]): Column[] =>
  moves.reduce<Column[]>((now, move) => withMove(now, move), [...columns])

const withMove = (columns: readonly Column[], { deal, stageId, afterDealId }: Move): Column[] => {
  const target = columns.find(({ id }) => id === stageId)
  if (!target) return [...columns]
  const from = columns.find(({ deals }) => deals.some(({ id }) => id === deal.id))
  const others = target.deals.filter(({ id }) => id !== deal.id)
  const above = others.findIndex(({ id }) => id === afterDealId)
  return columns.map((column) => {
    if (column.id === stageId) {
      const put = { ...column, deals: others.toSpliced(above + 1, 0, deal) }
      return from && from.id !== stageId ? counted(put, deal, 1) : put
    }
    if (column !== from) return column
    return counted({ ...column, deals: column.deals.filter(({ id }) => id !== deal.id) }, deal, -1)
  })
}

const counted = (column: Column, deal: Deal, by: 1 | -1): Column => {
  const { value_minor: value, currency } = deal
  if (value === null || currency === null) return { ...column, count: column.count + by }
  const chance = column.kind === 'open' ? (deal.chance ?? column.chance) : null
  const before = column.sums.find((sum) => sum.currency === currency) ?? { currency, minor: 0, weighted_minor: null }
  const weighted =
    chance === null ? before.weighted_minor : (before.weighted_minor ?? 0) + by * Math.round((value * chance) / 100)
  const sum = { currency, minor: before.minor + by * value, weighted_minor: weighted }
  const sums = [...column.sums.filter((each) => each.currency !== currency), sum].sort((a, b) =>
    a.currency < b.currency ? -1 : 1,
  )
  return { ...column, count: column.count + by, sums: sums.filter(({ minor }) => minor > 0) }
}

export const placeOf = (columns: readonly Column[], dealId: string): Place | null => {
  for (const { id, deals } of columns) {
    const index = deals.findIndex((deal) => deal.id === dealId)
    if (index !== -1) return { stageId: id, index }
  }
  return null
}

/** The card above a place, of the cards other than the one that goes there. */
export const above = (columns: readonly Column[], dealId: string, { stageId, index }: Place): string | null => {
  const others = columns.find(({ id }) => id === stageId)?.deals.filter(({ id }) => id !== dealId) ?? []
  return others[Math.min(index, others.length) - 1]?.id ?? null
}

/** One step by the arrows: up and down within the column, to the next or the last column at the same height. */
export const stepped = (
  columns: readonly Column[],
  dealId: string,
  { stageId, index }: Place,
  step: 'up' | 'down' | 'on' | 'back' | 'first' | 'last',
): Place => {
  const at = columns.findIndex(({ id }) => id === stageId)
  const room = (column: Column | undefined): number => column?.deals.filter(({ id }) => id !== dealId).length ?? 0
  if (step === 'on' || step === 'back') {
    const next = columns[at + (step === 'on' ? 1 : -1)]
    return next ? { stageId: next.id, index: Math.min(index, room(next)) } : { stageId, index }
  }
  const wished = { up: index - 1, down: index + 1, first: 0, last: room(columns[at]) }[step]
  return { stageId, index: Math.max(0, Math.min(wished, room(columns[at]))) }
}

/** What was loaded below, once a card of it went elsewhere or came in between. */
export const settled = (more: ReadonlyMap<string, More>, { deal, stageId, afterDealId }: Move): Map<string, More> =>
  new Map(
    [...more].map(([id, { deals, next }]) => {
      const others = deals.filter((one) => one.id !== deal.id)
      const at = id === stageId ? others.findIndex((one) => one.id === afterDealId) : -1
      return [id, { deals: at === -1 ? others : others.toSpliced(at + 1, 0, deal), next }]
    }),
  )
