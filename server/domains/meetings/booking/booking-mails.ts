import type { Db } from '#core/context.ts'
import { type Brand, logoPath, brandOf as pageBrandOf } from '#domains/platform/business-identity/brands.ts'
import type { SenderShown } from '#domains/platform/business-identity/logos.ts'
import { mailBrandOf } from '#domains/platform/business-identity/mail-brands.ts'
import type { MailBrand } from '#domains/platform/mail-out/email-html.ts'
import type { BookingFacts, HostMailNews } from '#domains/platform/mail-out/mail-facts.ts'
import { type Queueing, queueMail, type WrittenMail, writeMail } from '#domains/platform/mail-out/mails.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { writeInvitation } from '#shapes/icalendar/write-invitation.ts'
import { languageOf } from '#shapes/languages.ts'
import { put } from '#shapes/texts.ts'
import { sayTime } from '#shapes/time-texts.ts'
import type { Answering } from './answer-addresses.ts'
import { type BookingRow, type BookingTokens, manageAddress, meetAddress, uidOf } from './bookings.ts'
import { bookAddress, type EventTypeRow, type Host, placeOf } from './event-types.ts'
import { mailedAddress } from './mail-proofs.ts'
import { mailStrings } from './mail-strings.ts'
import { saidReason } from './said-reasons.ts'

/** What happened to a booking, as those who take part are told. */
export type BookingNews = 'requested' | 'confirmed' | 'moved' | 'cancelled' | 'declined' | 'handed' | 'unanswered'
/** The same to a host; `released`: another hosts it now. */
export type HostNews = HostMailNews

/** All that a mail about a booking is made of. */
export interface BookingLetter {
  readonly booking: BookingRow
  /** Of its links. */
  readonly tokens: BookingTokens
  readonly type: EventTypeRow
  /** Members: who left is told nothing. */
  readonly hosts: readonly (Host & Answering)[]
  /** Whose name the calendar file bears where no host is a member any more: the booker’s program knows the meeting by it. */
  readonly organizer?: (Host & Answering) | undefined
  /** The booker had another host before. */
  readonly isHandedOver?: boolean
  /** It was confirmed until now, and waits for approval again. */
  readonly isUnconfirmed?: boolean
  readonly organization: { readonly name: string; readonly slug: string }
  /** How the workspace shows itself. */
  readonly shown: SenderShown
  readonly publicUrl: string
}

export const findOrganizationOfLetter = async (db: Db, orgId: string): Promise<BookingLetter['organization']> => {
  const found = await findOrganization(db, orgId)
  if (!found) throw new Error('a booking without its workspace')
  return { name: found.name, slug: found.slug }
}

type Writing = Pick<Queueing, 'vault' | 'newId' | 'now'> & { readonly letter: BookingLetter }

/** Tells the booker, with the calendar file. Refusals of this address are for the caller to heed. */
export const writeToBooker = (context: Writing, news: BookingNews): WrittenMail => {
  const { booking, hosts } = context.letter
  if (booking.email === null) throw new Error('a booking without an address')
  const [host] = hosts
  return writeMail(context, {
    to: booking.email,
    toName: booking.name,
    template: 'booking',
    facts: bookerFacts(context, news),
    brand: brandOf(context.letter),
    ...(host ? { replyTo: { address: host.answersTo, name: host.name } } : {}),
    calendar: invitationOf(context, news),
  })
}

export const mailReminder = (context: Queueing & Writing, orgId: string): Promise<string> => {
  const { booking, hosts } = context.letter
  const [host] = hosts
  return queueMail(context, orgId, {
    to: booking.email ?? '',
    toName: booking.name,
    template: 'booking-reminder',
    facts: bookerFacts(context, 'reminder'),
    brand: brandOf(context.letter),
    notAfter: booking.starts_at,
    ...(host ? { replyTo: { address: host.answersTo, name: host.name } } : {}),
  })
}

/** The same on its pages. */
export const brandOfLetter = ({ shown, booking }: BookingLetter, locale: string): Brand =>
  pageBrandOf(shown.sender, { logoPath: shown.logo && logoPath(booking.org_id, shown.logo.id), locale })

const brandOf = ({ shown, booking }: BookingLetter): MailBrand => mailBrandOf(shown.sender, shown.logo, booking.locale)

