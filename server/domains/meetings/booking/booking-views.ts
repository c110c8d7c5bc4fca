import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { CompanyPeople } from '#domains/crm/companies/company-people.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { Brand } from '#domains/platform/business-identity/brands.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { emailKey, findPerson, languageOfPerson } from '#domains/platform/users/users.ts'
import { ContactReference, choice, Reference, shape } from '#shapes'
import { languageOf } from '#shapes/languages.ts'
import { type Clock, sayTime } from '#shapes/time-texts.ts'
import { openAnswerOf } from './booker-answers.ts'
import { BookingStatus } from './booking-facts.ts'
import { findReminders } from './booking-reminders.ts'
import { type BookingRow, BookingState } from './bookings.ts'
import { bookingsOfCompany } from './company-bookings.ts'
import { BookerMailState, BookingEffect, findEffects } from './effects.ts'
import { failedSteps } from './failed-steps.ts'
import { hasRefused } from './refusals.ts'

export const BookingAnswer = shape('BookingAnswer', { key: z.string(), label: z.string(), answer: z.string() })

export const OutsideChange = shape('OutsideChange', {
  change: choice('OutsideChangeKind', ['moved', 'deleted']),
  starts_at: z.iso.datetime().nullable().describe('Where a moved event lies'),
  when: z.string().nullable().describe('In words, in the caller’s time zone and language'),
})

/** A booking as members see it. */
export const Booking = shape('Booking', {
  id: z.uuid(),
  event_type: Reference,
  state: BookingState,
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  time: z.string().describe('Of the day, in the caller’s time zone and language'),
  when_short: z.string().describe('Day and time in few words, in the caller’s time zone and language'),
  when: z.string().describe('In words, in the caller’s time zone'),
  zone: z.string().describe('Of the booker'),
  when_for_booker: z.string().describe('In words, in the booker’s time zone'),
  host_zone: z.string(),
  wall_clock: z.string().describe('What the host’s wall showed when it was booked'),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  contact: ContactReference.nullable(),
  deal_id: z.uuid().nullable(),
  hosts: z.array(Reference),
  former_hosts: z.array(Reference).describe('Those of them who are no longer members: `move-booking` gives it to another host'),
  sequence: z.int(),
  because: z.record(z.string(), z.unknown()).describe('Why these hosts: `rule`, with its numbers'),
  answers: z.array(BookingAnswer),
  source: z.string(),
  reason: z.string().nullable(),
  ended_by: z.string().nullable(),
  answer: z.string().nullable().describe('Of the booker’s calendar: accepted, tentative, declined or proposed'),
  open_answer: z
    .object({
      proposed_start: z.iso.datetime().nullable(),
      proposed: z.string().nullable().describe('In words, in the caller’s time zone'),
    })
    .nullable()
    .describe('The booker declined, or proposed another time, and no member has decided (`decide-booker-answer`)'),
  conflicts: z.array(z.string()).describe('Other events of a host at the same time, as the caller may see them'),
  changed_outside: z
    .string()
    .nullable()
    .describe('What a host did with its event in their calendar, until a member decides: a sentence in English'),
  outside_change: OutsideChange.nullable().describe('The same, to be said in another language'),
  failed_effects: z.int().describe('Steps after it that failed'),
  calendar_as_of: z.iso.datetime().nullable(),
  has_room: z.boolean(),
  created_at: z.iso.datetime(),
})

export const BookingReminder = shape('BookingReminder', {
  minutes_before: z.int(),
  channel: z.string(),
  due_at: z.iso.datetime(),
  state: z.string(),
  reason: z.string().nullable(),
})

interface ViewRow extends BookingRow {
  readonly type_name: string
  readonly contact_name: string | null
  readonly root_id: string | null
  readonly hosts: { id: string; name: string; is_member: boolean }[]
  readonly failed: number
  readonly conflicts: string[] | null
  readonly seen: { readonly change: string; readonly starts_at: string | null } | null
}

/** What a list asks for: a time, a host, a state, or one booking. */
export interface BookingFilter {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly hostId?: string | undefined
  /** With one of them as a host. */
  readonly hostIds?: readonly string[]
  readonly contactId?: string | undefined
  readonly ofCompany?: Pick<CompanyPeople, 'contactIds' | 'dealIds'> | undefined
  readonly states?: readonly string[]
  readonly id?: string
  readonly ids?: readonly string[]
  readonly after?: { readonly startsAt: Date; readonly id: string } | undefined
  readonly order?: 'asc' | 'desc'
  readonly limit: number
}

