import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { BaseContext, Step } from '#core/context.ts'
import { type Fail, type Failure, transportErrors } from '#core/errors.ts'
import type { NewEvent } from '#core/events/events.ts'
import { isId } from '#core/ids.ts'
import { findSenderShown } from '#domains/platform/business-identity/logos.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { Email, emailKey } from '#domains/platform/users/users.ts'
import { oneLine } from '#ports/mail.ts'
import { Locale } from '#shapes/languages.ts'
import { readPhone } from '#shapes/phones.ts'
import { answerAddressOf, answering } from './answer-addresses.ts'
import { Answers, readAnswers } from './answers.ts'
import { type BookerGiven, findBookerClaim } from './bookers.ts'
import { type Booked, enter, findHold, HoldIsOverrun } from './booking-entries.ts'
import { NewBookingStatus } from './booking-facts.ts'
import { manageAddress, meetAddress, tokensOf } from './bookings.ts'
import { calendarAgeOf, isTooOld } from './calendar-ages.ts'
import { announce, type ChangeContext } from './changes.ts'
import { targetsOf } from './effects.ts'
import { bookingErrors } from './errors.ts'
import { findNamedHosted, type Hosted, placeOf, questionsOf } from './event-types.ts'
import { HoldToken, readHold } from './holds.ts'
import { findNearest, isOnGrid } from './offers.ts'
import { findPlace, hasChoice, tryFindPlace } from './place-booking.ts'
import { hasRefusedOf } from './refusals.ts'
import {
  type EarlierBooking,
  type FullSince,
  findEarlier,
  fullSinceOf,
  lockRecipientAndPlans,
  networkOf,
  sameOf,
  secondsUntilAllowed,
} from './strangers.ts'
import { readStart, StartTime, startErrors, ZoneName } from './times.ts'
import { workspaceErrors, workspaceOf } from './workspace.ts'

const input = z.object({
  name: z.string().overwrite(oneLine).trim().min(1).max(255),
  email: Email,
  phone: z
    .string()
    .trim()
    .max(64)
    .nullish()
    .describe('E.164, or in the national format of the workspace’s default country; refused where it is no number of either'),
  company: z.string().overwrite(oneLine).trim().max(255).nullish(),
  date: z.string().trim().min(1).max(120).describe('The day as the page showed it; display text, never read as a time'),
  time: z.string().trim().min(1).max(120).describe('The time as the page showed it; display text'),
  isoTime: StartTime,
  timezone: ZoneName.describe('The booker’s, in which every message names the time'),
  orgId: z.string().trim().max(64).nullish().describe('The workspace, by id or slug'),
  eventType: z.string().trim().max(64).nullish().describe('By id or slug; the default event type otherwise'),
  hold: HoldToken.nullish().describe('Of `hold-slot`. One of another start is given back'),
  answers: Answers.default({}).describe('To the questions of the event type, by their keys'),
  locale: Locale.default('en').describe('The language of the emails'),
})
type Input = z.output<typeof input>

export const booking = action({
  name: 'booking',
  summary: 'Book a meeting',
  description: [
    'Books a start that `list-slots` offers. `isoTime` is the start: with `Z` or an offset the instant counts; without one it stands on the wall clock of `timezone`. `date` and `time` are only display text.',
    'No two meetings of one host overlap, however many requests arrive at once: the database excludes it. The later request gets 409 with up to three free starts in `nearest`.',
    'What a success answers is stored. The calendar event, the emails with the calendar file, and the WhatsApp template follow in the background; each has a state that members see and can retry. `meetingLink` is Foyer’s own address: it stays the same when the meeting is moved, and leads to the room once there is one. An event type that needs approval answers `status: pending` and no link.',
    'The same address, name and start again from the same network within ten minutes gets the first answer again, and nothing is sent twice. `Idempotency-Key` works without a credential.',
  ].join('\n\n'),
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  anonymousIdempotency: true,
  limit: { times: 10, seconds: 60 },
  input,
  output: z.object({
    success: z.literal(true),
    meetingLink: z.string().nullable(),
    status: NewBookingStatus,
    start: z.iso.datetime(),
    manageLink: z.string().describe('The page on which the booker reschedules or cancels'),
  }),
  errors: [
    ...workspaceErrors,
    ...startErrors,
    bookingErrors.event_type_not_found,
    bookingErrors.slot_taken,
    bookingErrors.slot_not_offered,
    bookingErrors.too_many_bookings,
    bookingErrors.calendar_too_old,
    bookingErrors.answer_missing,
    transportErrors.phone_unreadable,
  ],
  examples: [
    {
      title: 'From a page',
      input: {
        orgId: 'acme',
        name: 'Maya Rao',
        email: 'maya@example.com',
        phone: '+4915112345678',
        company: 'Rao Bakery',
        date: 'Monday, 1 March 2027',
        time: '10:00',
        isoTime: '2027-03-01T10:00:00+01:00',
        timezone: 'Europe/Berlin',
      },
    },
  ],

  async run(given, { fail, inOrg, conclude, outside, signedIn, clientAddress, ...context }) {
    // Whether an id is of a workspace is seen in it: one trip to the database less.
    const orgId =
      given.orgId && !signedIn && isId(given.orgId)
        ? given.orgId.toLowerCase()
        : await workspaceOf(given.orgId ?? undefined, { signedIn, outside }, fail)
    const start = readStart(given.isoTime, given.timezone, fail, { start: 'isoTime', zone: 'timezone' })
    const network = networkOf(orgId, clientAddress)
    const wanted = { ...given, start, network, emailKey: emailKey(given.email) }
    const place = (find: typeof tryFindPlace, isOverrun = false) =>
      conclude(orgId, async (step) =>
        answerOf(context, await book({ ...context, ...step }, orgId, { ...wanted, isOverrun }, find, fail)),
      )
    try {
      return await place(tryFindPlace).catch((error: unknown) => {
        if (error instanceof HostIsLocked) return place(findPlace)
        // The hold is given up for another host who is free then, if there is one.
        if (error instanceof HoldIsOverrun) return place(findPlace, true)
        throw error
      })
    } catch (error) {
      if (!(error instanceof StartIsGone)) throw error
      // In a transaction of its own: the hosts are locked no longer while others are looked for, and those who wait for them go on.
      throw await inOrg(orgId, ({ db }) => refusal(db, orgId, error.hosted, start, context.now(), fail))
    }
  },
})

