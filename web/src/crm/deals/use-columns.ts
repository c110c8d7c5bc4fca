import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Deal } from '#web/wire.ts'
import { type Board, fetchMore, type Narrowed } from './api.ts'
import { type Column, columnsOf, type More, type Move, settled } from './columns.ts'

const pageSize = 100
/** What was loaded by scrolling is read again this long after a change, and so many rows of a column at the most. */
const renewMs = 3_000
const renewedRows = 1_000

export interface Columns {
  readonly columns: readonly Column[]
  readonly isLoading: (stageId: string) => boolean
  readonly moreError: (stageId: string) => unknown
  loadMore(stageId: string): void
  /** The server has taken a move. */
  settle(move: Move): void
}

/**
 * The columns of a board. Its first cards are one call and are read again with every change; the rest of a column is
 * loaded as one scrolls, and follows a change within some seconds.
 */
export const useColumns = (board: Board, narrowed: Narrowed): Columns => {
  const [more, setMore] = useState<ReadonlyMap<string, More>>(new Map())
  const [loading, setLoading] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<ReadonlyMap<string, unknown>>(new Map())
  const busy = useRef(new Set<string>())

  const load = async (stageId: string): Promise<void> => {
    const cursor = more.get(stageId)?.next ?? board.stages.find(({ id }) => id === stageId)?.next_cursor
    if (cursor == null || busy.current.has(stageId)) return
    busy.current.add(stageId)
    setLoading((now) => new Set([...now, stageId]))
    setFailed((now) => new Map([...now].filter(([id]) => id !== stageId)))
    try {
      const page = await fetchMore({ stageId, ...narrowed, cursor, limit: pageSize })
      setMore((now) => {
        const deals = now.get(stageId)?.deals ?? []
        const known = new Set(deals.map(({ id }) => id))
        const added = page.deals.filter(({ id }) => !known.has(id))
        return new Map([...now, [stageId, { deals: [...deals, ...added], next: page.next_cursor }]])
      })
    } catch (error) {
      setFailed((now) => new Map([...now, [stageId, error]]))
    } finally {
      busy.current.delete(stageId)
      setLoading((now) => new Set([...now].filter((id) => id !== stageId)))
    }
  }

  /** What is below the first cards, as far as it was loaded, as it is now. */
  const renew = useEffectEvent(async (): Promise<void> => {
    for (const [stageId, { deals }] of more) {
      if (busy.current.has(stageId)) continue
      busy.current.add(stageId)
      try {
        const wanted = Math.min(deals.length, renewedRows)
        const got: Deal[] = []
        let next = board.stages.find(({ id }) => id === stageId)?.next_cursor ?? null
        while (next !== null && got.length < wanted) {
          const page: { deals: Deal[]; next_cursor: string | null } = await fetchMore({
            stageId,
            ...narrowed,
            cursor: next,
            limit: pageSize,
          })
          got.push(...page.deals)
          next = page.next_cursor
        }
        setMore((now) => new Map([...now, [stageId, { deals: got, next }]]))
      } catch {
        // What is shown stays; the next change tries again.
      } finally {
        busy.current.delete(stageId)
      }
    }
  })
  useRenewal(board, more.size > 0, renew)

  return {
    columns: columnsOf(board, more),
    isLoading: (stageId) => loading.has(stageId),
    moreError: (stageId) => failed.get(stageId),
    loadMore: (stageId) => void load(stageId),
    settle: (move) => setMore((now) => settled(now, move)),
  }
}

/** Some seconds after the board was read anew, and never more often. */
const useRenewal = (board: Board, hasMore: boolean, renew: () => Promise<void>): void => {
  const seen = useRef(board)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const act = useEffectEvent(renew)
  useEffect(() => {
    if (seen.current === board || !hasMore) {
      seen.current = board
      return
    }
    seen.current = board
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void act()
    }, renewMs)
  }, [board, hasMore])
  useEffect(() => () => clearTimeout(timer.current), [])
}
