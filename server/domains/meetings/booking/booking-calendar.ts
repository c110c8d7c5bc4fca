import type { Db, JobContext } from '#core/context.ts'
import type { CopiedEvent, WantedEvent } from '#ports/calendars.ts'
import { isDemoEmail } from '#shapes/demo-people.ts'
import { languageOf } from '#shapes/languages.ts'
import {
  type CalendarRow,
  findCalendar,
  findTarget,
  lateAfterMs,
  openAccount,
  removeLateEventJob,
} from '../calendars/calendars.ts'
import { announceWrite, type CalendarWrite, findWrite, recordRemoval, recordWrite } from '../calendars/writes.ts'
import { type BookingRow, eventIdOf, findBooking, isStanding, lockBooking, manageAddress } from './bookings.ts'
import { languageOfHost, titleInCalendar } from './calendar-titles.ts'
import { findTypeOf, letterOf } from './changes.ts'
import type { EffectRow } from './effects.ts'
import { placeOf } from './event-types.ts'
import { mailStrings } from './mail-strings.ts'
import { findHostIds } from './spans.ts'
import { stepReasons } from './step-reasons.ts'

/** How a calendar was brought to what the booking says now. */
export interface WroteBooking {
  readonly state: 'done' | 'skipped' | 'failed'
  readonly reason: string | null
  /** The room is not there yet: it is looked for once more. */
  readonly again: boolean
}

/** How often a host deletes the event of one booking before it is left so. */
const mostIds = 10
/** How often a booking changes, or an id proves taken, while it is written, before another run goes on. */
const mostRounds = 2 * mostIds

const done: WroteBooking = { state: 'done', reason: null, again: false }
/** A room that is not there after so many looks, some ten minutes, is none. */
const mostRoomLooks = 7
const { roomPending, roomMissing, roomFailed } = stepReasons

const skipped = (reason: string): WroteBooking => ({ state: 'skipped', reason, again: false })
const changing: WroteBooking = { ...done, reason: stepReasons.changing, again: true }

/**
 * Brings a host's calendar to what a booking says now, whatever it said when the step was queued: so steps that overtake each other, and
 * repeats after a crash, end in the same event. Its id is made of the booking and stored before the call: a call that worked and was not
 * heard of is found, and what it made is removed when the booking was cancelled meanwhile.
 */
export const writeBooking = async (context: JobContext, orgId: string, effect: EffectRow): Promise<WroteBooking> => {
  for (let round = 0, ids = 0; round < mostRounds; round++) {
    const next = await context.inOrg(orgId, (db) => decide(db, context, orgId, effect, ids))
    if ('end' in next) return next.end
    if ('remove' in next) {
      if (!(await remove(context, orgId, next.remove))) return skipped(stepReasons.disconnected)
      continue
    }
    const { target, wanted } = next.put
    const account = await openAccount(context, orgId, target.connection_id)
    if (!account) return skipped(stepReasons.disconnected)
    const put = await account.putEvent(target.provider_id, wanted)
    if (put.outcome === 'gone') {
      ids++
      continue
    }
    if (!(await context.inOrg(orgId, (db) => keep(db, orgId, next.put, put.event)))) continue
    return wanted.wantsRoom ? withRoom(put.event.room.state, effect) : done
  }
  return changing
}

/** The event is there, and the meeting stands; its room may be missing. */
const withRoom = (room: CopiedEvent['room']['state'], { tries, reason }: EffectRow): WroteBooking => {
  if (room === 'failed') return { state: 'failed', reason: roomFailed, again: false }
  if (room !== 'pending') return done
  if (reason === roomPending && tries >= mostRoomLooks) return { state: 'failed', reason: roomMissing, again: false }
  return { ...done, again: true, reason: roomPending }
}

interface Put {
  readonly booking: BookingRow
  readonly target: CalendarRow
  readonly wanted: WantedEvent
}