/** Another has it, or it is not offered: the transaction is given up. */
class StartIsGone extends Error {
  readonly hosted: Hosted
  constructor(hosted: Hosted) {
    super('the start is gone')
    this.hosted = hosted
  }
}

/** Whether the start can be had is known once another transaction has ended: this one is given up, and the next waits for it. */
class HostIsLocked extends Error {}

const answerOf = ({ settings }: Pick<BaseContext, 'settings'>, { booking: booked, tokens }: Booked<EarlierBooking>) => {
  const isPending = booked.state === 'pending'
  return {
    success: true as const,
    meetingLink: isPending ? null : meetAddress(settings.publicUrl, tokens),
    status: isPending ? ('pending' as const) : ('confirmed' as const),
    start: booked.starts_at.toISOString(),
    manageLink: manageAddress(settings.publicUrl, tokens),
  }
}

type Wanted = Input & {
  readonly start: Date
  readonly network: string
  readonly emailKey: string
  /** The time on hold was taken meanwhile: the booker’s hold counts no more. */
  readonly isOverrun: boolean
}
type BookFail = Fail<
  | 'organization_not_found'
  | 'event_type_not_found'
  | 'slot_taken'
  | 'slot_not_offered'
  | 'too_many_bookings'
  | 'answer_missing'
  | 'phone_unreadable'
  | 'calendar_too_old'
>

/**
 * All of a booking in one transaction: contact, booking, the time of its hosts, the event, and what is to be done outside. What does not
 * wait for an answer leaves together: what a booking costs is its trips to the database.
 */
const book = async (
  context: ChangeContext & Pick<BaseContext, 'now'>,
  orgId: string,
  wanted: Wanted,
  find: typeof tryFindPlace,
  fail: BookFail,
): Promise<Booked<EarlierBooking>> => {
  const { db, now, vault } = context
  const [found, shown] = await Promise.all([findNamedHosted(db, orgId, wanted.eventType), findSenderShown(db, orgId)])
  if (!found && !(await findOrganization(db, orgId))) throw fail('organization_not_found', { field: 'orgId' })
  if (!found) throw fail('event_type_not_found', { field: 'eventType' })
  const { hosted, organization } = found
  const { type } = hosted
  const answers = readAnswers(questionsOf(type), wanted.answers, fail)
  if (placeOf(type).kind === 'phone' && !(wanted.phone && readPhone(wanted.phone, organization.default_country)))
    throw fail('phone_unreadable', {
      message: 'phone: this meeting is by phone, so a number that can be called is needed',
      field: 'phone',
    })
  // Without a country a number in the format of one may be right: it is kept as it was typed.
  const hasCountry = wanted.phone?.startsWith('+') || organization.default_country !== null
  if (wanted.phone && hasCountry && !readPhone(wanted.phone, organization.default_country))
    throw fail('phone_unreadable', { field: 'phone' })
  const booker = { ...wanted, country: organization.default_country }
  const { same, waitSeconds, asOf, refused, hold, left, placed, calendarsOf, answersTo, claimed } = await look(
    ...([db, orgId, hosted, { ...wanted, booker, find, limits: context.settings.strangers }, now()] as const),
  )
  if (same) return { booking: same, tokens: tokensOf(vault, same) }
  if (waitSeconds !== null)
    throw fail('too_many_bookings', {
      message: `Too many bookings for this recipient or from this network. Try again in ${waitSeconds} seconds`,
      retryAfterSeconds: waitSeconds,
    })
  if (isTooOld(type, asOf, now())) throw fail('calendar_too_old')
  if (placed === 'locked') throw new HostIsLocked()
  const before: NewEvent[] = []
  const entering = { ...booker, asOf, held: hold, left, placed, claimed, news: before }
  const entered = await enter(context, orgId, hosted, entering, answers)
  if (!entered) throw new StartIsGone(hosted)
  const letter = {
    ...{ ...entered, type, organization, shown, publicUrl: context.settings.publicUrl },
    hosts: hosted.hosts
      .filter(({ id }) => placed?.hosts.includes(id))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((host) => answering(host, answersTo[host.id])),
  }
  const known = placed && {
    ...{ letter, zones: placed.zones, hasRefused: refused },
    calendarsOf: calendarsOf.filter((id) => placed.hosts.includes(id)),
  }
  const news = entered.booking.state === 'pending' ? 'requested' : 'confirmed'
  await announce(context, orgId, entered.booking, type, news, { by: 'booker' }, { known: known ?? undefined, before })
  return entered
}

