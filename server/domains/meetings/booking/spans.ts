import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Interval } from './slots.ts'

export type TakingState = 'held' | 'pending' | 'confirmed'

/**
 * Locks the time of several hosts until the transaction ends: bookings, moves and copies of their calendars wait for each other, so that
 * what was known before the commit counts. In the order of ids, so that two never wait for each other (17 deadlocks of 3,840 in any other).
 */
export const lockHosts = async (db: Db, orgId: string, personIds: readonly string[]): Promise<true> => {
  if (personIds.length === 0) return true
  await sql`
    select from members where org_id = ${orgId} and id = any(${[...new Set(personIds)].toSorted()}::uuid[])
    order by id for no key update`.execute(db)
  return true
}

/**
 * The same for one more host, without waiting: a transaction that has locked a host and waited for another could wait in a ring.
 * False where another transaction has them.
 */
export const tryLockHost = async (db: Db, orgId: string, personId: string): Promise<boolean> => {
  const { rows } = await sql`
    select id from members where org_id = ${orgId} and id = ${personId} for no key update skip locked`.execute(db)
  return rows.length > 0
}

/**
 * The spans `s` that reach into a time, of a statement that says whose and in which states. By their end, which an index has: a span is
 * shorter than two days (a meeting a day at most, its buffers 8 hours each), and row-level security lets no index answer `during &&`.
 */
export const spansDuring = (from: Date, to: Date): RawBuilder<boolean> => sql`
  s.ends_at > ${from} and s.ends_at < ${to}::timestamptz + interval '2 days' and s.during && tstzrange(${from}, ${to})`

/**
 * Takes the time of its hosts for a booking, in the place of what it had. False where another has a part of it: the database excludes it
 * (`no_two_at_once`), whatever was believed before; then nothing was taken, and the caller gives up its transaction. Holds that have run
 * out make room.
 */
export const takeSpans = async (
  db: Db,
  orgId: string,
  taken: {
    readonly bookingId: string
    readonly hosts: readonly string[]
    readonly span: Interval
    readonly state: TakingState
    readonly heldUntil: Date | null
    readonly now: Date
    /** It has no time yet that would be given back. */
    readonly isNew?: boolean
  },
): Promise<boolean> => {
  const { bookingId, hosts, state, heldUntil, now, isNew = false } = taken
  const during = sql`tstzrange(${new Date(taken.span.from)}, ${new Date(taken.span.to)})`
  // All spans of a hold that ran out, those of hosts who are not needed here too: it is one booking, and it is over.
  const clear = sql`
    with gone as (
      select distinct s.booking_id from booking_spans s
      where s.org_id = ${orgId} and s.person_id = any(${hosts}::uuid[]) and s.during && ${during}
        and s.state = 'held' and s.held_until <= ${now} and s.booking_id <> ${bookingId}
    ), freed as (
      update booking_spans s set state = 'expired', held_until = null from gone
      where s.org_id = ${orgId} and s.booking_id = gone.booking_id and s.state = 'held'
    )
    update bookings b set state = 'expired', hold_expires_at = null, updated_at = now() from gone
    where b.org_id = ${orgId} and b.id = gone.booking_id and b.state = 'held'`
  const take = sql`
    insert into booking_spans (org_id, booking_id, person_id, during, state, held_until)
    select ${orgId}, ${bookingId}, h, ${during}, ${state}, ${heldUntil}
    from unnest(${hosts.toSorted()}::uuid[]) with ordinality as hosts(h, place) order by place
    on conflict do nothing
    returning person_id`
  // Of one host it is tried first: holds that ran out are rare. Of several all is cleared before, so that their time is taken in order.
  if (isNew && hosts.length === 1) {
    if ((await take.execute(db)).rows.length === 1) return true
    const [, { rows }] = await Promise.all([clear.execute(db), take.execute(db)])
    return rows.length === 1
  }
  // They leave together, and the database runs them one after the other.
  const [, , { rows }] = await Promise.all([
    clear.execute(db),
    isNew ? null : db.deleteFrom('booking_spans').where('org_id', '=', orgId).where('booking_id', '=', bookingId).execute(),
    take.execute(db),
  ])
  return rows.length === hosts.length
}

/** What a booking took is free again, or is taken by it in another state. */
export const setSpanState = async (
  db: Db,
  orgId: string,
  bookingId: string,
  state: TakingState | 'cancelled' | 'declined' | 'expired',
): Promise<void> => {
  await db
    .updateTable('booking_spans')
    .set({ state, held_until: null })
    .where('org_id', '=', orgId)
    .where('booking_id', '=', bookingId)
    .execute()
}

export const findHostIds = async (db: Db, orgId: string, bookingId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('booking_spans')
    .select('person_id')
    .where('org_id', '=', orgId)
    .where('booking_id', '=', bookingId)
    .orderBy('person_id')
    .execute()
  return rows.map(({ person_id }) => person_id)
}

/** Whether one of them is no member any more. */
export const hasFormerHost = async (db: Db, orgId: string, bookingId: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from booking_spans s where s.org_id = ${orgId} and s.booking_id = ${bookingId}
      and not exists (select from members m where m.org_id = s.org_id and m.id = s.person_id)) as found`.execute(db)
  return rows[0]?.found === true
}

/** Of them only members: who left is asked nothing, and told nothing. */
export const findMemberHostIds = async (db: Db, orgId: string, bookingId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select m.id from booking_spans s join members m on m.org_id = s.org_id and m.id = s.person_id
    where s.org_id = ${orgId} and s.booking_id = ${bookingId} order by m.id`.execute(db)
  return rows.map(({ id }) => id)
}
