import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast, type Role } from '#core/actions/caller.ts'
import { type Fail, transportErrors } from '#core/errors.ts'
import { type BookingRow, findBooking, isStanding } from './bookings.ts'
import { type ChangeContext, findTypeOf, lockWithHosts, moveBooking as move, moveExactly } from './changes.ts'
import { bookingErrors } from './errors.ts'
import { findHosted, type Hosted } from './event-types.ts'
import { findHostsWith, handOver } from './handovers.ts'
import { findNearest, isOnGrid } from './offers.ts'
import { ownBooking } from './own-bookings.ts'
import { findHostIds } from './spans.ts'
import { readStart, StartTime, startErrors, ZoneName } from './times.ts'

export const moveBooking = action({
  name: 'move-booking',
  summary: 'Reschedule a booking as a member',
  description: [
    'For a host of the booking, or an admin: moves it to another start that its event type offers, or with `anyTime` to any that is ahead: outside of working hours, notice and grid, with the hosts that it has, and over their own events; never over another booking. The booker gets an email with the new time and an updated calendar file; its link stays the same.',
    'With `hostId` another member hosts it, at its own time or at `start`: for instance after its host left the workspace. The new host must be free then, within working hours; with `anyTime` only other bookings count. In a collective meeting the new host joins the others and replaces former members. An admin may choose any member; a host may choose among the hosts of the event type. Both hosts and the booker get an email: the calendar entry stays the same, with the next SEQUENCE.',
  ].join('\n\n'),
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'bookingId',
  leaves: 'An email with the new time to the booker',
  scope: 'bookings:write',
  hints: { destructive: false, idempotent: true },
  input: z
    .object({
      bookingId: z.uuid(),
      start: StartTime.optional().describe('Needed without `hostId`; default: the time that it has'),
      timezone: ZoneName.optional().describe('For a start without an offset'),
      anyTime: z.boolean().default(false).describe('Also a start that is not offered'),
      hostId: z.uuid().optional().describe('The member who hosts it from now on'),
    })
    .refine(({ start, hostId }) => start || hostId, { path: ['start'], message: 'is needed without hostId' }),
  output: z.object({ success: z.literal(true), changed: z.boolean().describe('False where it had that time and that host') }),
  errors: [
    transportErrors.forbidden,
    ...startErrors,
    bookingErrors.booking_not_found,
    bookingErrors.booking_cancelled,
    bookingErrors.booking_over,
    bookingErrors.host_not_found,
    bookingErrors.slot_taken,
    bookingErrors.slot_not_offered,
  ],
  examples: [
    { title: 'An hour later', input: { bookingId: '01980000-0000-7000-8000-000000000000', start: '2027-03-01T10:00:00Z' } },
    {
      title: 'To another host',
      input: { bookingId: '01980000-0000-7000-8000-000000000000', hostId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ bookingId, start: text, timezone, anyTime, hostId }, { fail, ...context }) {
    const { db, org, person, now } = context
    const seen = await ownBooking(context, await findBooking(db, org.id, bookingId), fail)
    const start = text ? readStart(text, timezone ?? seen.host_zone, fail, { start: 'start', zone: 'timezone' }) : null
    const hosted = await findHosted(db, org.id, await findTypeOf(db, org.id, seen))
    const others = [...hosted.hosts.map(({ id }) => id), ...(hostId ? [hostId] : [])]
    const booking = await lockWithHosts(db, org.id, bookingId, others)
    if (!booking || !isStanding(booking)) throw fail('booking_cancelled')
    if (now() >= booking.ends_at) throw fail('booking_over')
    const to = start ?? booking.starts_at
    const isSameTime = booking.starts_at.getTime() === to.getTime()
    const given = hostId ? await hostsGiven(context, booking, hosted, { hostId, anyTime }, fail) : null
    if (isSameTime && !given) return { success: true as const, changed: false }
    if (anyTime && !isSameTime && to <= now()) throw fail('slot_not_offered', { field: 'start' })
    const changer = { by: 'member' as const, personId: person?.id ?? null }
    const moved = given
      ? await handOver(context, org.id, booking, given, { start: to, isAnyTime: anyTime }, changer)
      : anyTime
        ? await moveExactly(context, org.id, booking, hosted.type, to, changer)
        : await move(context, org.id, booking, hosted, to, changer)
    if (!moved) {
      const offering = given ?? hosted
      const nearest = await findNearest(db, org.id, offering, { start: to, now: now(), except: booking.id })
      const code = anyTime || (await isOnGrid(db, org.id, offering, to, now())) ? 'slot_taken' : 'slot_not_offered'
      throw fail(code, { field: 'start', facts: { nearest } })
    }
    return { success: true as const, changed: true }
  },
})

/**
 * Who hosts it from now on; null where they do already. Asked under the lock of all of them: a member who is removed at this moment is
 * none, or finds the booking theirs.
 */
const hostsGiven = async (
  {
    db,
    org,
    person,
  }: Pick<ChangeContext, 'db'> & {
    readonly org: { readonly id: string }
    readonly person: { readonly id: string; readonly role: Role } | null
  },
  booking: BookingRow,
  hosted: Hosted,
  { hostId, anyTime }: { readonly hostId: string; readonly anyTime: boolean },
  fail: Fail<'host_not_found' | 'forbidden'>,
): Promise<Hosted | null> => {
  const hosts = await findHostsWith(db, org.id, booking, hosted, hostId)
  if (!hosts.some(({ id }) => id === hostId)) throw fail('host_not_found', { field: 'hostId' })
  // A key may what it is allowed; a member gives it only to those who host such meetings, at a time that they offer.
  const isFree = person === null || atLeast(person.role, 'admin') || hostId === person.id
  if (!isFree && (anyTime || !hosted.hosts.some(({ id }) => id === hostId))) throw fail('forbidden')
  const before = await findHostIds(db, org.id, booking.id)
  const isSame = hosts.length === before.length && hosts.every(({ id }) => before.includes(id))
  return isSame ? null : { type: hosted.type, hosts }
}
