import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Reference, shape } from '#shapes'
import { BinKind, binKinds, restorableDays } from './bin-kinds.ts'

const dayMs = 86_400_000

/** A deleted record as the bin lists it. */
export const BinnedRecord = shape('BinnedRecord', {
  kind: BinKind,
  id: z.uuid(),
  name: z.string().nullable(),
  deleted_at: z.iso.datetime(),
  deleted_by: Reference.nullable().describe('Null: a key, a workflow or a former member'),
  removed_after: z.iso.datetime().describe('Until then it can be restored'),
  leads: z.int().describe('Leads that went with a contact'),
  tasks: z.int().describe('Tasks that went with a contact, company or deal'),
})

/** What is in the bin of its own, not with another record: rows of `id, name, deleted_at, deleted_by`. */
export const listedInBin = (orgId: string, kind: BinKind): RawBuilder<unknown> => sql`(${sources[kind](orgId)})`

const sources: Readonly<Record<BinKind, (orgId: string) => RawBuilder<unknown>>> = {
  contact: (orgId) => sql`
    select id, coalesce(full_name, email, phone) as name, deleted_at, deleted_by from contacts
    where org_id = ${orgId} and deleted_at is not null and removed_at is null and root_id is null`,
  company: (orgId) => sql`
    select id, name, deleted_at, deleted_by from companies
    where org_id = ${orgId} and deleted_at is not null and removed_at is null and root_id is null`,
  lead: (orgId) => sql`
    select id, coalesce(full_name, email, phone) as name, deleted_at, deleted_by from leads
    where org_id = ${orgId} and deleted_at is not null and removed_at is null and deleted_with is null`,
  deal: (orgId) => sql`
    select id, name, deleted_at, deleted_by from deals
    where org_id = ${orgId} and deleted_at is not null and removed_at is null`,
  task: (orgId) => sql`
    select id, title as name, deleted_at, deleted_by from tasks
    where org_id = ${orgId} and deleted_at is not null and deleted_with is null`,
}

/** Where a page of the bin ends: when, and which. */
export const BinCursor = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .describe('`next_cursor` of the previous page')

interface Row {
  readonly kind: BinKind
  readonly id: string
  readonly name: string | null
  readonly deleted_at: Date
  readonly place: string
  readonly person_id: string | null
  readonly person_name: string | null
  readonly leads: number
  readonly tasks: number
}

/** What was deleted last, first. */
export const findBinned = async (
  db: Db,
  orgId: string,
  { kind, search, cursor, limit }: BinFilter,
): Promise<{ records: z.output<typeof BinnedRecord>[]; nextCursor: string | null }> => {
  const [at, id] = cursor?.split('~') ?? []
  const part = search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : null
  const pages = (kind ? [kind] : binKinds).map(
    (each) => sql`(
      select ${each} as kind, r.* from ${listedInBin(orgId, each)} r
      where ${part === null ? sql`true` : sql`r.name ilike ${part}`}
        and ${at && id ? sql`(r.deleted_at, r.id) < (${at}::timestamptz, ${id}::uuid)` : sql`true`}
      order by r.deleted_at desc, r.id desc limit ${limit + 1})`,
  )
  const { rows } = await sql<Row>`
    select r.kind, r.id, r.name, r.deleted_at, p.id as person_id, p.name as person_name,
      to_char(r.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place,
      case when r.kind = 'contact' then (
        select count(*)::int from leads l where l.org_id = ${orgId} and l.deleted_with = r.id) else 0 end as leads,
      case when r.kind in ('contact', 'company', 'deal') then (
        select count(*)::int from tasks t where t.org_id = ${orgId} and t.deleted_with = r.id) else 0 end as tasks
    from (${sql.join(pages, sql` union all `)}) r
    left join directory.people p on p.id = r.deleted_by
    order by r.deleted_at desc, r.id desc limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { records: page.map(sentRecord), nextCursor: rows.length > limit && last ? `${last.place}~${last.id}` : null }
}

export interface BinFilter {
  readonly kind?: BinKind | undefined
  readonly search?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

const sentRecord = (row: Row): z.output<typeof BinnedRecord> => ({
  ...{ kind: row.kind, id: row.id, name: row.name, leads: row.leads, tasks: row.tasks },
  deleted_at: row.deleted_at.toISOString(),
  deleted_by: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '' },
  removed_after: new Date(row.deleted_at.getTime() + restorableDays * dayMs).toISOString(),
})
