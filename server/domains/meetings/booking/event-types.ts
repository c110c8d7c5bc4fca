import { type RawBuilder, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { isId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape, UserReference } from '#shapes'
import type { Language } from '#shapes/languages.ts'
import type { Grid, Limits } from './slots.ts'

export const EventTypeMode = choice('EventTypeMode', ['one', 'round_robin', 'collective'])
export const FromOutside = choice('FromOutside', ['ask', 'follow'])

/** Where a meeting is. `meet`: a room of the host's calendar; `link`: an address of the workspace's own, `{id}` becomes the meeting's. */
export const MeetingPlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('meet') }),
  z.object({
    kind: z.literal('link'),
    url: z
      .string()
      .trim()
      .max(500)
      .regex(/^https:\/\/\S+$/, 'must begin with https://'),
  }),
  z.object({ kind: z.literal('phone') }),
  z.object({ kind: z.literal('address'), address: z.string().trim().min(1).max(500) }),
])
export type MeetingPlace = z.output<typeof MeetingPlace>

const QuestionKind = choice('BookingQuestionKind', ['text', 'long_text', 'choice', 'yes_no'])

/** What the booker is asked. */
export const Question = z.object({
  key: z.string().regex(/^[a-z0-9_]{1,40}$/, 'must be lower case letters, digits and _'),
  label: z.string().trim().min(1).max(200),
  kind: QuestionKind,
  required: z.boolean().default(false),
  options: z.array(z.string().trim().min(1).max(100)).max(30).default([]),
})
export type Question = z.output<typeof Question>

/** The same as it is answered. */
export const BookingQuestion = shape('BookingQuestion', {
  key: z.string(),
  label: z.string(),
  kind: QuestionKind,
  required: z.boolean(),
  options: z.array(z.string()).describe('Of a `choice`'),
})

export const EventType = shape('BookingEventType', {
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  about: z.string(),
  minutes: z.int(),
  grid: z.int().describe('Starts are offered every so many minutes of the wall clock'),
  mode: EventTypeMode,
  hosts: z.array(UserReference).describe('In their order'),
  all_admins: z.boolean().describe('Hosts are all owners and admins'),
  buffer_before_minutes: z.int(),
  buffer_after_minutes: z.int(),
  notice_minutes: z.int(),
  horizon_days: z.int(),
  limit_per_day: z.int().nullable(),
  limit_per_week: z.int().nullable(),
  approval: z.boolean(),
  from_outside: FromOutside,
  place: z.record(z.string(), z.unknown()),
  questions: z.array(BookingQuestion),
  reminder_minutes: z.array(z.int()),
  change_limit_minutes: z.int(),
  calendar_max_age_minutes: z.int().nullable(),
  makes_deal: z.boolean(),
  whatsapp_template: z.object({ name: z.string(), language: z.string() }).nullable(),
  is_default: z.boolean(),
  archived: z.boolean(),
  url: z.string().describe('Its page for bookers'),
})

export type EventTypeRow = Selectable<Tables['event_types']>
export interface Host {
  readonly id: string
  readonly name: string
  readonly email: string
  /** In which they are written to. */
  readonly language: Language
}

/** An event type and who hosts it. */
export interface Hosted {
  readonly type: EventTypeRow
  readonly hosts: readonly Host[]
}

/** As much of an event type as its free starts depend on: one that is only typed so far has no more. */
export interface Offering {
  readonly type: Pick<
    EventTypeRow,
    | 'id'
    | 'mode'
    | 'minutes'
    | 'grid_minutes'
    | 'buffer_before_minutes'
    | 'buffer_after_minutes'
    | 'notice_minutes'
    | 'horizon_days'
    | 'limit_per_day'
    | 'limit_per_week'
  >
  readonly hosts: readonly Pick<Host, 'id'>[]
}

