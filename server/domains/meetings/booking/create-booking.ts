import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { type Fail, type Failure, transportErrors } from '#core/errors.ts'
import { findContact } from '#domains/crm/identities/contacts.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { Email, emailKey } from '#domains/platform/users/users.ts'
import { oneLine } from '#ports/mail.ts'
import { Locale } from '#shapes/languages.ts'
import { readPhone } from '#shapes/phones.ts'
import { isZone } from '#shapes/zones.ts'
import { recordConflictsOfMeeting } from '../calendars/conflicts.ts'
import { findHours } from '../hours/work-hours.ts'
import { Answers, readAnswers } from './answers.ts'
import { findBooker } from './bookers.ts'
import { NewBookingStatus } from './booking-facts.ts'
import { readersClock } from './booking-views.ts'
import { makeTokens, manageAddress, meetAddress, tokensOf } from './bookings.ts'
import { findCalendarAge, isTooOld, neverRead } from './calendar-ages.ts'
import { announce } from './changes.ts'
import { bookingErrors } from './errors.ts'
import { findEventType, findHosted, type Hosted, ofHost, placeOf, questionsOf } from './event-types.ts'
import { findNearest, isOnGrid } from './offers.ts'
import { enterBooking, findPlace, type Placed, timeColumns } from './place-booking.ts'
import { lockHosts } from './spans.ts'
import { readStart, StartTime, startErrors, ZoneName } from './times.ts'

/** 24 months. */
const mostAheadMs = 731 * 86_400_000

export const createBooking = action({
  name: 'create-booking',
  summary: 'Book a meeting for a client',
  description: [
    'As a member: books a start that `list-slots` offers, with a contact or with a person who is named. The client gets the same emails, calendar file and links as one who books on the page. With `anyTime` also a start that is not offered: outside of working hours, notice and grid, and over the host’s own events, but never over another booking; for yourself as the host, for others as an admin.',
    'An event type that needs approval is confirmed at once by an admin or by one of its hosts. Questions of the event type may stay without an answer, and so may the phone number of a meeting by phone; one that cannot be read is refused. Send an `Idempotency-Key` so that a repeat cannot book twice.',
  ].join('\n\n'),
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  leaves: 'An invitation by email to the client, if there is an address',
  scope: 'bookings:write',
  hints: { destructive: false, idempotent: false },
  limit: { times: 60, seconds: 60 },
  input: z
    .object({
      eventType: z.string().trim().max(64).nullish().describe('By id or slug; the default event type otherwise'),
      start: StartTime,
      timezone: ZoneName.optional().describe('For a start without an offset; default: your own'),
      anyTime: z.boolean().default(false).describe('Also a start that is not offered'),
      hostId: z.uuid().optional().describe('One of the hosts of the event type; default: by its rule'),
      contactId: z.uuid().optional().describe('An existing contact; its name and email stand in for those that are left out'),
      name: z.string().overwrite(oneLine).trim().min(1).max(255).optional(),
      email: Email.optional().describe('Without one the client gets no email'),
      phone: z
        .string()
        .trim()
        .max(64)
        .nullish()
        .describe('E.164, or in the national format of the workspace’s default country'),
      company: z.string().overwrite(oneLine).trim().max(255).nullish(),
      clientTimezone: ZoneName.optional().describe('In which messages to the client name the time; default: that of the host'),
      locale: Locale.default('en').describe('The language of the emails'),
      answers: Answers.default({}).describe('To the questions of the event type, by their keys'),
    })
    .refine(({ contactId, name }) => contactId || name, { path: ['name'], message: 'is needed without contactId' })
    .refine(({ contactId, email, phone }) => contactId || email || phone, {
      path: ['email'],
      message: 'or phone is needed without contactId',
    }),
  output: z.object({
    success: z.literal(true),
    bookingId: z.uuid(),
    status: NewBookingStatus,
    start: z.iso.datetime(),
    meetingLink: z.string().nullable(),
    manageLink: z.string().describe('The page on which the client reschedules or cancels'),
  }),
  errors: [
    transportErrors.forbidden,
    ...startErrors,
    contactErrors.contact_not_found,
    bookingErrors.event_type_not_found,
    bookingErrors.host_not_found,
    bookingErrors.slot_taken,
    bookingErrors.slot_not_offered,
    bookingErrors.calendar_too_old,
    bookingErrors.answer_missing,
    transportErrors.phone_unreadable,
  ],
  examples: [
    {
      title: 'For a contact',
      input: {
        eventType: 'meeting',
        contactId: '01980000-0000-7000-8000-000000000000',
        start: '2027-03-01T10:00',
        timezone: 'Europe/Berlin',
      },
    },
  ],

  async run(given, { fail, ...context }) {
    const { db, org, person, now } = context
    const type = await findEventType(db, org.id, given.eventType)
    if (!type) throw fail('event_type_not_found', { field: 'eventType' })
    const all = await findHosted(db, org.id, type)
    if (given.hostId && !all.hosts.some(({ id }) => id === given.hostId)) throw fail('host_not_found', { field: 'hostId' })
    const hosted = ofHost(all, given.hostId)
    // A key may what it is allowed; a member only what is theirs.
    const isHost = (id: string | undefined): boolean => person === null || atLeast(person.role, 'admin') || id === person.id
    const start = readStart(given.start, given.timezone ?? (await readersClock(db, org.id, person?.id ?? null)).zone, fail, {
      ...{ start: 'start', zone: 'timezone' },
    })
    if (given.clientTimezone && !isZone(given.clientTimezone)) throw fail('zone_unknown', { field: 'clientTimezone' })
    const client = await clientOf(db, org.id, given, fail)
    // Without a number the host knows where to call; one that cannot be read looks as if it were known.
    if (placeOf(type).kind === 'phone' && client.phone && !readPhone(client.phone, client.country))
      throw fail('phone_unreadable', { field: 'phone' })
    const asOf = await findCalendarAge(db, org.id, hosted)
    const found = given.anyTime
      ? await placeAnyTime(db, org.id, hosted, { start, now: now(), callerId: person?.id ?? null })
      : await findPlace(db, org.id, hosted, { start, now: now() })
    if (given.anyTime && found?.hosts.some((id) => !isHost(id))) throw fail('forbidden')
    if (!given.anyTime && isTooOld(type, asOf, now())) throw fail('calendar_too_old')
    const refused = () => refusal(db, org.id, hosted, { start, now: now(), anyTime: given.anyTime && found !== null }, fail)
    if (!found) throw await refused()
    const placed = given.hostId && type.mode !== 'collective' ? byChoice(found) : found
    const state = type.approval && !placed.hosts.some(isHost) ? ('pending' as const) : ('confirmed' as const)
    const id = context.newId()
    const links = makeTokens(db, org.id, id, context.vault)
    const row = {
      ...{
        id,
        state,
        source: 'member',
        made_by: person?.id ?? null,
        locale: given.locale,
        calendar_as_of: asOf && asOf > neverRead ? asOf : null,
      },
      ...(await findBooker(db, org.id, type, client)),
      zone: given.clientTimezone ?? placed.columns.host_zone,
      answers: JSON.stringify(readAnswers(questionsOf(type).map(asOptional), given.answers, fail)),
      tokens_sealed: links.sealed,
    }
    const booking = await enterBooking(db, org.id, hosted, placed, row, { now: now() })
    if (!booking) throw await refused()
    await links.enter()
    const changer = { by: 'member' as const, personId: person?.id ?? null }
    await announce(context, org.id, booking, type, state === 'pending' ? 'requested' : 'confirmed', changer)
    if (given.anyTime) await recordConflictsOfMeeting(db, context, booking)
    const tokens = tokensOf(context.vault, booking)
    return {
      ...{ success: true as const, bookingId: id, status: state, start: booking.starts_at.toISOString() },
      meetingLink: state === 'pending' ? null : meetAddress(context.settings.publicUrl, tokens),
      manageLink: manageAddress(context.settings.publicUrl, tokens),
    }
  },
})