const bookerFacts = ({ letter, vault }: Writing, news: BookingNews | 'reminder'): BookingFacts => {
  const { booking, tokens, type, organization, publicUrl } = letter
  const strings = mailStrings[languageOf(booking.locale)]
  const said = sayTime(booking.starts_at, { locale: booking.locale, zone: booking.zone })
  const values = {
    ...{ event: type.name, organization: organization.name, day: said.day, time: said.time },
    ...{ people: peopleOf(letter), reason: saidReason(booking.reason, languageOf(booking.locale)) },
  }
  const isOver = news === 'cancelled' || news === 'declined' || news === 'unanswered'
  const isMovedRequest = news === 'moved' && booking.state === 'pending'
  const told =
    booking.reason && isOver && news !== 'unanswered'
      ? put(strings.reason, values)
      : news === 'moved' && letter.isHandedOver
        ? put(strings.newHost, values)
        : ''
  return {
    language: languageOf(booking.locale),
    sender: organization.name,
    subject: put(strings[`${news}Subject`], values),
    title: isMovedRequest ? strings.movedRequestTitle : strings[`${news}Title`],
    first: put(isMovedRequest ? strings.requestedSays : strings[`${news}Says`], values),
    when: said.whole,
    where: isOver ? '' : whereOf(letter, meetAddress(publicUrl, tokens)),
    with: isOver || letter.hosts.length === 0 ? '' : put(strings.with, values),
    second: told,
    button: isOver ? strings.bookAgain : strings.manage,
    link: isOver ? bookAddress(publicUrl, organization.slug, type.slug) : mailedAddress(publicUrl, vault, booking, tokens),
    orCopy: strings.orCopy,
    footer: put(strings.footer, values),
  }
}

const peopleOf = ({ hosts, organization }: BookingLetter): string =>
  hosts.map(({ name }) => name).join(', ') || organization.name

const whereOf = (letter: BookingLetter, link: string): string => {
  const strings = mailStrings[languageOf(letter.booking.locale)]
  const place = placeOf(letter.type)
  if (place.kind === 'address') return put(strings.at, { place: place.address })
  if (place.kind === 'phone') return put(strings.byPhone, { people: peopleOf(letter) })
  return letter.booking.state === 'pending' ? '' : put(strings.online, { link })
}

/**
 * The calendar file of a booking: UID for life, SEQUENCE as it stands. A request stands in no calendar of its booker, whatever happens to
 * it: what was confirmed before is taken out until it is approved again.
 */
const invitationOf = ({ letter, now }: Writing, news: BookingNews): { method: 'REQUEST' | 'CANCEL'; text: string } | null => {
  const { booking, tokens, type, hosts, organization, publicUrl } = letter
  if (news === 'declined' || news === 'unanswered') return null
  if (booking.state === 'pending' && !letter.isUnconfirmed) return null
  const method = news === 'cancelled' || letter.isUnconfirmed ? 'CANCEL' : 'REQUEST'
  const host = hosts[0] ?? letter.organizer
  if (!host) throw new Error('a booking without a host')
  const place = placeOf(type)
  const link = meetAddress(publicUrl, tokens)
  const where = place.kind === 'address' ? place.address : place.kind === 'phone' ? (booking.phone ?? '') : link
  const strings = mailStrings[languageOf(booking.locale)]
  const text = writeInvitation({
    method,
    uid: uidOf(booking.id),
    sequence: booking.sequence,
    start: booking.starts_at,
    end: booking.ends_at,
    stampedAt: now(),
    summary: `${type.name}: ${organization.name}`,
    description:
      method === 'CANCEL' ? '' : `${whereOf(letter, link)}\n\n${strings.manage}: ${manageAddress(publicUrl, tokens)}`.trim(),
    location: where,
    url: place.kind === 'meet' || place.kind === 'link' ? link : null,
    organizer: { name: host.name, email: host.answersTo },
    attendees: [{ name: booking.name ?? '', email: booking.email ?? '' }],
  })
  return { method, text }
}

/** Tells a host, in their own language and zone. */
export const writeToHost = (context: Writing, news: HostNews, host: Host & { readonly zone: string }): WrittenMail => {
  const { booking, tokens, type, hosts, organization, publicUrl } = context.letter
  const answers = booking.answers as { label: string; answer: string }[]
  return writeMail(context, {
    to: host.email,
    toName: host.name,
    template: 'booking-host',
    facts: {
      ...{ language: host.language, news },
      when: sayTime(booking.starts_at, { locale: host.language, zone: host.zone }).whole,
      who: [booking.name, booking.company, booking.email, booking.phone].filter((each) => each).join(', '),
      ...(news === 'released'
        ? { place: 'other_host' as const, where: hosts.map(({ name }) => name).join(', ') }
        : placeForHost(type, meetAddress(publicUrl, tokens))),
      said: [
        ...answers.map(({ label, answer }) => `${label}: ${answer}`),
        news === 'unanswered' ? '' : saidReason(booking.reason, host.language),
      ]
        .filter((each) => each)
        .join(' · '),
      organization: organization.name,
      link: `${publicUrl}/bookings/${booking.id}`,
    },
    personId: host.id,
    ...(booking.email && !['declined', 'unanswered', 'released'].includes(news)
      ? { replyTo: { address: booking.email, name: booking.name } }
      : {}),
  })
}

const placeForHost = (type: EventTypeRow, link: string): { readonly place: 'phone' | 'here'; readonly where: string } => {
  const place = placeOf(type)
  if (place.kind === 'phone') return { place: 'phone', where: '' }
  return { place: 'here', where: place.kind === 'address' ? place.address : link }
}