/** Bookings by their start. `viewer`: whose own events are named where they collide; of others it says Busy. */
export const findBookings = async (
  db: Db,
  orgId: string,
  viewer: string | null,
  filter: BookingFilter,
): Promise<z.output<typeof Booking>[]> => {
  const clock = await readersClock(db, orgId, viewer)
  const states = filter.states ?? ['pending', 'confirmed', 'cancelled', 'declined']
  const order = sql.raw(filter.order ?? 'asc')
  const after = filter.after
    ? sql`and (b.starts_at, b.id) ${sql.raw(filter.order === 'desc' ? '<' : '>')} (${filter.after.startsAt}, ${filter.after.id})`
    : sql``
  const { rows } = await sql<ViewRow>`
    select b.*, t.name as type_name, coalesce(r.full_name, c.full_name) as contact_name, ${rootId('c')} as root_id,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'is_member', m.id is not null) order by p.name), '[]')
         from booking_spans s join directory.people p on p.id = s.person_id left join members m on m.org_id = s.org_id and m.id = p.id
         where s.org_id = b.org_id and s.booking_id = b.id) as hosts,
      ${failedSteps} as failed,
      (select array_agg(case when e.person_id = ${viewer} then e.summary else 'Busy' end) from booking_spans s
         join calendar_events e on e.org_id = s.org_id and e.person_id = s.person_id and e.starts_at < b.ends_at and e.ends_at > b.starts_at
           and e.counts and e.booking_id is null
          and not exists (select from calendar_writes w where w.org_id = e.org_id and w.calendar_id = e.calendar_id
            and w.event_id = e.provider_id and w.booking_id = b.id)
          and not exists (select from calendar_conflicts k where k.org_id = b.org_id and k.booking_id = b.id and k.calendar_id = e.calendar_id
            and k.event_id = e.provider_id and k.kept_at is not null and k.starts_at = e.starts_at and k.ends_at = e.ends_at)
         where s.org_id = b.org_id and s.booking_id = b.id and b.state in ('pending', 'confirmed') and b.ends_at > now()) as conflicts,
      (select jsonb_build_object('change', w.seen_change, 'starts_at', w.seen_starts_at) from calendar_writes w
         where w.org_id = b.org_id and w.booking_id = b.id and w.seen_change is not null
         order by w.person_id is distinct from ${viewer}::uuid, w.person_id limit 1) as seen
    from ${filter.ofCompany ? bookingsOfCompany(orgId, filter.ofCompany) : sql`bookings`} b
    join event_types t on t.org_id = b.org_id and t.id = b.event_type_id
    left join contacts c on c.org_id = b.org_id and c.id = b.contact_id
    left join contacts r on r.org_id = c.org_id and r.id = c.root_id
    where b.org_id = ${orgId} and b.state = any(${states}::text[])
      ${filter.id ? sql`and b.id = ${filter.id}` : sql``}
      ${filter.ids ? sql`and b.id = any(${filter.ids}::uuid[])` : sql``}
      ${filter.from ? sql`and b.ends_at > ${filter.from} and b.starts_at > ${new Date(filter.from.getTime() - 86_400_000)}` : sql``}
      ${filter.to ? sql`and b.starts_at < ${filter.to}` : sql``}
      ${filter.contactId ? sql`and b.contact_id in (select id from contacts where org_id = ${orgId} and (id = ${filter.contactId} or root_id = ${filter.contactId}))` : sql``}
      ${filter.hostId ? sql`and exists (select from booking_spans s where s.org_id = b.org_id and s.booking_id = b.id and s.person_id = ${filter.hostId})` : sql``}
      ${filter.hostIds ? sql`and exists (select from booking_spans s where s.org_id = b.org_id and s.booking_id = b.id and s.person_id = any(${filter.hostIds}::uuid[]))` : sql``}
      ${after}
    order by b.starts_at ${order}, b.id ${order} limit ${filter.limit}`.execute(db)
  return rows.map((row) => showBookingOf(row, clock))
}

/** A member's own zone, else the workspace's, and their language; for a program English. */
export const readersClock = async (db: Db, orgId: string, viewer: string | null): Promise<Clock> => {
  const person = viewer ? await findPerson(db, viewer) : undefined
  const zone = person?.time_zone ?? (await findOrganization(db, orgId))?.time_zone ?? 'UTC'
  return { zone, locale: languageOfPerson(person) }
}

/** What a host did in their calendar, for the reader. Before 0194 it was kept as a sentence, and is that still where its event is gone. */
export const outsideOf = (
  seen: ViewRow['seen'],
  clock: Clock,
): Pick<z.output<typeof Booking>, 'changed_outside' | 'outside_change'> => {
  if (seen?.change === 'deleted')
    return {
      changed_outside: 'Deleted in the host’s calendar',
      outside_change: { change: 'deleted', starts_at: null, when: null },
    }
  if (!seen?.starts_at) return { changed_outside: seen?.change ?? null, outside_change: null }
  const startsAt = new Date(seen.starts_at)
  return {
    changed_outside: `Moved in the host’s calendar to ${sayTime(startsAt, { ...clock, locale: 'en' }).whole}`,
    outside_change: { change: 'moved', starts_at: startsAt.toISOString(), when: sayTime(startsAt, clock).whole },
  }
}