interface Around extends FullSince {
  readonly as_of: Date | null
  readonly refused: boolean
  readonly calendars_of: string[]
  /** By host; null without any. */
  readonly answers_to: Readonly<Record<string, string | null>> | null
}

/**
 * All that is read before anything is written. The same request several times at once: they wait at the lock for the first of them, as
 * do others for the same recipient, and other bookers do not. The reads leave together with the lock, and the database runs them one after
 * the other: each sees what was committed before it.
 */
const look = async (
  db: Step['db'],
  orgId: string,
  hosted: Hosted,
  wanted: Wanted & {
    readonly booker: BookerGiven
    readonly limits: BaseContext['settings']['strangers']
    readonly find: typeof tryFindPlace
  },
  now: Date,
) => {
  const hosts = hosted.hosts.map(({ id }) => id)
  const around = sql<Around>`
    select ${fullSinceOf(orgId, { ...wanted, now })}, ${calendarAgeOf(orgId, hosted)} as as_of,
      ${hasRefusedOf(orgId, wanted.emailKey)} as refused, ${targetsOf(orgId, hosts)} as calendars_of,
      (select json_object_agg(h.id, ${answerAddressOf(orgId, sql`h.id`)}) from unnest(${hosts}::uuid[]) as h (id)) as answers_to`
  const held = readHold(wanted.hold)
  const place = (except: string | null) => wanted.find(db, orgId, hosted, { start: wanted.start, now, except })
  const [, earlier, { rows }, own, placed, claimed] = await Promise.all([
    lockRecipientAndPlans(db, orgId, wanted.emailKey),
    findEarlier(db, orgId, wanted.emailKey, now),
    around.execute(db),
    held ? findHold(db, orgId, held, now).executeTakeFirst() : undefined,
    held ? null : place(null),
    // Hosts are locked before people, always: with a hold, and where one is chosen, they are locked later.
    held || hasChoice(hosted) ? undefined : findBookerClaim(db, orgId, wanted.booker),
  ])
  const [known] = rows
  if (!known) throw new Error('a question without an answer')
  const same = sameOf(earlier, { ...wanted, eventTypeId: hosted.type.id }, now)
  const waitSeconds = secondsUntilAllowed(earlier, known, { now, limits: wanted.limits })
  const isHeld = own?.event_type_id === hosted.type.id && Number(own.starts_at) === Number(wanted.start) && !wanted.isOverrun
  const hold = isHeld ? own : undefined
  /** The booker's hold that is not booked: of another start, or overrun. Its time is theirs to give up. */
  const left = own && !hold ? own.id : null
  return {
    ...{ same, waitSeconds, asOf: known.as_of, refused: known.refused, calendarsOf: known.calendars_of, hold, left, claimed },
    answersTo: known.answers_to ?? {},
    placed: held && !hold && !same && waitSeconds === null ? await place(left) : placed,
  }
}

/** Why a start cannot be had, with the nearest ones that can. */
const refusal = async (
  db: Step['db'],
  orgId: string,
  hosted: Hosted,
  start: Date,
  now: Date,
  fail: BookFail,
): Promise<Failure> => {
  const nearest = await findNearest(db, orgId, hosted, { start, now })
  const code = (await isOnGrid(db, orgId, hosted, start, now)) ? 'slot_taken' : 'slot_not_offered'
  return fail(code, { field: 'isoTime', facts: { nearest } })
}
