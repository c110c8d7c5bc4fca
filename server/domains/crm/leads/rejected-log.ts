import type pg from 'pg'
import { liveChannel } from '#core/events/events.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import { type Behind, makeWriteBehind } from '#core/write-behind.ts'

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

/**
 * Records refused requests behind their answers: a refusal must not cost more than a lead. What waits is written as soon
 * as the last write is done.
 */
export const openRejectedLog = (pool: pg.Pool, { log, metrics }: { log: Log; metrics: Metrics }): Behind<Rejected> =>
  makeWriteBehind({
    keep: async (rows) => {
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
    },
    drop: (deliveries, error) => {
      metrics.rejectsDropped.inc(deliveries)
      if (error) log.warn({ err: error, deliveries }, 'rejected requests could not be recorded')
    },
    atOnce: 500,
    most: 10_000,
    gatherMs: 0,
  })

/** Wakes the pages that show deliveries. A hint holds 8,000 bytes: beyond 150 organizations it goes to all. */
const hintFor = (rows: readonly Rejected[]): string => {
  const orgs = new Set(rows.map((row) => row.orgId))
  return `delivery.recorded ${orgs.size <= 150 ? [...orgs].join(',') : '*'}`
}

export type RejectedLog = ReturnType<typeof openRejectedLog>
