import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import { makeTokens } from './bookings.ts'

export interface DemoBooking {
  readonly id: string
  readonly contactId: string
  readonly name: string
  readonly email: string
  readonly hostId: string
  readonly startsAt: Date
  readonly endsAt: Date
}

/**
 * Adds meetings of the demo to the calendar of their host, without an event, a mail, a reminder or an entry in a calendar elsewhere. They are
 * over: one to come would take time that a client could book. One at the time of another is left out. Answers the ids of those that it made.
 */
export const addDemoBookings = async (
  db: Db,
  orgId: string,
  bookings: readonly DemoBooking[],
  vault: Vault,
): Promise<string[]> => {
  const type = await db
    .selectFrom('event_types')
    .select('id')
    .where('org_id', '=', orgId)
    .where('is_default', '=', true)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!type) return []
  const made: string[] = []
  for (const { id, contactId, name, email, hostId, startsAt, endsAt } of bookings) {
    const { rows } = await sql<{ id: string }>`
      select s.booking_id as id from booking_spans s
      where s.org_id = ${orgId} and s.person_id = ${hostId} and s.during && tstzrange(${startsAt}, ${endsAt}) limit 1`.execute(
      db,
    )
    if (rows.length > 0) continue
    await db
      .insertInto('bookings')
      .values({
        ...{ org_id: orgId, id, event_type_id: type.id, state: 'confirmed', starts_at: startsAt, ends_at: endsAt },
        booker_wall_clock: null,
        ...{ wall_clock: startsAt.toISOString().slice(0, 16), host_zone: 'UTC', zone: 'UTC', tz_version: 'demo' },
        ...{ because: '{"rule": "only"}', contact_id: contactId, name, email, source: 'member', made_by: hostId },
        ...{ tokens_sealed: makeTokens(db, orgId, id, vault).sealed, created_at: startsAt, updated_at: startsAt },
      })
      .execute()
    await sql`
      insert into booking_spans (org_id, booking_id, person_id, during, state)
      values (${orgId}, ${id}, ${hostId}, tstzrange(${startsAt}, ${endsAt}), 'confirmed')`.execute(db)
    made.push(id)
  }
  return made
}

export const removeDemoBookings = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await sql`delete from bookings where org_id = ${orgId} and id = any(${[...ids]}::uuid[])`.execute(db)
}
