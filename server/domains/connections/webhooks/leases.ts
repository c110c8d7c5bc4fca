import type pg from 'pg'
import { newId } from '#core/ids.ts'
import type { Database } from '#db/connect.ts'

/** A delivery that this worker sends, for as long as its lease runs. */
export interface Claimed {
  readonly org_id: string
  readonly id: string
  readonly endpoint_id: string
  readonly event_id: string
  readonly body: string
  readonly tries: number
  readonly url: string
  readonly secret_sealed: string
  readonly old_secret_sealed: string | null
  readonly strained: boolean
  readonly at: Date
  /** It was another's before, who never said how it ended. */
  readonly was_begun: boolean
  /** The account of a service that is asked to do something; null: a webhook. */
  readonly connection_id: string | null
  readonly task: unknown
  readonly lease: string
}

/** What one claim may take: of one endpoint at once, over all workers, `share` and `strainedShare`. */
export interface ClaimLimits {
  readonly leaseSeconds: number
  readonly free: number
  readonly freeStrained: number
  readonly share: number
  readonly strainedShare: number
}

/** What is due and no other worker sends. */
export const claimDeliveries = async (pool: pg.Pool, limits: ClaimLimits): Promise<Claimed[]> => {
  const lease = newId()
  const { rows } = await pool.query<Omit<Claimed, 'lease'>>({
    name: 'claim_webhook_deliveries',
    text: 'select * from foyer.claim_webhook_deliveries($1, $2, $3, $4, $5, $6)',
    values: [lease, limits.leaseSeconds, limits.free, limits.freeStrained, limits.share, limits.strainedShare],
  })
  return rows.map((row) => ({ ...row, lease }))
}

/** Whether one may become due by the clock alone. */
export const anyWaits = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ waits: boolean }>({
    name: 'webhooks_wait',
    text: 'select foyer.webhooks_wait() as waits',
  })
  return rows[0]?.waits ?? true
}

/** What is being sent stays ours for as long as that takes. */
export const extendLeases = async (pool: pg.Pool, ours: readonly Claimed[], leaseSeconds: number): Promise<void> => {
  if (ours.length === 0) return
  await pool.query({
    name: 'extend_webhook_leases',
    text: 'select foyer.extend_webhook_leases($1, $2, $3, $4)',
    values: [ours.map(({ org_id }) => org_id), ours.map(({ id }) => id), ours.map(({ lease }) => lease), leaseSeconds],
  })
}

/** What was not sent counts as not tried, and is due. */
export const handBack = (database: Pick<Database, 'inOrg'>, delivery: Claimed): Promise<void> =>
  database.inOrg(delivery.org_id, async (db) => {
    await db
      .updateTable('webhook_deliveries')
      .set((set) => ({ lease: null, leased_until: null, tries: set('tries', '-', 1) }))
      .where('org_id', '=', delivery.org_id)
      .where('id', '=', delivery.id)
      .where('lease', '=', delivery.lease)
      .execute()
  })