/** With the length of a booking, which keeps its own. */
export const asBooked = (
  type: EventTypeRow,
  { starts_at, ends_at }: { readonly starts_at: Date; readonly ends_at: Date },
): EventTypeRow => ({ ...type, minutes: Math.max(1, Math.round((ends_at.getTime() - starts_at.getTime()) / 60_000)) })

export const gridOf = (type: Offering['type']): Grid => ({
  minutes: type.minutes,
  gridMinutes: type.grid_minutes,
  bufferBeforeMinutes: type.buffer_before_minutes,
  bufferAfterMinutes: type.buffer_after_minutes,
})

export const limitsOf = (type: Offering['type']): Limits => ({ perDay: type.limit_per_day, perWeek: type.limit_per_week })
export const placeOf = (type: Pick<EventTypeRow, 'place'>): MeetingPlace => MeetingPlace.parse(type.place)
const Questions = z.array(Question)
export const questionsOf = (type: EventTypeRow): Question[] => Questions.parse(type.questions)

/** All hosts must be free, or one of them. `one` has one host. */
export const neededOf = (type: Offering['type']): 'any' | 'all' => (type.mode === 'collective' ? 'all' : 'any')

/** By id or slug; without either the default one. Archived ones are not found. */
export const findEventType = (db: Db, orgId: string, named: string | null | undefined): Promise<EventTypeRow | undefined> => {
  const query = db.selectFrom('event_types').selectAll().where('org_id', '=', orgId).where('archived_at', 'is', null)
  if (!named) return query.where('is_default', '=', true).executeTakeFirst()
  return query.where(isId(named) ? 'id' : 'slug', '=', named).executeTakeFirst()
}

export const findEventTypes = (db: Db, orgId: string): Promise<EventTypeRow[]> =>
  db
    .selectFrom('event_types')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy(sql`archived_at is not null`)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()

/** The hosts of several event types: who is listed, or all owners and admins, the owner first. People who have not joined host nothing. */
export const findHosts = async (db: Db, orgId: string, typeIds: readonly string[]): Promise<Map<string, Host[]>> =>
  typeIds.length === 0 ? new Map() : hostsWhere(db, orgId, sql`t.id = any(${[...typeIds]}::uuid[])`)

/** Of an event type `t` and a member `m`. */
const hostTables = sql`
  join directory.people p on p.id = m.id and p.email_key is not null
  left join event_type_hosts h on h.org_id = m.org_id and h.event_type_id = t.id and h.person_id = m.id`
const isHost = sql`case t.hosts when 'admins' then m.role in ('admin', 'owner') else h.person_id is not null end`
const hostOrder = sql`h.place nulls last, m.role <> 'owner', p.id`

const hostsWhere = async (db: Db, orgId: string, which: RawBuilder<unknown>): Promise<Map<string, Host[]>> => {
  const { rows } = await sql<{ type_id: string } & Host>`
    select t.id as type_id, p.id, p.name, p.email, coalesce(p.language, 'en') as language
    from event_types t join members m on m.org_id = t.org_id ${hostTables}
    where t.org_id = ${orgId} and ${which} and ${isHost}
    order by t.id, ${hostOrder}`.execute(db)
  const byType = Map.groupBy(rows, ({ type_id }) => type_id)
  return new Map(
    [...byType].map(([id, hosts]) => [
      id,
      hosts.map(({ id: person, name, email, language }) => ({ id: person, name, email, language })),
    ]),
  )
}

/** Those of several people who have joined the workspace, and are members still. */
export const findMembersAmong = async (db: Db, orgId: string, ids: readonly string[]): Promise<Host[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<Host>`
    select p.id, p.name, p.email, coalesce(p.language, 'en') as language from members m join directory.people p on p.id = m.id and p.email_key is not null
    where m.org_id = ${orgId} and m.id = any(${[...ids]}::uuid[]) order by p.id`.execute(db)
  return rows
}

export const findHosted = async (db: Db, orgId: string, type: EventTypeRow): Promise<Hosted> => ({
  type,
  hosts: (await findHosts(db, orgId, [type.id])).get(type.id) ?? [],
})

