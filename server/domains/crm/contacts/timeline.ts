import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Within } from '#core/within.ts'
import { choice, Instant, MemberReference, shape } from '#shapes'
import { companyGroup } from '../companies/company-groups.ts'
import { mostOfCompany } from '../companies/company-people.ts'
import { mergeGroupOf } from '../identities/merge-groups.ts'
import { type TimelineKind as Kind, longestText, timelineKinds, timelineParts } from '../identities/timeline-parts.ts'
import type { PlainRecordKind } from '../records/records.ts'

export const TimelineKind = choice('TimelineEntryKind', timelineKinds)

/** Something that happened with a person, whatever it was. */
export const TimelineEntry = shape('TimelineEntry', {
  id: z.string(),
  at: z.iso.datetime(),
  kind: TimelineKind,
  channel: z.string().nullable().describe('For messages: whatsapp, web_chat or note'),
  direction: z.string().nullable().describe('in, out or note'),
  text: z.string().nullable().describe('The first 2,000 characters of the text. The whole of a longer note is in `facts.body`'),
  facts: z.record(z.string(), z.unknown()),
  subject_id: z.uuid().nullable().describe('The related lead, message, call, invoice, deal, task, mail, merge, booking …'),
  cause: shape('Cause', {
    kind: z.string().describe('Its cause: person, whatsapp, web_chat, lead, rule, webhook …'),
    id: z.uuid().nullable(),
    words: z.string().nullable(),
  }),
  person: MemberReference.nullable().describe('The member who did it'),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

/** Whose timeline: a contact's, or that of a deal, a lead or a company with the people of it. */
export interface TimelineOf {
  readonly kind: PlainRecordKind
  readonly id: string
  /** The person of it; null: there is none, or several. */
  readonly contactId: string | null
}

interface Place {
  readonly at: string
  readonly id: string
}

interface Page {
  readonly cursor?: string | undefined
  readonly limit: number
  /** Only these; all where there are none. */
  readonly kinds?: readonly Kind[] | undefined
}

/**
 * Newest first, by keyset over (time, id). One statement of the parts that modules contribute; each gives as many entries as the page
 * holds, so that a person of ten thousand messages costs a page of them. What a part sorts in full is what a person has few of.
 */
export const listTimeline = async (
  db: Db,
  orgId: string,
  within: Within,
  whose: TimelineOf,
  page: Page,
): Promise<{ entries: TimelineEntry[]; nextCursor: string | null }> => {
  const { limit } = page
  const { rows } = await (await timelinePage(db, orgId, within, whose, page)).execute(db)
  const entries = rows.slice(0, limit)
  const last = entries.at(-1)
  return {
    entries: entries.map(entryOf),
    nextCursor: rows.length > limit && last ? cursorOf({ at: last.exact, id: last.id }) : null,
  }
}

/** The statement of a page, and of one entry more, which says whether there is a next one. */
export const timelinePage = async (
  db: Db,
  orgId: string,
  within: Within,
  whose: TimelineOf,
  { cursor, limit, kinds = [] }: Page,
): Promise<RawBuilder<TimelineRow>> => {
  const most = limit + 1
  const entries = await allEntries(db, orgId, within, whose, { before: placeOf(cursor), most, kinds })
  return sql<TimelineRow>`${entries}
    select e.*, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact, left(e.text, ${longestText}) as text, o.name as person_name
    from (select * from entries order by at desc, id desc limit ${most}) e
    left join directory.people o on o.id = e.person_id
    order by e.at desc, e.id desc`
}

/** Of a kind no more than these are counted. */
export const mostCounted = 100

/** How many entries of each kind there are, up to `mostCounted` of each: a look at as many rows, not at all of them. */
export const countTimeline = async (
  db: Db,
  orgId: string,
  within: Within,
  whose: TimelineOf,
): Promise<Partial<Record<Kind, number>>> => {
  const entries = await allEntries(db, orgId, within, whose, { before: placeOf(undefined), most: mostCounted, kinds: [] })
  const { rows } = await sql<{ kind: Kind; count: number }>`${entries}
    select kind, least(count(*), ${mostCounted})::int as count from entries group by kind`.execute(db)
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

const allEntries = async (
  db: Db,
  orgId: string,
  within: Within,
  whose: TimelineOf,
  { before, most, kinds }: { readonly before: Place; readonly most: number; readonly kinds: readonly Kind[] },
): Promise<RawBuilder<unknown>> => {
  const mergeGroup = whose.contactId === null ? [] : await mergeGroupOf(db, orgId, whose.contactId)
  const isWanted = (kind: Kind): boolean => kinds.length === 0 || kinds.includes(kind)
  const parts = await within(db, orgId, timelineParts, { most, isWanted })
  const meant = parts.flatMap((part) => part.entries).filter((entries) => entries.kinds.some(isWanted))
  const selects = [columns, ...meant.map(({ select }) => select)].map((select) => sql`(${select})`)
  return sql`
    with record as materialized (select ${whose.kind} as kind, ${whose.id}::uuid as id),
    merge_group as materialized (${
      whose.kind === 'company'
        ? sql`select p.id from (select c.id from contacts c where c.org_id = ${orgId} and c.company_id in ${companyGroup(orgId, whose.id)}
                order by c.id desc limit ${mostOfCompany}) p`
        : sql`select * from unnest(${mergeGroup}::uuid[]) as id`
    }),
    place as materialized (select ${before.at}::timestamptz as at, ${before.id} as id),
    these as materialized (select d.* from deals d where d.org_id = ${orgId} and ${dealsOf(orgId, whose)}),
    lead_ids as materialized (
      select l.id from leads l where l.org_id = ${orgId} and l.contact_id in (select id from merge_group)
      union select id from record where kind = 'lead'),
    company_ids as materialized (
      select id from record where kind = 'company'
      union select m.id from companies m, record r where m.org_id = ${orgId} and r.kind = 'company' and m.root_id = r.id),
    records as materialized (
      select id from record union select id from company_ids
      union select id from merge_group union select id from these union select id from lead_ids),
    ${sql.join([...parts.flatMap(({ tables }) => tables ?? []), sql``], sql`, `)}
    entries (id, at, kind, channel, direction, text, facts, subject_id, cause, cause_id, cause_words, person_id) as (
      ${sql.join(selects, sql` union all `)})`
}

/** Not one condition for all: the planner finds no index for it, and reads every deal of the workspace. */
const dealsOf = (orgId: string, { kind, id }: TimelineOf): RawBuilder<unknown> =>
  kind === 'deal'
    ? sql`(d.id = ${id}::uuid or d.linked_to = ${id}::uuid)`
    : kind === 'company'
      ? sql`d.company_id in ${companyGroup(orgId, id)}`
      : sql`d.contact_id in (select id from merge_group)`

/** The types of the columns, for parts that say null. The planner drops it. */
const columns = sql`
  select null::text, null::timestamptz, null::text, null::text, null::text, null::text, null::jsonb, null::uuid, null::text, null::uuid,
    null::text, null::uuid where false`

interface TimelineRow {
  readonly id: string
  readonly at: Date
  /** To the microsecond, as the database orders by it. */
  readonly exact: string
  readonly kind: TimelineEntry['kind']
  readonly channel: string | null
  readonly direction: string | null
  readonly text: string | null
  readonly facts: Record<string, unknown>
  readonly subject_id: string
  readonly cause: string
  readonly cause_id: string | null
  readonly cause_words: string | null
  readonly person_id: string | null
  readonly person_name: string | null
}

const entryOf = (row: TimelineRow): TimelineEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  channel: row.channel,
  direction: row.direction,
  text: row.text,
  facts: row.facts,
  subject_id: row.subject_id,
  cause: { kind: row.cause, id: row.cause_id, words: row.cause_words },
  person: row.person_id === null ? null : { id: row.person_id, name: row.person_name },
})

/** Where a page ended. What is no place of ours begins at the newest. */
export const TimelineCursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,200}$/)
  .describe('`next_cursor` of the previous page')

const cursorOf = ({ at, id }: Place): string => Buffer.from(`${at} ${id}`).toString('base64url')

const placeOf = (cursor: string | undefined): Place => {
  const read = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([a-z]+:[0-9a-f-]{36})$/.exec(
    Buffer.from(cursor ?? '', 'base64url').toString(),
  )
  return read?.[1] && read[2] && Instant.safeParse(read[1]).success ? { at: read[1], id: read[2] } : { at: 'infinity', id: '' }
}
