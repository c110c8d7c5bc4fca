import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { isId } from '#core/ids.ts'
import { choice, PageSize, shape } from '#shapes'
import { figureNames } from './definitions.ts'
import { groupings } from './facts.ts'
import { type Asked, faultOf, ReportFields, readAsked } from './report-input.ts'

const ReportRecord = shape('ReportRecord', {
  kind: z.string().describe('lead, deal, message, call, task, note, payment or invoice'),
  id: z.uuid(),
  at: z.iso.datetime(),
  name: z.string().nullable(),
  opens: shape('OpenedRecord', {
    kind: choice('OpenedKind', ['lead', 'contact', 'company', 'deal', 'conversation', 'invoice', 'task']),
    id: z.uuid(),
  }).nullable(),
  owner: z.string().nullable().describe('The name of the member'),
  source: z.string().nullable(),
  minutes: z.number().nullable(),
  amount_minor: z.int().nullable(),
  currency: z.string().nullable(),
})

const Place = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z~[0-9a-f-]{36}$/)
  .describe('`next_cursor` of the previous page')

export const listReportRecords = action({
  name: 'list-report-records',
  summary: 'List the records behind a figure of a report',
  description:
    'Newest first. With the same period, and with `by` and `key` of a row or `part` of a point, it lists exactly what that value counts: `key: null` is what has none. A `sum` is the sum of `amount_minor`, a `median` that of `minutes`.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'reports:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    ...ReportFields,
    figure: z.enum(figureNames),
    by: z.enum(groupings).optional(),
    key: z.string().max(200).nullable().optional().describe('With `by`'),
    part: z.int().min(0).max(4_000).optional().describe('Which of the points, from 0'),
    currency: z.string().max(3).optional(),
    isBefore: z.boolean().default(false).describe('Of the period before'),
    cursor: Place.optional(),
    limit: PageSize,
  }),
  output: z.object({ records: z.array(ReportRecord), next_cursor: z.string().nullable() }),
  errors: [transportErrors.bad_request],
  examples: [
    {
      title: 'Leads of this month that came from the website',
      input: { report: 'leads', figure: 'leads', by: 'source', key: 'website' },
    },
  ],

  async run({ figure, by, key, part, currency, isBefore, cursor, limit, ...input }, { db, org, now, fail }) {
    const fault = faultOf(input)
    if (fault) throw fail('bad_request', fault)
    const asked = await readAsked(db, org.id, input, now())
    const measure = asked.report.measures.find((each) => each.figure === figure)
    if (!measure) throw fail('bad_request', { message: 'figure: is not a figure of this report', field: 'figure' })
    if (by && !measure.by.includes(by))
      throw fail('bad_request', { message: 'by: this figure is not counted by it', field: 'by' })
    if (!by && measure.isPerKey) throw fail('bad_request', { message: 'Missing required field: by', field: 'by' })
    const [at, id] = cursor?.split('~') ?? []
    if (id !== undefined && !isId(id)) throw fail('bad_request', { message: 'cursor: is not a cursor', field: 'cursor' })
    const span = spanOfPart(asked, part, isBefore)
    const { rows } = await sql<RecordRow>`
      select f.kind, f.id, to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, f.opens, f.opened_id, f.source, f.minutes,
        f.amount, f.currency, o.name as owner, ${nameOf(org.id)} as name
      from (
        select * from (${measure.facts.rows(org.id, span)}) f
        where true
          ${by === undefined ? sql`` : sql`and ${sql.ref(by)} is not distinct from ${key ?? null}::text`}
          ${currency === undefined ? sql`` : sql`and currency = ${currency}`}
          ${at === undefined ? sql`` : measure.facts.isById ? sql`and id < ${id}::uuid` : sql`and (at, id) < (${at}::timestamptz, ${id}::uuid)`}
        order by ${measure.facts.isById ? sql`id desc` : sql`at desc, id desc`} limit ${limit + 1}) f
      left join directory.people o on o.id = f.owner::uuid
      order by ${measure.facts.isById ? sql`f.id desc` : sql`f.at desc, f.id desc`}`.execute(db)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      records: page.map(({ opens, opened_id, amount, at: time, ...row }) => ({
        ...{ ...row, at: new Date(time).toISOString(), amount_minor: amount },
        opens: opens === null || opened_id === null ? null : { kind: opens, id: opened_id },
      })),
      next_cursor: rows.length > limit && last ? `${last.at}~${last.id}` : null,
    }
  },
})

interface RecordRow {
  readonly kind: string
  readonly id: string
  /** To the microsecond: a cursor that is rounded would skip some. */
  readonly at: string
  readonly opens: 'lead' | null
  readonly opened_id: string | null
  readonly source: string | null
  readonly minutes: number | null
  readonly amount: number | null
  readonly currency: string | null
  readonly owner: string | null
  readonly name: string | null
}

const spanOfPart = (asked: Asked, part: number | undefined, isBefore: boolean): { from: Date; to: Date } => {
  const span = isBefore ? asked.spanBefore : asked.span
  if (part === undefined) return span
  const borders = isBefore ? asked.bordersBefore : asked.borders
  const from = borders[part]
  return from ? { from, to: borders[part + 1] ?? span.to } : { from: span.to, to: span.to }
}

/** What the record is called that a row opens. */
const nameOf = (orgId: string): RawBuilder<unknown> => sql`case f.opens
  when 'lead' then (select coalesce(l.full_name, l.email, l.phone) from leads l where l.org_id = ${orgId} and l.id = f.opened_id)
  when 'deal' then (select d.name from deals d where d.org_id = ${orgId} and d.id = f.opened_id)
  when 'contact' then (select coalesce(c.full_name, c.email, c.phone) from contacts c where c.org_id = ${orgId} and c.id = f.opened_id)
  when 'conversation' then (select coalesce(c.full_name, c.email, c.phone) from contacts c where c.org_id = ${orgId} and c.id = f.opened_id)
  when 'company' then (select c.name from companies c where c.org_id = ${orgId} and c.id = f.opened_id)
  when 'invoice' then (select i.client_name from invoices i where i.org_id = ${orgId} and i.id = f.opened_id)
  when 'task' then (select t.title from tasks t where t.org_id = ${orgId} and t.id = f.opened_id) end`
