import { useState } from 'react'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Input } from '#web/wire.ts'
import { useDealChange } from './api.ts'
import type { Column, Move } from './columns.ts'
import { missingKeys } from './missing-fields.ts'
import { strings } from './strings.ts'

/** Cards on their way to where they were put: shown there at once, and back where they were when the server refuses. */
export const useMoves = (settle: (move: Move) => void) => {
  const [moves, setMoves] = useState<readonly Sent[]>([])
  const [asking, setAsking] = useState<{ move: Sent; anchor: Anchor } | null>(null)
  const [lacking, setLacking] = useState<{ move: Sent; anchor: Anchor; keys: readonly string[] } | null>(null)
  const moving = useDealChange('move-deal')
  const undoing = useDealChange('undo-move')
  const forget = (move: Sent): void => setMoves((now) => now.filter((one) => one !== move))

  const send = async (move: Sent, anchor: Anchor, more: More = {}): Promise<void> => {
    const { moveId } = await moving.mutateAsync({ dealId: move.deal.id, stageId: move.stageId, ...anchor, ...more })
    settle(move)
    forget(move)
    if (move.ends && moveId) offerBack(move, move.ends, moveId)
  }
  /** A card that was dropped where deals end can be taken back for some seconds: it stands where it stood, since when it stood there. */
  const offerBack = ({ deal }: Move, kind: 'won' | 'lost', moveId: string): void =>
    say(kind === 'won' ? strings.wonNow(deal.name) : strings.lostNow(deal.name), () =>
      undoing.mutate({ dealId: deal.id, moveId }, { onError: (error) => sayFailure(error, strings.notMoved(deal.name)) }),
    )
  const trySend = async (move: Sent, anchor: Anchor, more?: More): Promise<void> => {
    try {
      await send(move, anchor, more)
    } catch (error) {
      const keys = missingKeys(error)
      if (keys) return setLacking({ move, anchor, keys })
      sayFailure(error, strings.notMoved(move.deal.name))
      forget(move)
    }
  }

  return {
    moves,
    asking: asking?.move ?? null,
    /** What the new stage needs and the deal does not have yet. */
    lacking,
    move(wanted: Move, columns: readonly Column[]): void {
      const target = columns.find(({ id }) => id === wanted.stageId)
      const anchor = anchorOf(wanted, target)
      const move: Sent = { ...wanted, ends: endOf(wanted, target) }
      setMoves((now) => [...now, move])
      if (target?.kind === 'lost' && move.deal.stage.id !== move.stageId) setAsking({ move, anchor })
      else void trySend(move, anchor)
    },
    /** Why it was lost; null: it was not. */
    answer(reason: string | null): void {
      if (!asking) return
      setAsking(null)
      if (reason === null) forget(asking.move)
      else void trySend(asking.move, asking.anchor, { lostReason: reason })
    },
    /** Moves it with what it lacked; throws what the server says against it. */
    fill: async (fields: More['fields']): Promise<void> => {
      if (lacking && fields) await send(lacking.move, lacking.anchor, { fields })
    },
    /** It stays where it was, unless it was moved. */
    leave(): void {
      if (lacking) forget(lacking.move)
      setLacking(null)
    },
  }
}

type More = Pick<Input<'move-deal'>, 'lostReason' | 'fields'>

type Anchor = { afterDealId: string } | { beforeDealId: string } | Record<never, never>

/** A move with the way in which a deal ends by it; null: it goes on. */
interface Sent extends Move {
  readonly ends: 'won' | 'lost' | null
}

const endOf = ({ deal }: Move, target: Column | undefined): Sent['ends'] =>
  deal.state !== 'open' || !target || target.kind === 'open' ? null : target.kind

/** Beside whom: a place by its number would be another one by the time it arrives. */
const anchorOf = ({ deal, afterDealId }: Move, target: Column | undefined): Anchor => {
  if (afterDealId !== null) return { afterDealId }
  const first = target?.deals.find(({ id }) => id !== deal.id)
  return first ? { beforeDealId: first.id } : {}
}
