import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { addTask, finishTasksOf, hasOpenTask } from '#domains/crm/deals/tasks.ts'
import { hasConflict } from '../calendars/conflicts.ts'
import { clearOutsideChange, findSeenChange } from '../calendars/writes.ts'
import type { AskedEvent } from './asked-calendars.ts'
import { type BookingRow, isStanding, lockBooking } from './bookings.ts'
import { languageOfHost } from './calendar-titles.ts'
import { type ChangeContext, type Changer, endBooking, findTypeOf, lockWithHosts, moveExactly } from './changes.ts'
import { doEffectJob, queueCalendarAgain } from './effects.ts'
import { notifyHosts } from './host-notices.ts'
import { changedKey, conflictKey, finishChanged, finishChangedOf, finishConflicts, finishConflictsOf } from './meeting-tasks.ts'
import { bookingNotices } from './notices.ts'
import { stepReasons } from './step-reasons.ts'
import { taskTitles } from './task-titles.ts'

/** What a host did with the event of a meeting in their own calendar, until a member decides. */
interface OutsideChange {
  readonly personId: string
  /** Null: deleted. */
  readonly startsAt: Date | null
}

/** What a member read before they decided; undefined where a program decides without. */
export type ShownChange = { readonly change: 'moved' | 'deleted'; readonly starts_at: string | null } | undefined

/** Who decides, and by what. */
interface Deciding {
  readonly personId: string | null
  readonly shown?: ShownChange
  readonly asked?: AskedEvent | null
}

/** Whether it is still what was read: a host can move or delete the event again meanwhile. */
const isShown = (shown: ShownChange, { startsAt }: OutsideChange): boolean => {
  if (shown === undefined) return true
  if (shown.change === 'deleted') return startsAt === null
  return shown.starts_at !== null && startsAt?.getTime() === Date.parse(shown.starts_at)
}

/**
 * Those of all hosts: each may have done something else. What is decided about is what members were shown; `asked`: what a calendar says at
 * this moment, which its copy may not say yet.
 */
const findOutsideChanges = async (
  db: Db,
  orgId: string,
  { id: bookingId, starts_at: bookedAt }: BookingRow,
  asked: AskedEvent | null = null,
): Promise<OutsideChange[]> => {
  const { rows } = await sql<{ person_id: string; starts_at: Date | null }>`
    select w.person_id, case w.seen_change when 'moved' then w.seen_starts_at when 'deleted' then null else e.starts_at end as starts_at
    from calendar_writes w
    left join calendar_events e on e.org_id = w.org_id and e.calendar_id = w.calendar_id and e.provider_id = w.event_id
    where w.org_id = ${orgId} and w.booking_id = ${bookingId} and w.state = 'written' and w.seen_change is not null
    order by w.person_id`.execute(db)
  return rows
    .map((row) => ({
      personId: row.person_id,
      startsAt: row.person_id === asked?.personId ? asked.startsAt : row.starts_at,
    }))
    .filter(({ personId, startsAt }) => personId !== asked?.personId || startsAt?.getTime() !== bookedAt.getTime())
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
  { personId, shown, asked }: Deciding,
): Promise<Decided> => {
  const { db, now } = context
  const booking = await lockWithHosts(db, orgId, bookingId)
  if (!booking || !isStanding(booking)) return 'booking_cancelled'
  if (booking.ends_at <= now()) return 'booking_over'
  const changes = await findOutsideChanges(db, orgId, booking, asked)
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
  await finishChanged(db, orgId, bookingId, { doneBy: personOf(changer), outcome: stepReasons.bookerTold })
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
  { personId, shown, asked }: Deciding,
): Promise<Decided> => {
  const booking = await lockWithHosts(db, orgId, bookingId)
  if (!booking || !isStanding(booking)) return 'booking_cancelled'
  if (booking.ends_at <= now()) return 'booking_over'
  const changes = await findOutsideChanges(db, orgId, booking, asked)
  const own = changes.filter((each) => each.personId === personId)
  const [first] = own.length > 0 ? own : changes
  if (!first) return 'booking_not_changed'
  if (!isShown(shown, first)) return 'booking_changed_again'
  for (const change of own.length > 0 ? own : changes) {
    const effectId = await queueCalendarAgain(db, orgId, booking, change.personId)
    await enqueue(doEffectJob, { orgId, effectId })
  }
  const done = { doneBy: personOf(changer), outcome: stepReasons.putBack }
  if (personId !== null && own.length > 0 && own.length < changes.length)
    await finishChangedOf(db, orgId, bookingId, personId, done)
  else await finishChanged(db, orgId, bookingId, done)
  return 'done'
}

