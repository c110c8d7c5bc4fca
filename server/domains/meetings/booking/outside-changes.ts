import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { addTask } from '#domains/crm/deals/tasks.ts'
import { clearOutsideChange } from '../calendars/writes.ts'
import { type BookingRow, isStanding } from './bookings.ts'
import { languageOfHost } from './calendar-titles.ts'
import { type ChangeContext, type Changer, endBooking, findTypeOf, lockWithHosts, moveExactly } from './changes.ts'
import { doEffectJob, queueCalendarAgain } from './effects.ts'
import { notifyHosts } from './host-notices.ts'
import { changedKey, conflictKey, finishChanged, finishChangedOf } from './meeting-tasks.ts'
import { bookingNotices } from './notices.ts'
import { taskTitles } from './task-titles.ts'

/** What a host did with the event of a meeting in their own calendar, until a member decides. */
interface OutsideChange {
  readonly personId: string
  /** Null: deleted. */
  readonly startsAt: Date | null
}

/** What a member read before they decided; undefined where a program decides without. */
export type ShownChange = { readonly change: 'moved' | 'deleted'; readonly starts_at: string | null } | undefined

/** Whether it is still what was read: a host can move or delete the event again meanwhile. */
const isShown = (shown: ShownChange, { startsAt }: OutsideChange): boolean => {
  if (shown === undefined) return true
  if (shown.change === 'deleted') return startsAt === null
  return shown.starts_at !== null && startsAt?.getTime() === Date.parse(shown.starts_at)
}

/** Those of all hosts: each may have done something else. What is decided about is what members were shown. */
const findOutsideChanges = async (db: Db, orgId: string, bookingId: string): Promise<OutsideChange[]> => {
  const { rows } = await sql<{ person_id: string; starts_at: Date | null }>`
    select w.person_id, case w.seen_change when 'moved' then w.seen_starts_at when 'deleted' then null else e.starts_at end as starts_at
    from calendar_writes w
    left join calendar_events e on e.org_id = w.org_id and e.calendar_id = w.calendar_id and e.provider_id = w.event_id
    where w.org_id = ${orgId} and w.booking_id = ${bookingId} and w.state = 'written' and w.seen_change is not null
    order by w.person_id`.execute(db)
  return rows.map((row) => ({ personId: row.person_id, startsAt: row.starts_at }))
}

/** Why a meeting cannot be brought to what the calendar says. */
type Refused =
  | 'booking_cancelled'
  | 'booking_over'
  | 'booking_not_changed'
  | 'booking_changed_again'
  | 'slot_taken'
  | 'slot_not_offered'
/** How a decision ended: `done`, or why it could not. */
export type Decided = 'done' | Refused

/**
 * Brings a booking to what `personId` did in their calendar, or the first host if that is no host who changed it, and tells the booker. The
 * time may be any that is ahead and free. The events of all hosts are brought to it: one who had moved theirs elsewhere gets a task.
 */
export const acceptOutsideChange = async (
  context: ChangeContext,
  orgId: string,
  bookingId: string,
  changer: Changer,
  { personId, shown }: { readonly personId: string | null; readonly shown?: ShownChange },
): Promise<Decided> => {
  const { db, now } = context
  const booking = await lockWithHosts(db, orgId, bookingId)
  if (!booking || !isStanding(booking)) return 'booking_cancelled'
  if (booking.ends_at <= now()) return 'booking_over'
  const changes = await findOutsideChanges(db, orgId, bookingId)
  // What a calendar says is followed for its own host alone.
  const change = changes.find((each) => each.personId === personId) ?? (changer.by === 'member' ? changes[0] : undefined)
  if (!change) return 'booking_not_changed'
  if (!isShown(shown, change)) return 'booking_changed_again'
  if (change.startsAt === null) await endBooking(context, orgId, booking, { state: 'cancelled', reason: null, changer })
  else {
    if (change.startsAt <= now()) return 'slot_not_offered'
    const type = await findTypeOf(db, orgId, booking)
    if (!(await moveExactly(context, orgId, booking, type, change.startsAt, changer))) return 'slot_taken'
  }
  await clearOutsideChange(db, orgId, bookingId)
  await finishChanged(db, orgId, bookingId, { doneBy: personOf(changer), outcome: 'The booker was told' })
  const others = changes.filter(({ startsAt }) => startsAt?.getTime() !== change.startsAt?.getTime())
  if (change.startsAt !== null) for (const other of others) await askOverruled(db, orgId, booking, other.personId)
  return 'done'
}