const showBookingOf = (row: ViewRow, clock: Clock): z.output<typeof Booking> => {
  const said = sayTime(row.starts_at, clock)
  const open = openAnswerOf(row)
  const proposed = open?.starts_at ?? null
  return {
    ...{ id: row.id, event_type: { id: row.event_type_id, name: row.type_name }, state: BookingState.parse(row.state) },
    ...{ starts_at: row.starts_at.toISOString(), ends_at: row.ends_at.toISOString() },
    ...{ time: said.time, when_short: said.short, when: said.whole },
    zone: row.zone,
    when_for_booker: sayTime(row.starts_at, { ...clock, zone: row.zone }).whole,
    ...{
      host_zone: row.host_zone,
      wall_clock: row.wall_clock,
      name: row.name,
      email: row.email,
      phone: row.phone,
      company: row.company,
    },
    contact: row.root_id === null ? null : { id: row.root_id, name: row.contact_name },
    hosts: row.hosts.map(({ id, name }) => ({ id, name })),
    former_hosts: row.hosts.filter(({ is_member }) => !is_member).map(({ id, name }) => ({ id, name })),
    ...{ deal_id: row.deal_id, sequence: row.sequence, because: row.because as Record<string, unknown> },
    answers: row.answers as z.output<typeof Booking>['answers'],
    ...{ source: row.source, reason: row.reason, ended_by: row.ended_by, answer: row.answer, conflicts: row.conflicts ?? [] },
    open_answer: open && {
      proposed_start: proposed?.toISOString() ?? null,
      proposed: proposed && sayTime(proposed, clock).whole,
    },
    ...outsideOf(row.seen, clock),
    ...{ failed_effects: row.failed, has_room: row.room_url !== null },
    calendar_as_of: row.calendar_as_of?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** One booking with all that follows from it. */
export const BookingDetail = shape('BookingDetail', {
  booking: Booking,
  meeting_link: z.string().nullable().describe('Where its hosts, admins and keys join; null while there is no room'),
  effects: z.array(BookingEffect),
  reminders: z.array(BookingReminder),
  opted_out: z.boolean().describe('The booker’s address gets no emails about bookings, see `lift-booking-refusal`'),
})

export const showBookingDetail = async (
  db: Db,
  orgId: string,
  viewer: string | null,
  id: string,
): Promise<Omit<z.output<typeof BookingDetail>, 'meeting_link'> | undefined> => {
  const [booking] = await findBookings(db, orgId, viewer, { id, limit: 1 })
  if (!booking) return undefined
  const reminders = await findReminders(db, orgId, id)
  return {
    booking,
    effects: await findEffects(db, orgId, id),
    opted_out: booking.email !== null && (await hasRefused(db, orgId, emailKey(booking.email))),
    reminders: reminders.map((each) => ({ ...each, due_at: each.due_at.toISOString() })),
  }
}

/** A booking as the holder of its link sees it. */
export const BookingShown = shape('BookingShown', {
  event: z.string(),
  organization: z.string(),
  brand: Brand,
  status: BookingStatus,
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  timezone: z.string(),
  locale: z.string(),
  day: z.string(),
  time: z.string(),
  zone: z.string().describe('In words'),
  when: z.string(),
  host_time: z.string().nullable().describe('The same moment on the host’s clocks, where they differ'),
  hosts: z.array(z.string()),
  place: z.record(z.string(), z.unknown()),
  meeting_link: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  email_state: BookerMailState.nullable().describe(
    'Of the latest email about the booking: `not_sent` where it was tried and waits, failed, or is not sent at all; null without one',
  ),
  reason: z.string().nullable(),
  can_change: z.boolean(),
  opted_out: z
    .boolean()
    .nullable()
    .describe(
      'Whether the booker’s address has opted out of emails about bookings; null for a link that did not come with an email',
    ),
  event_type: z.string().describe('For `list-slots`'),
  organization_slug: z.string(),
})

/** The time of a booking in words, in a language and a zone, and on the host's clocks. */
export const timesOf = (
  booking: Pick<BookingRow, 'starts_at' | 'host_zone'>,
  { locale, zone }: { locale: string; zone: string },
) => {
  const said = sayTime(booking.starts_at, { locale, zone })
  const there = sayTime(booking.starts_at, { locale, zone: booking.host_zone })
  const differs = there.time !== said.time || there.day !== said.day
  return {
    ...{ day: said.day, time: said.time, zone: said.zone, when: said.whole },
    host_time: differs ? `${there.time} (${there.city})` : null,
    language: languageOf(locale),
  }
}
