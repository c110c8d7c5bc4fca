import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { ConnectionRow } from './connections.ts'

/** A longer call counts as dead. A call takes ten seconds at most, and storing has its own limit. */
export const leaseSeconds = 45

/** A renewal by hand so soon after another one is the same one: of twenty at once, one asks the service. */
const sameRenewalSeconds = 10

/** After a failure that may pass: two seconds, doubled each time, a minute at the most. */
export const pauseSeconds = (failures: number): number => Math.min(60, 2 ** Math.min(failures, 6))

/** The right to ask the service for one connection, while it lasts. */
export interface Lease {
  readonly holder: string
  readonly row: ConnectionRow
  readonly refreshToken: string
  /** A previous holder died: the token it may have received is lost. */
  readonly isTakenOver: boolean
  /** How often it failed before, in a row. */
  readonly failures: number
}

export interface Renewal extends Selectable<Tables['token_renewals']> {
  readonly is_leased: boolean
  /** Renewed so lately that it need not be done again. */
  readonly is_fresh: boolean
  /** How long the service is to be left alone yet; null or less than one when it need not be. */
  readonly pause_seconds: number | null
}

export const findRenewal = async (db: Db, orgId: string, connectionId: string): Promise<Renewal | undefined> => {
  const found = await db
    .selectFrom('token_renewals')
    .selectAll()
    .select([
      sql<boolean>`holder is not null and leased_until > clock_timestamp()`.as('is_leased'),
      sql<boolean>`coalesce(renewed_at > clock_timestamp() - make_interval(secs => ${sameRenewalSeconds}), false)`.as(
        'is_fresh',
      ),
      sql<number | null>`extract(epoch from clock_timestamp() - failed_at)::float8`.as('failed_since'),
    ])
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  if (!found) return undefined
  const { failed_since, ...renewal } = found
  const left = failed_since === null ? 0 : pauseSeconds(renewal.failures) - failed_since
  return { ...renewal, pause_seconds: left > 0 ? Math.ceil(left) : null }
}

export const acquireLease = async (db: Db, row: ConnectionRow, failures: number): Promise<string> => {
  const holder = newId()
  const leased = {
    holder,
    version: row.version,
    failures,
    leased_until: sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
  }
  await db
    .insertInto('token_renewals')
    .values({ org_id: row.org_id, connection_id: row.id, ...leased })
    .onConflict((conflict) => conflict.columns(['org_id', 'connection_id']).doUpdateSet(leased))
    .execute()
  return holder
}

/** `patienceSeconds`: how long the service asks to be left alone; the pause is as long at least. */
export const releaseLease = async (
  db: Db,
  { row, holder, failures }: Lease,
  reason: string,
  patienceSeconds = 0,
): Promise<void> => {
  const beyondSeconds = Math.max(0, patienceSeconds - pauseSeconds(failures + 1))
  const failedAt = sql<Date>`clock_timestamp() + make_interval(secs => ${beyondSeconds})`
  await db
    .updateTable('token_renewals')
    .set((set) => ({ holder: null, failed_at: failedAt, failures: set('failures', '+', 1), reason }))
    .where('org_id', '=', row.org_id)
    .where('connection_id', '=', row.id)
    .where('holder', '=', holder)
    .execute()
}
