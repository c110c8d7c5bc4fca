import { useState } from 'react'
import { sayFailure } from '#web/ui/say.tsx'
import { useDealChange } from './api.ts'
import type { Column, Move } from './columns.ts'
import { strings } from './strings.ts'

/** Cards on their way to where they were put: shown there at once, and back where they were when the server refuses. */
export const useMoves = (settle: (move: Move) => void) => {
  const [moves, setMoves] = useState<readonly Move[]>([])
  const [asking, setAsking] = useState<{ move: Move; anchor: Anchor } | null>(null)
  const moving = useDealChange('move-deal')
  const forget = (move: Move): void => setMoves((now) => now.filter((one) => one !== move))

  const send = async (move: Move, anchor: Anchor, lostReason?: string): Promise<void> => {
    try {
      await moving.mutateAsync({
        dealId: move.deal.id,
        stageId: move.stageId,
        ...anchor,
        ...(lostReason !== undefined && { lostReason }),
      })
      settle(move)
    } catch (error) {
      sayFailure(error, strings.notMoved(move.deal.name))
    } finally {
      forget(move)
    }
  }

  return {
    moves,
    asking: asking?.move ?? null,
    move(move: Move, columns: readonly Column[]): void {
      const target = columns.find(({ id }) => id === move.stageId)
      const anchor = anchorOf(move, target)
      setMoves((now) => [...now, move])
      if (target?.kind === 'lost' && move.deal.stage.id !== move.stageId) setAsking({ move, anchor })
      else void send(move, anchor)
    },
    /** Why it was lost; null: it was not. */
    answer(reason: string | null): void {
      if (!asking) return
      setAsking(null)
      if (reason === null) forget(asking.move)
      else void send(asking.move, asking.anchor, reason)
    },
  }
}

type Anchor = { afterDealId: string } | { beforeDealId: string } | Record<never, never>

/** Beside whom: a place by its number would be another one by the time it arrives. */
const anchorOf = ({ deal, afterDealId }: Move, target: Column | undefined): Anchor => {
  if (afterDealId !== null) return { afterDealId }
  const first = target?.deals.find(({ id }) => id !== deal.id)
  return first ? { beforeDealId: first.id } : {}
}
