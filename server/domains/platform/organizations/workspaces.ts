import { type Selectable, sql } from 'kysely'
import { getCountries } from 'libphonenumber-js/min'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { shape } from '#shapes'

/** The settings of a workspace, and how much of the month's quota is used. */
export const Workspace = shape('Workspace', {
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  /** ISO 3166 alpha-2: the country of phone numbers that come without a calling code. */
  default_country: z.string().nullable(),
  timezone: z.string().describe('IANA time zone of members who have set none of their own'),
  room_pattern: z.string().nullable().describe('Address of video rooms, with `{id}`, where no calendar makes one'),
  booking_origins: z.array(z.string()).describe('Websites that may show the booking pages in a frame'),
  call_countries: z.array(z.string()).describe('Countries that can be called; empty: the default country only'),
  /** Requests per 60 s that a key without its own limit may make. */
  key_rate_per_minute: z.int(),
  /** New leads a calendar month (UTC); null for no quota. */
  lead_quota_per_month: z.int().nullable(),
  leads_this_month: z.int().describe('Without a quota, those that are not deleted'),
  /** Whether there is data of `seed-demo`. */
  has_demo: z.boolean(),
  /** When the month's quota starts anew. */
  month_ends_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
})

/** Countries and territories that have telephone numbers, as libphonenumber knows them. */
export const countries: readonly string[] = getCountries().toSorted()

export type Settings = Selectable<Tables['orgs']>

export const findSettings = (db: Db, orgId: string): Promise<Settings> =>
  db.selectFrom('orgs').selectAll().where('org_id', '=', orgId).executeTakeFirstOrThrow()

/** The workspace as Settings shows it. */
export const showWorkspaceOf = async (db: Db, orgId: string, now: Date): Promise<z.output<typeof Workspace>> => {
  const settings = await findSettings(db, orgId)
  return {
    id: settings.org_id,
    slug: settings.slug,
    name: settings.name,
    default_country: settings.default_country,
    timezone: settings.time_zone,
    room_pattern: settings.room_pattern,
    booking_origins: settings.booking_origins,
    call_countries: settings.call_countries,
    key_rate_per_minute: settings.key_rate_per_minute,
    lead_quota_per_month: settings.lead_quota_per_month,
    leads_this_month: await countLeadsOfMonth(db, settings, now),
    has_demo: await hasDemo(db, orgId),
    month_ends_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
    created_at: settings.created_at.toISOString(),
  }
}

const hasDemo = async (db: Db, orgId: string): Promise<boolean> =>
  (await db.selectFrom('demo_records').select('id').where('org_id', '=', orgId).limit(1).executeTakeFirst()) !== undefined

/**
 * With a quota, what the quota has counted, or before its first lead what it would begin with. Without one, those that are not deleted, read from
 * the counts that reports read: the app asks for it with every lead that comes in (decisions 0122 and 0136).
 */
const countLeadsOfMonth = async (db: Db, settings: Settings, now: Date): Promise<number> => {
  const month = firstOfMonth(now)
  if (settings.lead_quota_per_month === null) return countKeptLeads(db, settings.org_id, month)
  const usage = await db
    .selectFrom('quota_usage')
    .select('used')
    .where('org_id', '=', settings.org_id)
    .where('month', '=', month.toISOString().slice(0, 10))
    .executeTakeFirst()
  if (usage) return usage.used
  const counted = await db
    .selectFrom('leads')
    .select((select) => select.fn.countAll<number>().as('leads'))
    .where('org_id', '=', settings.org_id)
    .where('id', '>=', idFloor(month))
    .where('via', '<>', 'demo')
    .executeTakeFirstOrThrow()
  return counted.leads
}

/** Those of the demo are counted too; there are few, in an index of their own. */
const countKeptLeads = async (db: Db, orgId: string, from: Date): Promise<number> => {
  const { rows } = await sql<{ leads: number }>`
    select ((select coalesce(sum(count), 0) from (
        select count from lead_counts where org_id = ${orgId} and quarter >= ${from}
        union all
        select count from lead_count_changes where org_id = ${orgId} and quarter >= ${from}) c)
      - (select count(*) from leads where org_id = ${orgId} and id >= ${idFloor(from)}::uuid and via = 'demo' and deleted_at is null))::int as leads`.execute(
    db,
  )
  return rows[0]?.leads ?? 0
}

/** Months begin in UTC, as the quota counts them. */
const firstOfMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))

/** Forgets what the quota has counted: it counts anew, from the leads that are there, with the next lead. */
export const recountQuota = async (db: Db, orgId: string): Promise<void> => {
  await db.deleteFrom('quota_usage').where('org_id', '=', orgId).execute()
}

/** Leads of a month (its first day) that are taken back do not count. */
export const giveBackQuota = async (db: Db, orgId: string, month: string, leads: number): Promise<void> => {
  await sql`
    update quota_usage set used = greatest(0, used - ${leads}) where org_id = ${orgId} and month = ${month}::date`.execute(db)
}

/** Holds the settings until the transaction ends. */
export const lockSettings = (db: Db, orgId: string): Promise<Settings> =>
  db.selectFrom('orgs').selectAll().where('org_id', '=', orgId).forUpdate().executeTakeFirstOrThrow()