/**
 * Writes the event into the host’s calendar again, as the booking says: that of the member who decides, if they changed theirs, and the
 * others stay asked; else those of all hosts who did.
 */
export const undoOutsideChange = async (
  { db, now, enqueue }: Pick<ChangeContext, 'db' | 'now' | 'enqueue'>,
  orgId: string,
  bookingId: string,
  changer: Changer,
  { personId, shown }: { readonly personId: string | null; readonly shown?: ShownChange },
): Promise<Decided> => {
  const booking = await lockWithHosts(db, orgId, bookingId)
  if (!booking || !isStanding(booking)) return 'booking_cancelled'
  if (booking.ends_at <= now()) return 'booking_over'
  const changes = await findOutsideChanges(db, orgId, bookingId)
  const own = changes.filter((each) => each.personId === personId)
  const [first] = own.length > 0 ? own : changes
  if (!first) return 'booking_not_changed'
  if (!isShown(shown, first)) return 'booking_changed_again'
  for (const change of own.length > 0 ? own : changes) {
    const effectId = await queueCalendarAgain(db, orgId, booking, change.personId)
    await enqueue(doEffectJob, { orgId, effectId })
  }
  const done = { doneBy: personOf(changer), outcome: 'The event was put back' }
  if (personId !== null && own.length > 0 && own.length < changes.length)
    await finishChangedOf(db, orgId, bookingId, personId, done)
  else await finishChanged(db, orgId, bookingId, done)
  return 'done'
}

const personOf = (changer: Changer): string | null => (changer.by === 'member' ? changer.personId : null)

/** A task for the host: nothing goes to the booker until a member decides. */
export const askHost = async (
  db: Db,
  orgId: string,
  booking: BookingRow,
  asked: { readonly personId: string; readonly change: 'moved' | 'deleted'; readonly eventId: string },
): Promise<void> => {
  const titles = taskTitles[await languageOfHost(db, asked.personId)]
  await addTask(db, orgId, {
    ...{ contactId: booking.contact_id, dealId: booking.deal_id, kind: 'next_action', assignedTo: asked.personId },
    title: titles[asked.change](booking.name),
    cause: { rule: 'meeting_changed_outside' },
    causeKey: `${changedKey(booking.id, asked.personId)}${asked.eventId}`,
  })
  await notifyHosts(db, orgId, booking.id, {
    ...{ notice: bookingNotices.meeting_changed, only: [asked.personId] },
    facts: { name: booking.name, change: asked.change },
  })
}

/** A task for a host whose event was moved to what another one did with theirs. */
const askOverruled = async (db: Db, orgId: string, booking: BookingRow, personId: string): Promise<void> => {
  await addTask(db, orgId, {
    ...{ contactId: booking.contact_id, dealId: booking.deal_id, kind: 'next_action', assignedTo: personId },
    title: taskTitles[await languageOfHost(db, personId)].overruled(booking.name),
    cause: { rule: 'meeting_changed_outside' },
    causeKey: `${changedKey(booking.id, personId)}after ${booking.sequence}`,
  })
}

/** A task for a host with an event over their meeting. It is never solved without a member. */
export const askAboutConflict = async (
  db: Db,
  orgId: string,
  booking: BookingRow,
  asked: { readonly personId: string; readonly eventId: string },
): Promise<void> => {
  await addTask(db, orgId, {
    ...{ contactId: booking.contact_id, dealId: booking.deal_id, kind: 'next_action', assignedTo: asked.personId },
    title: taskTitles[await languageOfHost(db, asked.personId)].conflict(booking.name),
    cause: { rule: 'meeting_conflict' },
    causeKey: `${conflictKey(booking.id)}${asked.eventId}`,
  })
  await notifyHosts(db, orgId, booking.id, {
    ...{ notice: bookingNotices.meeting_conflict, only: [asked.personId], facts: { name: booking.name } },
  })
}
