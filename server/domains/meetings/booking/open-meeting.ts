import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Brand } from '#domains/platform/business-identity/brands.ts'
import { shape } from '#shapes'
import { Locale } from '#shapes/languages.ts'
import { brandOfLetter } from './booking-mails.ts'
import { timesOf } from './booking-views.ts'
import { type BookingRow, BookingToken, findBooking, findBookingLink, meetAddress } from './bookings.ts'
import { findTypeOf, letterOf } from './changes.ts'
import { bookingErrors } from './errors.ts'
import { findRoom } from './join-links.ts'

const MeetingHost = shape('MeetingHost', { name: z.string(), email: z.string() })

export const openMeeting = action({
  name: 'open-meeting',
  summary: 'Find the room of a meeting by its link',
  description:
    'Where the meeting link leads: `url` is the room while there is one and the meeting stands; without one, the page says when it begins and how to reach the host. Where no calendar of the hosts makes rooms, it is a room of the workspace (`roomPattern` of `update-workspace`). Changes nothing.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 60, seconds: 60 },
  input: z.object({ token: BookingToken, locale: Locale.optional() }),
  output: z.object({
    url: z.string().nullable(),
    event: z.string(),
    organization: z.string(),
    brand: Brand,
    cancelled: z.boolean(),
    room_failed: z.boolean().describe('The provider made no room: the host says how to meet'),
    when: z.string(),
    hosts: z.array(MeetingHost),
    locale: z.string(),
  }),
  errors: [bookingErrors.booking_link_unknown],
  examples: [{ title: 'The token of the link', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq' } }],

  async run({ token, locale: asked }, { fail, ...context }) {
    const { db, enterOrg, settings, vault } = context
    const link = await findBookingLink(db, token, 'meet')
    if (!link) throw fail('booking_link_unknown')
    await enterOrg(link.org_id)
    const booking = await findBooking(db, link.org_id, link.booking_id)
    if (!booking) throw fail('booking_link_unknown')
    const type = await findTypeOf(db, link.org_id, booking)
    const letter = await letterOf({ db, settings, vault }, link.org_id, booking, type)
    const room = await findRoom(db, booking, letter)
    const locale = asked ?? booking.locale
    const isStanding = booking.state === 'confirmed'
    return {
      // A room that is this link itself would lead round in a ring.
      url: isStanding && room !== meetAddress(settings.publicUrl, letter.tokens) ? room : null,
      room_failed: isStanding && room === null && (await hasNoRoom(db, booking)),
      ...{ event: type.name, organization: letter.organization.name, cancelled: !isStanding && booking.state !== 'pending' },
      when: timesOf(booking, { locale, zone: booking.zone }).when,
      brand: brandOfLetter(letter, locale),
      hosts: letter.hosts.map(({ name, answersTo }) => ({ name, email: answersTo })),
      locale,
    }
  },
})

/** The step that would have made the room has failed. */
const hasNoRoom = async (db: Db, { org_id, id, sequence }: BookingRow): Promise<boolean> => {
  const failed = await db
    .selectFrom('booking_effects')
    .select('id')
    .where('org_id', '=', org_id)
    .where('booking_id', '=', id)
    .where('sequence', '=', sequence)
    .where('kind', '=', 'calendar')
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return failed !== undefined
}
