import { sql, type Updateable } from 'kysely'
import type { BaseContext, Step } from '#core/context.ts'
import { eventOf, type NewEvent } from '#core/events/events.ts'
import type { Tables } from '#db/tables.ts'
import { findSenderShown } from '#domains/platform/business-identity/logos.ts'
import { recordConflictsOfMeeting } from '../calendars/conflicts.ts'
import { findHours } from '../hours/work-hours.ts'
import { answerAddressOf, answering } from './answer-addresses.ts'
import { bookingFactsOf } from './booking-facts.ts'
import { type BookingLetter, type BookingNews, findOrganizationOfLetter } from './booking-mails.ts'
import { enterReminders, skipReminders } from './booking-reminders.ts'
import { type BookingRow, lockBooking, tokensOf } from './bookings.ts'
import { findCalendarsOf, queueEffects, type Surroundings } from './effects.ts'
import { asBooked, type EventTypeRow, findMembersAmong, gridOf, type Host, type Hosted } from './event-types.ts'
import { bookingEvents } from './events.ts'
import { finishMeetingTasks } from './meeting-tasks.ts'
import { withdrawOvertaken } from './overtaken.ts'
import { findPlace, type Placed, timeColumns, wallOf } from './place-booking.ts'
import { hasRefused } from './refusals.ts'
import { spanOf } from './slots.ts'
import { findHostIds, lockHosts, setSpanState, takeSpans } from './spans.ts'
import { stepReasons } from './step-reasons.ts'

/** What every change of a booking is given: one short transaction, and what stays the same across them. */
export type ChangeContext = Pick<BaseContext, 'vault' | 'newId' | 'now' | 'settings' | 'ports'> & Step

/** Who made a change. A member is not told of what they did themselves. */
export type Changer =
  | { readonly by: 'booker' }
  | { readonly by: 'calendar' }
  /** Its time has passed. */
  | { readonly by: 'clock' }
  | { readonly by: 'member'; readonly personId: string | null }

export const letterOf = async (
  { db, settings, vault }: Pick<ChangeContext, 'db' | 'settings' | 'vault'>,
  orgId: string,
  booking: BookingRow,
  type: EventTypeRow,
): Promise<BookingLetter> => {
  const everyone = sql<Host & { answers_to: string | null; is_member: boolean }>`
    select p.id, p.name, p.email, coalesce(p.language, 'en') as language, m.id is not null as is_member,
      ${answerAddressOf(orgId, sql`s.person_id`, sql`s.booking_id`)} as answers_to
    from booking_spans s join directory.people p on p.id = s.person_id left join members m on m.org_id = s.org_id and m.id = p.id
    where s.org_id = ${orgId} and s.booking_id = ${booking.id} order by p.id`
  const [{ rows }, organization, shown] = await Promise.all([
    everyone.execute(db),
    findOrganizationOfLetter(db, orgId),
    findSenderShown(db, orgId),
  ])
  const people = rows.map(({ is_member, answers_to, ...host }) => ({
    host: answering(host, answers_to),
    isMember: is_member,
  }))
  return {
    ...{ booking, tokens: tokensOf(vault, booking), type, organization, shown, publicUrl: settings.publicUrl },
    hosts: people.filter(({ isMember }) => isMember).map(({ host }) => host),
    organizer: people[0]?.host,
  }
}

/** The event type of a booking as it was booked: a meeting that is moved or handed over keeps its length, whatever later ones have. */
export const findTypeOf = async (db: Step['db'], orgId: string, booking: BookingRow): Promise<EventTypeRow> =>
  asBooked(
    await db
      .selectFrom('event_types')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('id', '=', booking.event_type_id)
      .executeTakeFirstOrThrow(),
    booking,
  )

const exceptOf = (changer: Changer) => ({ exceptHost: changer.by === 'member' ? changer.personId : null })

/** Who began and who ceased to host a meeting. */
interface HostChange {
  readonly gained: readonly string[]
  readonly dropped: readonly string[]
}

const surroundingsOf = async (
  context: Pick<ChangeContext, 'db' | 'settings' | 'vault'>,
  orgId: string,
  booking: BookingRow,
  type: EventTypeRow,
  { gained, dropped: gone }: HostChange,
  isUnconfirmed: boolean,
): Promise<Surroundings> => {
  const { db } = context
  const [letter, refused, dropped] = await Promise.all([
    letterOf(context, orgId, booking, type),
    booking.email_key ? hasRefused(db, orgId, booking.email_key) : false,
    findMembersAmong(db, orgId, gone),
  ])
  const ids = letter.hosts.map(({ id }) => id)
  const [hours, calendarsOf] = await Promise.all([
    findHours(db, orgId, [...ids, ...gone]),
    findCalendarsOf(db, orgId, ids, booking.id),
  ])
  return {
    letter: { ...letter, isHandedOver: gained.length > 0, isUnconfirmed },
    zones: new Map([...hours].map(([id, { zone }]) => [id, zone])),
    ...{ hasRefused: refused, calendarsOf, gained, dropped },
  }
}

