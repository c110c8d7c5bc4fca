import { type Kysely, sql } from 'kysely'
import { idFloor } from '#core/ids.ts'
import { findByWords, searchQuery } from '#core/search.ts'
import type { Database } from '#db/connect.ts'
import type { Tables } from '#db/tables.ts'
import { digest16 } from '../identities/digests.ts'
import { mergeGroupOf } from '../identities/merge-groups.ts'
import type { LeadInput } from './lead-input.ts'
import { type LeadState, stateOf } from './states.ts'
import type { LeadRow } from './take-leads.ts'

type Db = Kysely<Tables>

/** What `POST /v1/leads?dry_run=true` says would happen. Nothing is stored. */
export const foresee = async (database: Pick<Database, 'inOrg'>, orgId: string, lead: LeadInput) => {
  const found = await database.inOrg(orgId, async (db) => {
    const seen =
      lead.external_id === null ? undefined : await findByKey(db, orgId, digest16(orgId, 'external_id', lead.external_id))
    const contactId = seen?.contact_id ?? (await findContactOf(db, orgId, lead))
    return { seen, contactId }
  })
  const { email_key: _key, phone_key: _phoneKey, unused, ...stored } = lead
  return {
    ok: true,
    dry_run: true,
    lead_id: found.seen?.id ?? null,
    contact_id: found.contactId ?? null,
    deduplicated: found.seen !== undefined,
    lead: stored,
    unused_fields: unused,
  }
}

const findByKey = (db: Db, orgId: string, dkey: string) =>
  db.selectFrom('leads').select(['id', 'contact_id']).where('org_id', '=', orgId).where('dkey', '=', dkey).executeTakeFirst()

/** The contact a lead would go to: by address, else by number. */
export const findContactOf = async (
  db: Db,
  orgId: string,
  lead: Pick<LeadInput, 'email_key' | 'phone_key'>,
): Promise<string | undefined> => {
  const keys = [
    lead.email_key === null ? null : digest16(orgId, 'email', lead.email_key),
    lead.phone_key === null ? null : digest16(orgId, 'phone', lead.phone_key),
  ].filter((key) => key !== null)
  if (keys.length === 0) return undefined
  const found = await db
    .selectFrom('contact_keys')
    .select(['key', 'contact_id'])
    .where('org_id', '=', orgId)
    .where('key', 'in', keys)
    .execute()
  for (const key of keys) {
    const match = found.find((row) => row.key === key)
    if (match) return match.contact_id
  }
  return undefined
}

/** The columns of a list, the same for every list of leads. */
const listed = [
  'id',
  'received_at',
  'full_name',
  'email',
  'phone',
  'phone_e164',
  'job_title',
  'source',
  'external_id',
  'contact_id',
  'via',
  'metadata',
  'state',
  'state_reason',
  'owner_id',
] as const

const ownerName = sql<string | null>`(select p.name from directory.people p where p.id = leads.owner_id)`.as('owner_name')

