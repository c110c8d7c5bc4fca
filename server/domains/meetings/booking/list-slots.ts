import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Instant, shape } from '#shapes'
import { Locale } from '#shapes/languages.ts'
import { sayTime } from '#shapes/time-texts.ts'
import { wallClockOf } from '#shapes/wall-clocks.ts'
import { isZone, tzVersion } from '#shapes/zones.ts'
import { BookingToken, findBooking, findBookingLink } from './bookings.ts'
import { bookingErrors } from './errors.ts'
import { asBooked, findEventType, findHosted, ofHost } from './event-types.ts'
import { findOwnHold, HoldToken } from './holds.ts'
import { findOffers } from './offers.ts'
import { readRange, ZoneName } from './times.ts'
import { workspaceErrors, workspaceOf } from './workspace.ts'

const Slot = shape('Slot', {
  start: z.iso.datetime(),
  date: z.string().describe('The day in the time zone that was asked for'),
  label: z.string().describe('The time as people of the language write it; of a repeated hour with its offset'),
  offset: z.string().describe('Such as +02:00'),
})

export const listSlots = action({
  name: 'list-slots',
  summary: 'List the starts that can be booked',
  description:
    'The starts of an event type that are free at this moment, in order. They stand on the wall clock of the host; `date`, `label` and `offset` are in `timezone`, by the zone rules `tz_version` of the server, and are meant to be shown as they are. Without `eventType` the default one.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 120, seconds: 60 },
  input: z.object({
    orgId: z.string().trim().max(64).optional().describe('The workspace, by id or slug'),
    eventType: z.string().trim().max(64).optional().describe('By id or slug'),
    hostId: z.uuid().optional().describe('Only starts at which this host is free; not for a collective event type'),
    hold: HoldToken.optional().describe('Of `hold-slot`: to the owner of a hold its time counts as free'),
    token: BookingToken.optional().describe('Of the link to reschedule: the time of that booking counts as free'),
    bookingId: z.uuid().optional().describe('For members: the time of this booking counts as free'),
    heldToo: z.boolean().default(false).describe('Also starts that are only on hold'),
    from: Instant,
    to: Instant,
    timezone: ZoneName,
    locale: Locale.default('en').describe('The language of the labels'),
  }),
  output: z.object({ slots: z.array(Slot), tz_version: z.string() }),
  errors: [
    ...workspaceErrors,
    bookingErrors.event_type_not_found,
    bookingErrors.time_range_invalid,
    bookingErrors.zone_unknown,
  ],
  examples: [
    {
      title: 'A week, shown in Lisbon time',
      input: {
        orgId: 'acme',
        eventType: 'meeting',
        from: '2027-03-01T00:00:00Z',
        to: '2027-03-08T00:00:00Z',
        timezone: 'Europe/Lisbon',
      },
    },
  ],

  async run(given, { outside, inOrg, signedIn, now, fail }) {
    const { orgId: named, eventType, hostId, hold, token, bookingId, heldToo, from, to, timezone, locale } = given
    if (!isZone(timezone)) throw fail('zone_unknown', { field: 'timezone' })
    const time = readRange({ from, to }, now(), fail, { from: 'from', to: 'to' })
    const orgId = await workspaceOf(named, { signedIn, outside }, fail)
    const link = token === undefined ? undefined : await outside((db) => findBookingLink(db, token, 'manage'))
    // Whose booking it is not is told nothing: for them its time is taken.
    const moving = link?.org_id === orgId ? link.booking_id : signedIn?.orgId === orgId ? (bookingId ?? null) : null
    const offers = await inOrg(orgId, async ({ db }) => {
      const type = await findEventType(db, orgId, eventType)
      if (!type) throw fail('event_type_not_found', { field: 'eventType' })
      const booking = moving === null ? undefined : await findBooking(db, orgId, moving)
      // One that is moved keeps its length.
      const offered = booking?.event_type_id === type.id ? asBooked(type, booking) : type
      const except = moving ?? (await findOwnHold(db, orgId, hold, now()))
      return findOffers(db, orgId, ofHost(await findHosted(db, orgId, offered), hostId), { time, now: now(), except, heldToo })
    })
    const slots = [...offers.keys()].map((ms) => {
      const start = new Date(ms)
      const { date, offset } = wallClockOf(ms, timezone)
      return { start: start.toISOString(), date, label: sayTime(start, { locale, zone: timezone }).time, offset }
    })
    return { slots, tz_version: tzVersion }
  },
})
