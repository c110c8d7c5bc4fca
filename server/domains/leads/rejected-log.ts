import type pg from 'pg'
import { liveChannel } from '#core/events.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'

/** A request with a valid key that was refused. */
export interface Rejected {
  readonly orgId: string
  readonly deliveryId: string
  readonly keyId: string
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly message: string
  /** Null when it was never read whole. */
  readonly body: Buffer | null
}

/** At most this many wait for the database; beyond, and while it is away, the refusal is counted and not kept. */
const maxWaiting = 10_000
const maxRows = 500

/**
 * Records refused requests behind their answers: a refusal must not cost more than a lead. What waits is written as soon
 * as the last write is done, and whatever is left on the way out is written before the process ends.
 */
export const openRejectedLog = (pool: pg.Pool, options: { log: Log; metrics: Metrics }) => {
  const waiting: { rejected: Rejected; done: () => void }[] = []
  let writing: Promise<void> | undefined

  /** Resolves when it is kept (or cannot be): a caller may wait for it, and need not. */
  const add = (rejected: Rejected): Promise<void> => {
    if (waiting.length >= maxWaiting) {
      options.metrics.rejectsDropped.inc()
      return Promise.resolve()
    }
    return new Promise((done) => {
      waiting.push({ rejected, done })
      writing ??= write().finally(() => {
        writing = undefined
      })
    })
  }

  const write = async (): Promise<void> => {
    await null
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxRows)
      const rows = batch.map(({ rejected }) => rejected)
      try {
        await pool.query({
          name: 'record_deliveries',
          text: 'select foyer.record_deliveries($1, $2, $3, $4, $5, $6, $7, $8), pg_notify($9, $10)',
          values: [
            rows.map((row) => row.orgId),
            rows.map((row) => row.deliveryId),
            rows.map((row) => row.keyId),
            rows.map((row) => row.status),
            rows.map((row) => row.code),
            rows.map((row) => row.field ?? null),
            rows.map((row) => row.message),
            rows.map((row) => row.body),
            liveChannel,
            hintFor(rows),
          ],
        })
      } catch (error) {
        options.metrics.rejectsDropped.inc(batch.length)
        options.log.warn({ err: error, deliveries: batch.length }, 'refused requests could not be recorded')
      }
      for (const { done } of batch) done()
    }
  }

  return {
    add,
    async close(): Promise<void> {
      await writing
    },
  }
}

/** Wakes the pages that show deliveries. A hint holds 8,000 bytes: beyond 150 organizations it goes to all. */
const hintFor = (rows: readonly Rejected[]): string => {
  const orgs = new Set(rows.map((row) => row.orgId))
  return `delivery.recorded ${orgs.size <= 150 ? [...orgs].join(',') : '*'}`
}

export type RejectedLog = ReturnType<typeof openRejectedLog>
