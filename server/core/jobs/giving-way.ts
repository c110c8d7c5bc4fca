import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { JobContext } from '../context.ts'
import type { AnyEvent } from '../events/event.ts'

/** A lot in which some came is followed by a rest of so many times its own time: a fifth of the time is left for the work. */
const restsOfLot = 4
/** A lot that took this long, of pages that a vendor makes large, is not made up for in full. */
const longestRestMs = 2_000
/** Of the log, newest first: at most so many are looked at, of all workspaces together. */
const newestEvents = 50
/** An event stands in the log some time after its moment. */
const leastMs = 100

/**
 * Lets work that goes on in lots give way to what callers wait for: where events of this kind came while a lot was written, of any
 * workspace, the next lot is small and comes after a rest; where none came, lots grow again. Work goes on in any case, at a fifth of its rate.
 */
export const makeGivingWay = (
  { db, signal }: Pick<JobContext, 'db' | 'signal'>,
  { to, least, most }: { readonly to: AnyEvent; readonly least: number; readonly most: number },
) => {
  let size = most
  let lookedMs = performance.now()
  return {
    /** Of the lot that is put together now. */
    size: (): number => size,
    /** To be called between two lots, outside of their transactions. */
    async rest(workedMs: number): Promise<void> {
      const sinceMs = Math.max(leastMs, performance.now() - lookedMs)
      lookedMs = performance.now()
      const { rows } = await sql<{ came: boolean }>`
        select foyer.event_came(${to.type}, ${sinceMs / 1_000}, ${newestEvents}) as came`.execute(db)
      if (rows[0]?.came !== true) {
        size = Math.min(most, size * 2)
        return
      }
      size = least
      await sleep(Math.min(longestRestMs, workedMs * restsOfLot), undefined, { signal }).catch(() => {})
    },
  }
}
export type GivingWay = ReturnType<typeof makeGivingWay>
