import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { isId } from '#core/ids.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'

/** What a caller says of a hold: its id, and the secret that makes it theirs. */
export interface GivenHold {
  readonly id: string
  readonly hash: Buffer
}

/** As `hold-slot` answered it. */
export const HoldToken = z.string().trim().max(200)

/** Null for what can be no hold. */
export const readHold = (text: string | null | undefined): GivenHold | null => {
  const [id = '', secret = ''] = (text ?? '').split('.')
  return isId(id) && secret.length >= 20 ? { id, hash: hashToken(secret) } : null
}

/** The id of a hold that is the caller's and has not run out; null for every other. */
export const findOwnHold = async (
  db: Db,
  orgId: string,
  text: string | null | undefined,
  now: Date,
): Promise<string | null> => {
  const given = readHold(text)
  if (!given) return null
  const found = await db
    .selectFrom('bookings')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', given.id)
    .where('hold_hash', '=', given.hash)
    .where('state', '=', 'held')
    .where('hold_expires_at', '>', now)
    .executeTakeFirst()
  return found?.id ?? null
}

/**
 * Holds of an event type, and those of a network, wait for each other until the transaction ends: so each that counts them sees all of
 * them. Before hosts are locked, always.
 */
export const lockHolds = async (
  db: Db,
  orgId: string,
  { eventTypeId, network }: { readonly eventTypeId: string; readonly network: string },
): Promise<void> => {
  for (const whose of [`event type ${eventTypeId}`, `network ${network}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`holds ${orgId} ${whose}`}, 0))`.execute(db)
}

/**
 * Gives back the time of a hold. In one statement, in the order in which holds that ran out are cleared (`takeSpans`), and without a lock
 * of hosts: a transaction that has locked a host may call it.
 */
export const releaseHold = async (db: Db, orgId: string, ownId: string): Promise<void> => {
  await sql`
    with own as (
      select id from bookings where org_id = ${orgId} and id = ${ownId} and state = 'held'
    ), freed as (
      update booking_spans s set state = 'expired', held_until = null from own
      where s.org_id = ${orgId} and s.booking_id = own.id and s.state = 'held'
    )
    update bookings b set state = 'expired', hold_expires_at = null, updated_at = now() from own
    where b.org_id = ${orgId} and b.id = own.id and b.state = 'held'`.execute(db)
}
