import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import { choice, Reference, shape } from '#shapes'
import { leadSourceErrors } from './errors.ts'
import { kindOf, ShownSettings, SourceSettings, sourceKindNames } from './kinds.ts'
import type { KnownSource } from './source-kind.ts'
import { ofStrangers } from './source-rhythms.ts'

export type LeadSourceRow = Selectable<Tables['lead_sources']>

/** 128 random bits as 22 characters of base64url. */
export const newAddress = (): string => randomBytes(16).toString('base64url')

const addressForm = /^[A-Za-z0-9_-]{22}$/
export const isAddress = (text: string): boolean => addressForm.test(text)

/** A secret is sealed for its source: in another row it does not open. */
export const sealOf = (sourceId: string): string => `lead source ${sourceId}`

export const secretOf = (source: Pick<LeadSourceRow, 'id' | 'secret_sealed'>, vault: Vault): string | null =>
  source.secret_sealed === null ? null : vault.open(source.secret_sealed, sealOf(source.id))

export const SourceName = z.string().trim().min(1).max(120)

/** What senders are proven with: a key or signing secret. */
export const SourceSecret = z.string().trim().min(8).max(512)

/**
 * `rejecting`: the last three requests or more were rejected (of a form, over ten minutes at least), more than one in five of the last fifty
 * was, or all that ever came, but samples for the choice of its fields. What strangers send to it does not count.
 * `trouble`: its leads, or those of one of its forms, cannot be fetched where they are kept.
 */
export const sourceStates = ['waiting', 'working', 'silent', 'rejecting', 'trouble', 'off'] as const

/** A lead source as its page shows it. */
export const LeadSource = shape('LeadSource', {
  id: z.uuid(),
  kind: choice('LeadSourceKind', sourceKindNames),
  name: z.string(),
  state: choice('LeadSourceState', sourceStates).describe(
    '`waiting`: for its first lead; `trouble`: its leads, or those of one of its forms, cannot be fetched',
  ),
  url: z.string().nullable().describe('Where its requests are sent; null where Foyer fetches them'),
  settings: ShownSettings,
  secret: z
    .string()
    .nullable()
    .describe('What its sender must send, where a person copies it there; of a webhook, only as it is made'),
  has_secret: z.boolean(),
  last_lead_at: z.iso.datetime().nullable(),
  leads_7_days: z.int().describe('1,000 at most'),
  rejected_7_days: z.int().describe('1,000 at most'),
  rejected: z.int().describe('Rejected requests that wait to be replayed, or looked at one by one, however old; 1,000 at most'),
  held: z.int().describe('Requests that wait to be released, 1,000 at most'),
  conflicts: z.int().describe('Requests with the id of another person’s lead, of which no lead was made; 1,000 at most'),
  has_constant_id: z
    .boolean()
    .describe('The newest three requests had one id and came from different people: the mapping of the id is wrong'),
  created_by: Reference.nullable(),
  created_at: z.iso.datetime(),
  switched_off_at: z.iso.datetime().nullable(),
})

/** A row with what came of it, counted along its index and no further than 1,000. */
type CountedRow = LeadSourceRow & {
  readonly created_by_name: string | null
  readonly last_lead_at: Date | null
  readonly leads: number
  readonly rejected_lately: number
  readonly rejected: number
  readonly held: number
  readonly conflicts: number
  readonly was_rejected: boolean
  readonly has_constant_id: boolean
}

export const mostSources = 500

/** The sources of a workspace, newest first, or the one that is asked for. */
export const findSources = async (db: Db, orgId: string, now: Date, id?: string): Promise<CountedRow[]> => {
  const since = idFloor(new Date(now.getTime() - 7 * 86_400_000))
  const { rows } = await sql<CountedRow>`
    select s.*, p.name as created_by_name, last.received_at as last_lead_at, taken.count::int as leads,
           refused.count::int as rejected_lately, replayable.count::int as rejected, waiting.count::int as held,
           conflicting.count::int as conflicts, newest.is_one as has_constant_id,
           exists (select from (select d.code, d.body from deliveries d where d.org_id = s.org_id and d.key_id = s.id
             and d.outcome = 'rejected' order by d.id desc limit 1000) d
             where not ${ofStrangers} and d.code is distinct from ${leadSourceErrors.lead_source_unmapped.code}) as was_rejected
    from lead_sources s
    left join directory.people p on p.id = s.created_by
    left join lateral (select l.received_at from leads l where l.org_id = s.org_id and l.key_id = s.id order by l.id desc limit 1) last on true
    left join lateral (select count(*) from (select from leads l where l.org_id = s.org_id and l.key_id = s.id and l.id >= ${since}
                       limit 1000) x) taken on true
    left join lateral (select count(*) from (select from deliveries d where d.org_id = s.org_id and d.key_id = s.id and d.id >= ${since}
                       and d.outcome = 'rejected' and d.mended_by is null limit 1000) x) refused on true
    left join lateral (select count(*) from (select from deliveries d where d.org_id = s.org_id and d.key_id = s.id
                       and d.outcome = 'rejected' and d.mended_by is null and d.body is not null
                       and d.code is distinct from 'lead_source_unproven' limit 1000) x) replayable on true
    left join lateral (select count(*) from (select from deliveries d where d.org_id = s.org_id and d.key_id = s.id
                       and d.outcome = 'held' and d.mended_by is null limit 1000) x) waiting on true
    left join lateral (select count(*) from (select from deliveries d where d.org_id = s.org_id and d.key_id = s.id
                       and 'external_id_conflict' = any (d.flags) and d.mended_by is null limit 1000) x) conflicting on true
    left join lateral (
      select count(*) = 3 and count(distinct lead_id) = 1 and count(*) filter (where is_conflict) >= 2 as is_one from (
        select lead_id, is_conflict from (
          (select d.id, d.lead_id, 'external_id_conflict' = any (d.flags) as is_conflict from deliveries d
           where d.org_id = s.org_id and d.key_id = s.id order by d.id desc limit 3)
          union all
          (select l.id, l.id, false from leads l where l.org_id = s.org_id and l.key_id = s.id order by l.id desc limit 3)) r
        order by id desc limit 3) x) newest on true
    where s.org_id = ${orgId} ${id === undefined ? sql`` : sql`and s.id = ${id}`}
    order by s.id desc limit ${mostSources}`.execute(db)
  return rows
}

