import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseContext, Db } from '#core/context.ts'
import { keepLeases } from './leases.ts'
import { costOf } from './models.ts'
import { aiBooks, type WantedCall } from './reservations.ts'
import type { EndedCall } from './settlements.ts'

export type BooksContext = Pick<BaseContext, 'together' | 'newId' | 'log'> & {
  readonly inOrg: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

/** A call that is under way: reserved, and to be settled once. */
export interface BookedCall {
  settle(end: Omit<EndedCall, 'id'>): Promise<void>
}

/** The longest answer unless said: a page or two, with the thoughts before it. It is always sent, since it bounds what a call can cost. */
export const usualOutputTokens = 8_192

/** When a settlement is tried again that the database did not take; after that it is charged whole, as of a process that is gone. */
const againAfterMs = [1_000, 5_000, 15_000]

/** Reserves the most that a call can cost. Throws the Failure that says which budget is used up. */
export const bookCall = async (
  context: BooksContext,
  orgId: string,
  wanted: Omit<WantedCall, 'id' | 'mostNano'>,
): Promise<BookedCall> => {
  const id = context.newId()
  const mostNano = costOf(wanted.price, { ...wanted.most, cachedTokens: 0 })
  await context.together(aiBooks, orgId, { reserve: { id, mostNano, ...wanted } })
  const lease = keepLeases(context, orgId, id)
  let settled: Promise<void> | undefined
  const settle = async (end: Omit<EndedCall, 'id'>): Promise<void> => {
    for (const waitMs of [...againAfterMs, null])
      try {
        await context.together(aiBooks, orgId, { settle: { id, ...end } })
        break
      } catch (error) {
        context.log.warn({ err: error, call: id, again_in_ms: waitMs }, 'an AI call could not be settled')
        if (waitMs === null) break
        await sleep(waitMs, undefined, { ref: false })
      }
    lease.end()
  }
  return {
    settle: (end) => {
      settled ??= settle(end)
      return settled
    },
  }
}