const personOf = (changer: Changer): string | null => (changer.by === 'member' ? changer.personId : null)

/** What a host is asked, in a task of theirs. */
interface Question {
  readonly personId: string
  /** How keys of such tasks begin. */
  readonly key: string
  /** Of these questions under one key: the one that is asked now takes the place of another. */
  readonly about: 'moved' | 'deleted' | 'overruled' | 'conflict'
  /** What brought it about: each asks once. */
  readonly causedBy: string
}

/** Asks a host in one task: where the same is asked already it stays as it is, and what was asked before of the same key is over. */
const ask = async (db: Db, orgId: string, booking: BookingRow, { personId, key, about, causedBy }: Question): Promise<void> => {
  if (await hasOpenTask(db, orgId, `${key}${about}:`)) return
  await finishTasksOf(db, orgId, key, { doneBy: null, outcome: stepReasons.changedAgain })
  await addTask(db, orgId, {
    ...{ contactId: booking.contact_id, dealId: booking.deal_id, kind: 'next_action', assignedTo: personId },
    title: taskTitles[await languageOfHost(db, personId)][about](booking.name),
    cause: { rule: about === 'conflict' ? 'meeting_conflict' : 'meeting_changed_outside' },
    causeKey: `${key}${about}:${causedBy}`,
  })
}

/** What brought a question about: the event of the log, and whose calendar it is about. */
interface Asked {
  readonly personId: string
  readonly eventId: string
}

/**
 * A task for the host about what their calendar says by now: nothing goes to the booker until a member decides. None where the host has put
 * the event back meanwhile.
 */
export const askHost = async (db: Db, orgId: string, booking: BookingRow, { personId, eventId }: Asked): Promise<void> => {
  await lockBooking(db, orgId, booking.id)
  const change = await findSeenChange(db, orgId, booking.id, personId)
  if (change === null) return
  await ask(db, orgId, booking, { personId, key: changedKey(booking.id, personId), about: change, causedBy: eventId })
  await notifyHosts(db, orgId, booking.id, {
    ...{ notice: bookingNotices.meeting_changed, only: [personId] },
    facts: { name: booking.name, change },
  })
}

/** A task for a host whose event was moved to what another one did with theirs. */
const askOverruled = (db: Db, orgId: string, booking: BookingRow, personId: string): Promise<void> =>
  ask(db, orgId, booking, {
    ...{ personId, key: changedKey(booking.id, personId), about: 'overruled', causedBy: `after ${booking.sequence}` },
  })

/** A host has put the event of a meeting back, and not moved it again since: there is nothing to decide. */
export const settlePutBack = async (db: Db, orgId: string, booking: BookingRow, personId: string): Promise<void> => {
  await lockBooking(db, orgId, booking.id)
  if ((await findSeenChange(db, orgId, booking.id, personId)) !== null) return
  await finishChangedOf(db, orgId, booking.id, personId, { doneBy: null, outcome: stepReasons.hostPutBack })
}

/** A task for a host with an event over their meeting. It is never solved without a member, unless by the host in their calendar. */
export const askAboutConflict = async (
  db: Db,
  orgId: string,
  booking: BookingRow,
  { personId, eventId }: Asked,
): Promise<void> => {
  await lockBooking(db, orgId, booking.id)
  if (!(await hasConflict(db, orgId, booking.id, personId))) return
  await ask(db, orgId, booking, { personId, key: conflictKey(booking.id, personId), about: 'conflict', causedBy: eventId })
  await notifyHosts(db, orgId, booking.id, {
    ...{ notice: bookingNotices.meeting_conflict, only: [personId], facts: { name: booking.name } },
  })
}

/** An event over a meeting is elsewhere, or gone: where none is left there is nothing to decide. */
export const settleConflict = async (db: Db, orgId: string, booking: BookingRow, personId: string): Promise<void> => {
  await lockBooking(db, orgId, booking.id)
  const done = { doneBy: null, outcome: stepReasons.conflictEnded }
  if (!(await hasConflict(db, orgId, booking.id, null))) await finishConflicts(db, orgId, booking.id, done)
  else if (!(await hasConflict(db, orgId, booking.id, personId))) await finishConflictsOf(db, orgId, booking.id, personId, done)
}
