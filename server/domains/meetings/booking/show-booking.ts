import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Locale } from '#shapes/languages.ts'
import { isZone } from '#shapes/zones.ts'
import { BookingShown } from './booking-views.ts'
import { BookingToken, findBooking } from './bookings.ts'
import { bookingErrors } from './errors.ts'
import { enterByLink, showToBooker } from './links.ts'
import { ZoneName } from './times.ts'

export const showBooking = action({
  name: 'show-booking',
  summary: 'Show a booking by its link',
  description:
    'The data of the page behind the link in a booking’s emails, with the times in words, ready to show. Changes nothing.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 60, seconds: 60 },
  input: z.object({ token: BookingToken, timezone: ZoneName.optional(), locale: Locale.optional() }),
  output: z.object({ booking: BookingShown }),
  errors: [bookingErrors.booking_link_unknown, bookingErrors.zone_unknown],
  examples: [{ title: 'The token of the link', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq' } }],

  async run({ token, timezone, locale }, { fail, ...context }) {
    if (timezone && !isZone(timezone)) throw fail('zone_unknown', { field: 'timezone' })
    const { orgId, bookingId } = await enterByLink(context, token, fail)
    const booking = await findBooking(context.db, orgId, bookingId)
    if (!booking) throw fail('booking_link_unknown')
    return { booking: await showToBooker(context, orgId, booking, { locale, zone: timezone, token }) }
  },
})