/** What bookers are told of a workspace, and in whose format their numbers are. */
export interface HostingOrganization {
  readonly name: string
  readonly slug: string
  readonly default_country: string | null
}

/**
 * By id or slug, without either the default one: with its hosts and its workspace. In one statement: each is 3 % of what a booking costs.
 */
export const findNamedHosted = async (
  db: Db,
  orgId: string,
  named: string | null | undefined,
): Promise<{ readonly hosted: Hosted; readonly organization: HostingOrganization } | undefined> => {
  const which = !named ? sql`t.is_default` : isId(named) ? sql`t.id = ${named}` : sql`t.slug = ${named}`
  const { rows } = await sql<EventTypeRow & { readonly all_hosts: Host[] | null; readonly organization: HostingOrganization }>`
    select t.*, json_build_object('name', o.name, 'slug', o.slug, 'default_country', o.default_country) as organization,
      (select json_agg(json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'language', coalesce(p.language, 'en')) order by ${hostOrder})
       from members m ${hostTables} where m.org_id = t.org_id and ${isHost}) as all_hosts
    from event_types t join orgs o on o.org_id = t.org_id
    where t.org_id = ${orgId} and t.archived_at is null and ${which}`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { all_hosts: hosts, organization, ...type } = found
  return { hosted: { type, hosts: hosts ?? [] }, organization }
}

/** With one of its hosts alone, where one is named and not all are needed. */
export const ofHost = (hosted: Hosted, hostId: string | null | undefined): Hosted =>
  !hostId || hosted.type.mode === 'collective' ? hosted : { ...hosted, hosts: hosted.hosts.filter(({ id }) => id === hostId) }

/** The page on which an event type is booked. */
export const bookAddress = (publicUrl: string, orgSlug: string, typeSlug: string): string =>
  `${publicUrl}/book/${orgSlug}/${typeSlug}`

/** Where a meeting can be booked with a workspace: its usual event type, else its oldest; null where it has none. */
export const findBookAddress = async (db: Db, orgId: string, publicUrl: string): Promise<string | null> => {
  const type = await db
    .selectFrom('event_types as t')
    .innerJoin('orgs as o', 'o.org_id', 't.org_id')
    .select(['t.slug', 'o.slug as organization'])
    .where('t.org_id', '=', orgId)
    .where('t.archived_at', 'is', null)
    .orderBy('t.is_default', 'desc')
    .orderBy('t.created_at')
    .limit(1)
    .executeTakeFirst()
  return type ? bookAddress(publicUrl, type.organization, type.slug) : null
}

export const showEventType = (
  { type, hosts }: Hosted,
  { publicUrl, orgSlug }: { readonly publicUrl: string; readonly orgSlug: string },
): z.input<typeof EventType> => ({
  ...{ id: type.id, slug: type.slug, name: type.name, about: type.about, minutes: type.minutes, grid: type.grid_minutes },
  mode: EventTypeMode.parse(type.mode),
  hosts: [...hosts],
  all_admins: type.hosts === 'admins',
  buffer_before_minutes: type.buffer_before_minutes,
  buffer_after_minutes: type.buffer_after_minutes,
  notice_minutes: type.notice_minutes,
  horizon_days: type.horizon_days,
  limit_per_day: type.limit_per_day,
  limit_per_week: type.limit_per_week,
  approval: type.approval,
  from_outside: FromOutside.parse(type.from_outside),
  place: placeOf(type),
  questions: questionsOf(type),
  reminder_minutes: type.reminder_minutes,
  change_limit_minutes: type.change_limit_minutes,
  calendar_max_age_minutes: type.calendar_max_age_minutes,
  makes_deal: type.makes_deal,
  whatsapp_template: type.whatsapp_template as { name: string; language: string } | null,
  is_default: type.is_default,
  archived: type.archived_at !== null,
  url: bookAddress(publicUrl, orgSlug, type.slug),
})
