import { useEffect, useRef, useState } from 'react'
import type { Board } from './api.ts'
import type { Move } from './columns.ts'

/** How long a card that another member moved stays marked. */
const freshMs = 4_000

/** The cards that other members moved to their column a moment ago. */
export const useFresh = (board: Board, moves: readonly Move[]): ReadonlySet<string> => {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const known = useRef<ReadonlyMap<string, string> | null>(null)
  const own = useRef(new Map<string, string>())
  for (const { deal, stageId } of moves) own.current.set(deal.id, stageId)
  useEffect(() => {
    const before = known.current
    const now = new Map(board.stages.flatMap(({ id, deals }) => deals.map((deal) => [deal.id, id] as const)))
    known.current = now
    if (!before) return
    const came = [...now].filter(([id, stageId]) => {
      const was = before.get(id)
      return was !== undefined && was !== stageId && own.current.get(id) !== stageId
    })
    if (came.length === 0) return
    const ids = new Set(came.map(([id]) => id))
    setFresh((marked) => new Set([...marked, ...ids]))
    setTimeout(() => setFresh((marked) => new Set([...marked].filter((id) => !ids.has(id)))), freshMs)
  }, [board])
  return fresh
}