/** All that follows from a booking that stands or fell: effects, reminders, the event, behind those of `before`. `known`: where the caller has read it. */
export const announce = async (
  context: ChangeContext,
  orgId: string,
  booking: BookingRow,
  type: EventTypeRow,
  news: BookingNews,
  changer: Changer,
  {
    known,
    before = [],
    hosts = { gained: [], dropped: [] },
    isUnconfirmed = false,
  }: {
    readonly known?: Surroundings | undefined
    readonly before?: readonly NewEvent[]
    readonly hosts?: HostChange
    /** It was confirmed until now. */
    readonly isUnconfirmed?: boolean
  } = {},
): Promise<void> => {
  const { db, now } = context
  const surroundings = known ?? (await surroundingsOf(context, orgId, booking, type, hosts, isUnconfirmed))
  const facts = {
    booking: bookingFactsOf(
      booking,
      surroundings.letter.hosts.map(({ id }) => id),
    ),
  }
  const event = {
    ...{ requested: bookingEvents.created, moved: bookingEvents.moved, handed: bookingEvents.moved },
    ...{ cancelled: bookingEvents.cancelled, declined: bookingEvents.cancelled, unanswered: bookingEvents.cancelled },
    confirmed: booking.sequence > 0 ? bookingEvents.confirmed : bookingEvents.created,
  }[news]
  if (booking.sequence > 0) await withdrawOvertaken(context, orgId, booking)
  await Promise.all([
    queueEffects(context, orgId, surroundings, news, {
      ...exceptOf(changer),
      events: [...before, eventOf(event, booking.id, facts)],
    }),
    booking.state === 'confirmed' ? enterReminders(db, orgId, booking, type, now()) : null,
  ])
}

const personOf = (changer: Changer): string | null => (changer.by === 'member' ? changer.personId : null)

/**
 * Gives a booking that the caller has locked other hosts, or another time, or both, with all that follows; null where another meeting is
 * there. The transaction is given back then.
 */
export const rearrange = async (
  context: ChangeContext,
  orgId: string,
  booking: BookingRow,
  type: EventTypeRow,
  to: {
    /** Who hosts it until now. */
    readonly before: readonly string[]
    readonly hosts: readonly string[]
    readonly columns: Omit<Placed['columns'], 'because'> & { readonly because?: string }
  },
  changer: Changer,
): Promise<BookingRow | null> => {
  const { db, now } = context
  const start = new Date(to.columns.starts_at)
  const isMoved = start.getTime() !== booking.starts_at.getTime()
  // Who approved it approved a time: another one that its booker chooses waits for approval again.
  const isUnconfirmed = isMoved && changer.by === 'booker' && type.approval && booking.state === 'confirmed'
  const state = isUnconfirmed ? 'pending' : (booking.state as 'pending' | 'confirmed')
  const hasTaken = await takeSpans(db, orgId, {
    ...{ bookingId: booking.id, hosts: to.hosts, heldUntil: null, now: now() },
    span: spanOf(start.getTime(), gridOf(type)),
    state,
  })
  if (!hasTaken) return null
  const outcome = isMoved ? stepReasons.moved : stepReasons.handed
  await skipReminders(db, orgId, booking.id, outcome, now())
  await finishMeetingTasks(db, orgId, booking.id, { doneBy: personOf(changer), outcome, isMoved })
  // What is not true of another time, or in another's calendar: the room, and what the booker answered to the invitation.
  const unmet = { room_url: null, ...(isMoved ? { answer: null, answer_facts: null } : {}) }
  const told = { booker_wall_clock: wallOf(start, booking.zone) }
  const placed = await change(context, booking, { ...to.columns, ...told, state, sequence: booking.sequence + 1, ...unmet })
  await announce(context, orgId, placed, type, isMoved ? 'moved' : 'handed', changer, {
    hosts: {
      gained: to.hosts.filter((id) => !to.before.includes(id)),
      dropped: to.before.filter((id) => !to.hosts.includes(id)),
    },
    isUnconfirmed,
  })
  // What lies at its new time, or in the calendar of its new host, was read before: no reading would tell of it.
  await recordConflictsOfMeeting(db, context, placed)
  return placed
}