/** Where requests of a source are sent. */
export const urlOf = ({ kind, address }: Pick<LeadSourceRow, 'kind' | 'address'>, publicUrl: string): string | null => {
  const { path } = kindOf(kind)
  return path === null ? null : `${publicUrl}/functions/v1/${path}/${address}`
}

const stateOf = (row: CountedRow): (typeof sourceStates)[number] => {
  if (row.switched_off_at) return 'off'
  if (row.trouble_raised_at) return 'trouble'
  if (row.rejects_raised_at) return 'rejecting'
  if (row.silence_raised_at) return 'silent'
  if (row.last_lead_at) return 'working'
  return row.was_rejected ? 'rejecting' : 'waiting'
}

export const showSource = (
  row: CountedRow,
  {
    vault,
    publicUrl,
    made = null,
  }: {
    readonly vault: Vault
    readonly publicUrl: string
    /** A secret that was made just now: it is shown this once. */
    readonly made?: string | null
  },
): z.output<typeof LeadSource> => ({
  id: row.id,
  kind: kindOf(row.kind).kind as (typeof sourceKindNames)[number],
  name: row.name,
  state: stateOf(row),
  url: urlOf(row, publicUrl),
  settings: SourceSettings.parse(row.settings),
  secret: kindOf(row.kind).showsSecret ? secretOf(row, vault) : made,
  has_secret: row.secret_sealed !== null,
  last_lead_at: row.last_lead_at?.toISOString() ?? null,
  leads_7_days: row.leads,
  rejected_7_days: row.rejected_lately,
  rejected: row.rejected,
  held: row.held,
  conflicts: row.conflicts,
  has_constant_id: row.has_constant_id,
  created_by: row.created_by && row.created_by_name ? { id: row.created_by, name: row.created_by_name } : null,
  created_at: row.created_at.toISOString(),
  switched_off_at: row.switched_off_at?.toISOString() ?? null,
})

/** Finds a source and holds it until the transaction ends. */
export const lockSource = (db: Db, orgId: string, id: string): Promise<LeadSourceRow | undefined> =>
  db.selectFrom('lead_sources').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

export interface NewSource {
  readonly orgId: string
  readonly id: string
  readonly name: string
  readonly settings: z.output<typeof SourceSettings>
  readonly secret: string | null
  readonly createdBy: string | null
  readonly now: Date
}

export const addSource = async (db: Db, vault: Vault, source: NewSource): Promise<void> => {
  await db
    .insertInto('lead_sources')
    .values({
      org_id: source.orgId,
      id: source.id,
      kind: source.settings.kind,
      name: source.name,
      address: newAddress(),
      settings: JSON.stringify(source.settings),
      secret_sealed: source.secret === null ? null : vault.seal(source.secret, sealOf(source.id)),
      created_by: source.createdBy,
      created_at: source.now,
      updated_at: source.now,
    })
    .execute()
}

export interface ReplayedSource extends KnownSource {
  readonly kind: string
}

/** As a replay needs it: its settings of now, and no secret, since what is replayed was proven or is vouched for by who replays it. */
export const findForReplay = async (
  db: Db,
  { orgId, id, foyer }: Pick<KnownSource, 'orgId' | 'id' | 'foyer'>,
): Promise<ReplayedSource | undefined> => {
  const row = await db
    .selectFrom('lead_sources')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    orgId,
    kind: row.kind,
    name: row.name,
    settings: kindOf(row.kind).settings.parse(row.settings),
    secret: null,
    isOff: row.switched_off_at !== null,
    hasBareIds: row.has_bare_ids,
    ratePerMinute: 0,
    quotaPerMonth: null,
    defaultCountry: null,
    foyer,
  }
}