export interface LeadFilter {
  readonly search?: string | undefined
  readonly source?: string | undefined
  readonly state?: LeadState | undefined
  readonly ownerId?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Of the person: with the leads of every record that was merged into theirs. */
  readonly contactId?: string | undefined
  /** Not for a search. */
  readonly oldestFirst?: boolean | undefined
  /** Id of the last lead of the page before. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Newest first, if not asked otherwise. An id is a time: the primary key is the order, and a span of time is a span of ids. */
export const listLeads = async (db: Db, orgId: string, filter: LeadFilter) => {
  if (filter.search) {
    const words = searchQuery('lead', orgId, filter.search, filter.source)
    const ids = words === null ? [] : await findByWords(db, words, filter)
    if (ids.length === 0) return []
    return shown(db, orgId).where('deleted_at', 'is', null).where('id', 'in', ids).orderBy('id', 'desc').execute()
  }
  let query = shown(db, orgId).where('deleted_at', 'is', null)
  if (filter.cursor) query = query.where('id', filter.oldestFirst ? '>' : '<', filter.cursor)
  if (filter.source) query = query.where('source', '=', filter.source)
  // As the indexes have them: each state, and each owner's leads in each, is a span of one.
  if (filter.ownerId) query = query.where('owner_id', '=', filter.ownerId)
  if (filter.state && filter.ownerId)
    query = query.where(sql<boolean>`(case when state is null then 'new' else state end) = ${filter.state}`)
  else if (filter.state === 'new') query = query.where('state', 'is', null)
  else if (filter.state) query = query.where('state', '=', filter.state)
  if (filter.contactId) {
    const [record = filter.contactId, ...merged] = await mergeGroupOf(db, orgId, filter.contactId)
    query = merged.length === 0 ? query.where('contact_id', '=', record) : query.where('contact_id', 'in', [record, ...merged])
  }
  if (filter.from) query = query.where('id', '>=', idFloor(filter.from))
  if (filter.to) query = query.where('id', '<', idFloor(filter.to))
  return query
    .orderBy('id', filter.oldestFirst ? 'asc' : 'desc')
    .limit(filter.limit)
    .execute()
}

const shown = (db: Db, orgId: string) => db.selectFrom('leads').select(listed).select(ownerName).where('org_id', '=', orgId)

/** One as lists show it. */
export const shownLead = (db: Db, orgId: string, leadId: string) => shown(db, orgId).where('id', '=', leadId).executeTakeFirst()

/** Sources that have brought leads, by hopping from one to the next in the index: a million leads cost as many steps as there are sources. */
export const listSources = async (db: Db, orgId: string): Promise<string[]> => {
  const { rows } = await sql<{ source: string }>`
    with recursive hop as (
      (select source from leads where org_id = ${orgId} order by source limit 1)
      union all
      select (select l.source from leads l where l.org_id = ${orgId} and l.source > hop.source order by l.source limit 1)
      from hop where hop.source is not null
    )
    select source from hop where source is not null limit 1000`.execute(db)
  return rows.map((row) => row.source)
}

/** Whose it is; undefined: it is not there. */
export const findContactOfLead = async (db: Db, orgId: string, leadId: string): Promise<string | undefined> => {
  const lead = db.selectFrom('leads').select('contact_id').where('org_id', '=', orgId).where('id', '=', leadId)
  return (await lead.executeTakeFirst())?.contact_id
}

export const findLead = (db: Db, orgId: string, leadId: string) =>
  db
    .selectFrom('leads')
    .selectAll()
    .select(ownerName)
    .select(sql<string | null>`(select p.name from directory.people p where p.id = leads.state_by)`.as('mover_name'))
    .select(sql<boolean>`state is null and lead_waits(waits, via)`.as('is_waiting'))
    .where('org_id', '=', orgId)
    .where('id', '=', leadId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** As lists show it; a row may have more. */
export const sentLead = (row: Awaited<ReturnType<typeof listLeads>>[number]) => ({
  ...{ id: row.id, received_at: row.received_at.toISOString(), full_name: row.full_name, email: row.email },
  ...{ phone: row.phone, phone_e164: row.phone_e164, job_title: row.job_title, source: row.source },
  ...{ external_id: row.external_id, contact_id: row.contact_id, via: row.via as LeadRow['via'] },
  ...{ company: companyOf(row.metadata), state: stateOf(row), state_reason: row.state_reason, owner: ownerOf(row) },
})

/** A member who is gone from the directory has no name. */
export const ownerOf = ({ owner_id, owner_name }: { readonly owner_id: string | null; readonly owner_name: string | null }) =>
  owner_id === null ? null : { id: owner_id, name: owner_name ?? '' }

export const companyOf = (metadata: unknown): string | null =>
  typeof metadata === 'object' && metadata !== null && typeof (metadata as { company?: unknown }).company === 'string'
    ? (metadata as { company: string }).company
    : null