/** Moves a booking that the caller has locked with its hosts; null where the start is not offered, or was taken meanwhile. */
export const moveBooking = async (
  context: ChangeContext,
  orgId: string,
  booking: BookingRow,
  hosted: Hosted,
  start: Date,
  changer: Changer,
): Promise<BookingRow | null> => {
  const { db, now } = context
  const before = await findHostIds(db, orgId, booking.id)
  const placed = await findPlace(db, orgId, hosted, { start, now: now(), except: booking.id, kept: before })
  return placed && rearrange(context, orgId, booking, hosted.type, { ...placed, before }, changer)
}

/** The same to any start, with the hosts that it has; null where another meeting is there. The transaction is given back then. */
export const moveExactly = async (
  context: ChangeContext,
  orgId: string,
  booking: BookingRow,
  type: EventTypeRow,
  start: Date,
  changer: Changer,
): Promise<BookingRow | null> => {
  const before = await findHostIds(context.db, orgId, booking.id)
  const columns = timeColumns(type, start, booking.host_zone)
  return rearrange(context, orgId, booking, type, { before, hosts: before, columns }, changer)
}

/** Tells the booker the time of a meeting anew, which is the same moment and by the rules of today another time on their clocks. */
export const announceTime = async (
  context: ChangeContext,
  orgId: string,
  booking: BookingRow,
  type: EventTypeRow,
  changer: Changer,
): Promise<void> => {
  await skipReminders(context.db, orgId, booking.id, stepReasons.toldAnew, context.now())
  const told = await change(context, booking, { ...agreedNow(booking, type), sequence: booking.sequence + 1 })
  await announce(context, orgId, told, type, 'moved', changer)
}

/** What clocks show today counts as agreed. */
export const agreedNow = (booking: BookingRow, type: EventTypeRow) => {
  const { wall_clock, tz_version } = timeColumns(type, booking.starts_at, booking.host_zone)
  return { wall_clock, tz_version, booker_wall_clock: wallOf(booking.starts_at, booking.zone) }
}

/** Cancels or declines a booking that the caller has locked with its hosts. */
export const endBooking = async (
  context: ChangeContext,
  orgId: string,
  booking: BookingRow,
  ended: { readonly state: 'cancelled' | 'declined'; readonly reason: string | null; readonly changer: Changer },
): Promise<BookingRow> => {
  const { db, now } = context
  const type = await findTypeOf(db, orgId, booking)
  await setSpanState(db, orgId, booking.id, ended.state)
  await skipReminders(db, orgId, booking.id, stepReasons.cancelled, now())
  await finishMeetingTasks(db, orgId, booking.id, {
    ...{ doneBy: personOf(ended.changer), outcome: stepReasons.cancelled, isMoved: true, isOver: true },
  })
  const over = await change(context, booking, {
    ...{ state: ended.state, reason: ended.reason, sequence: booking.sequence + 1, ended_by: ended.changer.by },
    ended_by_person: ended.changer.by === 'member' ? ended.changer.personId : null,
  })
  const news = ended.changer.by === 'clock' ? 'unanswered' : ended.state
  await announce(context, orgId, over, type, news, ended.changer)
  return over
}

/** Approves a booking that the caller has locked. */
export const confirmBooking = async (
  context: ChangeContext,
  orgId: string,
  booking: BookingRow,
  changer: Changer,
): Promise<BookingRow> => {
  await setSpanState(context.db, orgId, booking.id, 'confirmed')
  const confirmed = await change(context, booking, { state: 'confirmed', sequence: booking.sequence + 1 })
  await announce(context, orgId, confirmed, await findTypeOf(context.db, orgId, booking), 'confirmed', changer)
  return confirmed
}

const change = ({ db }: ChangeContext, booking: BookingRow, set: Updateable<Tables['bookings']>): Promise<BookingRow> =>
  db
    .updateTable('bookings')
    .set({ ...set, updated_at: sql`now()` })
    .where('org_id', '=', booking.org_id)
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Locks a booking with all of its hosts and those whom it may get (`others`), hosts first and all at once; undefined where there is no
 * such booking.
 */
export const lockWithHosts = async (
  db: Step['db'],
  orgId: string,
  bookingId: string,
  others: readonly string[] = [],
): Promise<BookingRow | undefined> => {
  await lockHosts(db, orgId, [...(await findHostIds(db, orgId, bookingId)), ...others])
  return lockBooking(db, orgId, bookingId)
}