/** The next call, or the end. The id of an event that may be made from now on is stored in the same transaction. */
const decide = async (
  db: Db,
  context: JobContext,
  orgId: string,
  { booking_id: bookingId, person_id, tries }: EffectRow,
  ids: number,
): Promise<{ end: WroteBooking } | { remove: CalendarWrite } | { put: Put }> => {
  const personId = person_id ?? ''
  const booking = await findBooking(db, orgId, bookingId)
  if (!booking) return { end: skipped(stepReasons.gone) }
  const write = await findWrite(db, orgId, bookingId, personId)
  const isThere = write !== undefined && write.state !== 'removed'
  if (!(await isHosted(db, orgId, booking, personId))) return isThere ? { remove: write } : { end: done }
  // Where it was written, for as long as that calendar is there: it moves to no other.
  const written = isThere ? await findCalendar(db, orgId, write.calendar_id) : undefined
  const target = written ?? (await findTarget(db, orgId, personId))
  if (!target) return { end: skipped(stepReasons.noCalendar) }
  if (ids > mostIds) return { end: skipped(stepReasons.eventDeleted) }
  const event = await eventOf(db, context, orgId, { booking, personId })
  // Deleted there, and its id is taken for ever: the next one is made of the booking, its SEQUENCE and a number, so a repeat finds it.
  const first = write?.calendar_id === target.id ? write.event_id : event.id
  const id = ids === 0 ? first : `${event.id}${booking.sequence}${ids === 1 ? '' : `v${ids - 1}`}`
  await announceWrite(db, target, { bookingId, eventId: id, sequence: booking.sequence })
  // A room that failed before is asked for once with each new step, and when a member repeats one.
  return { put: { booking, target, wanted: { ...event, id, wantsRoomAgain: tries === 0 } } }
}

const isHosted = async (db: Db, orgId: string, booking: BookingRow, personId: string): Promise<boolean> =>
  isStanding(booking) && (await findHostIds(db, orgId, booking.id)).includes(personId)

const eventOf = async (
  db: Db,
  context: JobContext,
  orgId: string,
  { booking, personId }: { readonly booking: BookingRow; readonly personId: string },
): Promise<WantedEvent> => {
  const type = await findTypeOf(db, orgId, booking)
  const letter = await letterOf({ ...context, db }, orgId, booking, type)
  const place = placeOf(type)
  return {
    id: eventIdOf(booking.id),
    title: titleInCalendar(booking, type.name, await languageOfHost(db, personId)),
    ...{ start: booking.starts_at, end: booking.ends_at, zone: booking.host_zone, isBusy: true },
    description: [
      `${context.settings.publicUrl}/bookings/${booking.id}`,
      ...(booking.answers as { label: string; answer: string }[]).map(({ label, answer }) => `${label}: ${answer}`),
      `${mailStrings[languageOf(booking.locale)].manage}: ${manageAddress(context.settings.publicUrl, letter.tokens)}`,
    ].join('\n'),
    location: place.kind === 'address' ? place.address : place.kind === 'phone' ? (booking.phone ?? '') : '',
    attendees: [
      ...(booking.email && booking.state === 'confirmed' && !isDemoEmail(booking.email)
        ? [{ email: booking.email, name: booking.name ?? '' }]
        : []),
      ...letter.hosts.slice(1).map(({ answersTo, name }) => ({ email: answersTo, name })),
    ],
    wantsRoom: place.kind === 'meet' && booking.state === 'confirmed',
    tags: { bookingId: booking.id, sequence: booking.sequence },
  }
}

/** False where the booking says something else by now: the event is brought to that, or removed. */
const keep = async (db: Db, orgId: string, { booking, target, wanted }: Put, event: CopiedEvent): Promise<boolean> => {
  const now = await lockBooking(db, orgId, booking.id)
  const isSame =
    now?.sequence === booking.sequence && now.state === booking.state && (await isHosted(db, orgId, now, target.person_id))
  if (!isSame) {
    await announceWrite(db, target, { bookingId: booking.id, eventId: wanted.id, sequence: booking.sequence })
    return false
  }
  const roomUrl = event.room.state === 'ready' ? event.room.url : null
  await recordWrite(db, target, {
    ...{ bookingId: booking.id, eventId: event.id, sequence: booking.sequence, state: 'written', etag: event.etag, roomUrl },
  })
  if (roomUrl)
    await db
      .updateTable('bookings')
      .set({ room_url: roomUrl })
      .where('org_id', '=', orgId)
      .where('id', '=', booking.id)
      .execute()
  return true
}

const remove = async (context: JobContext, orgId: string, write: CalendarWrite): Promise<boolean> => {
  const account = await openAccount(context, orgId, write.connection_id)
  if (!account) return false
  await account.removeEvent(write.provider_calendar_id, write.event_id)
  await context.inOrg(orgId, async (db) => {
    await recordRemoval(db, write)
    // It was put without an answer that was heard: it may come to be after the removal.
    if (write.state === 'writing')
      await context.enqueueIn(
        db,
        removeLateEventJob,
        {
          ...{ orgId, bookingId: write.booking_id, personId: write.person_id, mailboxId: write.connection_id },
          ...{ calendar: write.provider_calendar_id, eventId: write.event_id },
        },
        { inMs: lateAfterMs },
      )
  })
  return true
}
