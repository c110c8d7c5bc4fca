import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../context.ts'
import { type AnyReaction, typesOf } from './reaction.ts'

/** The log grows fast when so many events come within so long: 2,000 a second. */
const restMs = 250
const manyEvents = 500
/** Over which a reaction's own are counted: an import commits two to eight times a second. */
const restOfOwnMs = 2_000

/** Lets a reaction rest between two goes while the log grows fast: until it no longer does, or the reaction is as far behind as it may be. */
export const makeYields = (db: Db, signal: AbortSignal) => {
  const busy = new Map<string, { sinceMs: number; lastMs: number }>()

  /** Since when the log has grown fast without a pause: a load that lasts is no burst any more, also where the reaction has caught up. */
  const busySince = (name: string, burstMs: number): number => {
    const nowMs = performance.now()
    const known = busy.get(name)
    const sinceMs = known && nowMs - known.lastMs < 2 * burstMs ? known.sinceMs : nowMs
    busy.set(name, { sinceMs, lastMs: nowMs })
    return sinceMs
  }

  return async (reaction: AnyReaction): Promise<void> => {
    if (!reaction.yields) return
    const { name } = reaction
    const { burstMs, steadyMs } = reaction.yields
    const sinceMs = busySince(name, burstMs)
    let after: string | null = null
    while (!signal.aborted) {
      const now: Growth = await growthOf(db, reaction, after)
      const mayBeBehindMs = performance.now() - sinceMs < burstMs ? burstMs : steadyMs
      if ((after !== null && !now.grows) || (now.seconds ?? 0) * 1_000 >= mayBeBehindMs) return
      after = now.horizon
      await sleep(reaction.yields.ownEvents === undefined ? restMs : restOfOwnMs, undefined, { signal }).catch(() => {})
    }
  }
}

interface Growth {
  /** Whether many events came since that place in the log. */
  readonly grows: boolean
  /** How far it may be read now. */
  readonly horizon: string
  /** That the reaction is behind; null where it is not. */
  readonly seconds: number | null
}

const growthOf = async (db: Db, reaction: AnyReaction, after: string | null): Promise<Growth> => {
  const own = reaction.yields?.ownEvents ?? null
  const { rows } = await sql<Growth>`
    select coalesce(grows, false) as grows, horizon, foyer.seconds_behind(${reaction.name}) as seconds
    from foyer.log_grows(${after}, ${manyEvents}, ${own === null ? [] : typesOf(reaction)}::text[], ${own ?? 1})`.execute(db)
  return rows[0] as Growth
}