const asOptional = <Asked extends { readonly required: boolean }>(question: Asked): Asked => ({ ...question, required: false })

interface ClientGiven {
  readonly contactId?: string | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | null | undefined
  readonly company?: string | null | undefined
}

/** Whom it is for: what a contact is known by stands in for what was left out. */
const clientOf = async (db: Db, orgId: string, given: ClientGiven, fail: Fail<'contact_not_found'>) => {
  const contact = given.contactId ? await findContact(db, orgId, given.contactId) : undefined
  if (given.contactId && !contact) throw fail('contact_not_found', { field: 'contactId' })
  const email = given.email ?? contact?.email ?? null
  const organization = await findOrganization(db, orgId)
  return {
    country: organization?.default_country ?? null,
    name: given.name ?? contact?.full_name ?? email ?? contact?.phone ?? 'Client',
    ...{ email, emailKey: email && emailKey(email), contactId: contact?.id ?? null },
    ...{ phone: given.phone ?? contact?.phone ?? null, company: given.company ?? contact?.company ?? null },
  }
}

/** Any start that is ahead, with all hosts of a collective event type, else with the caller where they host, or the first. */
const placeAnyTime = async (
  db: Db,
  orgId: string,
  { type, hosts }: Hosted,
  { start, now, callerId }: { readonly start: Date; readonly now: Date; readonly callerId: string | null },
): Promise<Placed | null> => {
  const one = hosts.find(({ id }) => id === callerId) ?? hosts[0]
  if (!one || start <= now || start.getTime() - now.getTime() > mostAheadMs) return null
  const isCollective = type.mode === 'collective'
  const chosen = isCollective ? hosts.map(({ id }) => id).toSorted() : [one.id]
  await lockHosts(db, orgId, chosen)
  const first = chosen[0] ?? one.id
  const zone = (await findHours(db, orgId, [first])).get(first)?.zone ?? 'UTC'
  const because = isCollective ? ({ rule: 'all', of: hosts.length } as const) : ({ rule: 'chosen' } as const)
  const zones = new Map([[first, zone]])
  return { hosts: chosen, because, zones, columns: { ...timeColumns(type, start, zone), because: JSON.stringify(because) } }
}

const byChoice = (placed: Placed): Placed => {
  const because = { rule: 'chosen' } as const
  return { ...placed, because, columns: { ...placed.columns, because: JSON.stringify(because) } }
}

/** Why a start cannot be had, with the nearest ones that can. */
const refusal = async (
  db: Db,
  orgId: string,
  hosted: Hosted,
  { start, now, anyTime }: { readonly start: Date; readonly now: Date; readonly anyTime: boolean },
  fail: Fail<'slot_taken' | 'slot_not_offered'>,
): Promise<Failure> => {
  const nearest = await findNearest(db, orgId, hosted, { start, now })
  const isTaken = anyTime || (await isOnGrid(db, orgId, hosted, start, now))
  return fail(isTaken ? 'slot_taken' : 'slot_not_offered', { field: 'start', facts: { nearest } })
}
