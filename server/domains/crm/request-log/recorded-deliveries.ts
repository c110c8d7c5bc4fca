import { liveChannel } from '#core/events/events.ts'
import type { Outcome } from './deliveries.ts'

/** A request that makes no lead now, as it is kept. */
export interface RecordedDelivery {
  readonly orgId: string
  readonly deliveryId: string
  /** Of the key or the source that it came to. */
  readonly keyId: string
  /** Null where it is not to be kept. */
  readonly body: string | null
  /** As it was answered. */
  readonly status: number
  readonly outcome: Extract<Outcome, 'rejected' | 'held' | 'test' | 'ignored'>
  readonly code: string
  readonly field?: string | undefined
  readonly message: string
}

/**
 * The statement that stores it and wakes the pages that show it, for whichever connection. It waits for the disk, since what is answered with
 * success must be on it: the connections of the intake do not otherwise.
 */
export const statementOf = ({ orgId, deliveryId, keyId, body, ...kept }: RecordedDelivery) => ({
  name: 'record_source_delivery',
  text: `select set_config('synchronous_commit', 'on', true), foyer.record_deliveries(array[$1::uuid], array[$2::uuid], array[$3::uuid], array[$4::smallint], array[$5], array[$6],
           array[$7], array[$8], array[$9::bytea]), pg_notify($10, $11)`,
  values: [
    ...[orgId, deliveryId, keyId, kept.status, kept.outcome, kept.code, kept.field ?? null, kept.message],
    ...[body === null ? null : Buffer.from(body), liveChannel, `delivery.recorded ${orgId}`],
  ],
})
