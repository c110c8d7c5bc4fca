import type { z } from 'zod'
import type { OpenContext } from '#core/context.ts'
import type { Fail } from '#core/errors.ts'
import { languageOf } from '#shapes/languages.ts'
import { wireStatus } from './booking-facts.ts'
import { brandOfLetter } from './booking-mails.ts'
import type { BookingShown } from './booking-views.ts'
import { timesOf } from './booking-views.ts'
import { type BookingRow, findBookingLink, isStanding, meetAddress, tokensOf } from './bookings.ts'
import { type ChangeContext, findTypeOf, letterOf } from './changes.ts'
import { findBookerMail } from './effects.ts'
import { bookingErrors } from './errors.ts'
import { type EventTypeRow, placeOf } from './event-types.ts'
import { isFromMail, linkTokenOf } from './mail-proofs.ts'
import { hasRefused } from './refusals.ts'
import { saidReason } from './said-reasons.ts'

/** A booking that the caller has the link of; the transaction is inside its workspace afterwards. */
export const enterByLink = async (
  { db, enterOrg }: Pick<OpenContext, 'db' | 'enterOrg'>,
  token: string,
  fail: Fail<'booking_link_unknown'>,
): Promise<{ orgId: string; bookingId: string }> => {
  const link = await findBookingLink(db, linkTokenOf(token), 'manage')
  if (!link) throw fail('booking_link_unknown')
  await enterOrg(link.org_id)
  return { orgId: link.org_id, bookingId: link.booking_id }
}

/** What changes are given in the transaction of a caller without an account, which was moved into the workspace. */
export const changeIn = <Context extends Omit<ChangeContext, 'emit'>>(
  context: Context,
  orgId: string,
  emitIn: OpenContext['emitIn'],
): Context & ChangeContext => ({ ...context, emit: (event, id, facts) => emitIn(orgId, event, id, facts) })

export const changeErrors = [
  bookingErrors.booking_link_unknown,
  bookingErrors.booking_over,
  bookingErrors.booking_cancelled,
  bookingErrors.booking_too_late,
] as const

/** Until when the holder of the link may change it: the start, less what the event type asks for. */
const changeableUntil = (booking: BookingRow, type: EventTypeRow): number =>
  booking.starts_at.getTime() - type.change_limit_minutes * 60_000

export const whyUnchangeable = (booking: BookingRow, type: EventTypeRow, now: Date) => {
  if (!isStanding(booking)) return 'booking_cancelled'
  if (now >= booking.ends_at) return 'booking_over'
  return now.getTime() >= changeableUntil(booking, type) ? 'booking_too_late' : null
}

export const checkChangeable = (
  booking: BookingRow,
  type: EventTypeRow,
  now: Date,
  fail: Fail<'booking_over' | 'booking_cancelled' | 'booking_too_late'>,
): void => {
  const code = whyUnchangeable(booking, type, now)
  if (code) throw fail(code)
}

/** A booking as its page shows it; the time in the booker's zone, or in the one that they chose on the page. */
export const showToBooker = async (
  context: Pick<ChangeContext, 'db' | 'settings' | 'vault' | 'now'>,
  orgId: string,
  booking: BookingRow,
  asked: {
    readonly locale?: string | undefined
    readonly zone?: string | undefined
    /** Of the link, with its proof where it came with an email. */
    readonly token?: string
  } = {},
): Promise<z.input<typeof BookingShown>> => {
  const type = await findTypeOf(context.db, orgId, booking)
  const letter = await letterOf(context, orgId, booking, type)
  const locale = asked.locale ?? booking.locale
  const zone = asked.zone ?? booking.zone
  const { language: _, ...times } = timesOf(booking, { locale, zone })
  const place = placeOf(type)
  const status = wireStatus(booking.state)
  const isReader = asked.token !== undefined && isFromMail(context.vault, booking, asked.token)
  const isOnline = place.kind === 'meet' || place.kind === 'link'
  return {
    ...{ event: type.name, organization: letter.organization.name, organization_slug: letter.organization.slug, status },
    ...{ start: booking.starts_at.toISOString(), end: booking.ends_at.toISOString(), timezone: zone, locale },
    ...times,
    brand: brandOfLetter(letter, locale),
    hosts: letter.hosts.map(({ name }) => name),
    place: place.kind === 'link' ? { kind: 'link' } : place,
    meeting_link:
      status === 'confirmed' && isOnline ? meetAddress(context.settings.publicUrl, tokensOf(context.vault, booking)) : null,
    ...{ name: booking.name ?? '', email: booking.email ?? '', event_type: type.slug },
    email_state: booking.email === null ? null : await findBookerMail(context.db, orgId, booking.id),
    // In words for members; its booker reads in their own language that it was not confirmed.
    reason: booking.ended_by === 'clock' || booking.reason === null ? null : saidReason(booking.reason, languageOf(locale)),
    opted_out: isReader && booking.email_key ? await hasRefused(context.db, orgId, booking.email_key) : null,
    can_change: isStanding(booking) && context.now().getTime() < changeableUntil(booking, type),
  }
}
