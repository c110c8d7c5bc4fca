import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { eventOf, type NewEvent, recordAll } from '#core/events/events.ts'
import { binCompanies, unbinCompanies } from '#domains/crm/companies/binned-companies.ts'
import { lockCompanyGroups, topCompany } from '#domains/crm/companies/company-groups.ts'
import {
  binDeals,
  binTasks,
  binTasksOf,
  binTasksOfCompanies,
  unbinDeals,
  unbinTasks,
  unbinTasksWith,
} from '#domains/crm/deals/binned-deals.ts'
import { binContacts, unbinContacts } from '#domains/crm/identities/binned-contacts.ts'
import { lockMergeGroups, mergeGroupsOf } from '#domains/crm/identities/merge-groups.ts'
import { binLeads, binLeadsOf, contactsOfLeads, type TakenAlong, unbinLeads } from '#domains/crm/leads/binned-leads.ts'
import type { BinKind } from './bin-kinds.ts'
import { binEvents } from './events.ts'
import { type EvidenceReason, findEvidence } from './evidence.ts'

export interface Kept {
  readonly id: string
  readonly reason: EvidenceReason | 'record_not_found'
}

type Change = 'deleted' | 'restored' | 'removed'

/**
 * Puts records in the bin, and writes an event for each. With a contact go its leads and the tasks that belong to no deal, with a deal its
 * tasks, with a company those of no contact and no deal; the deals and the company of a contact stay. What is evidence is kept, with the reason. Answers the ids of those that were not
 * there yet; of contacts and companies those of the canonical records.
 */
export const putInBin = async (
  db: Db,
  orgId: string,
  kind: BinKind,
  ids: readonly string[],
  { personId }: { readonly personId: string | null },
): Promise<{ removed: string[]; kept: Kept[] }> => {
  const found = await lockFound(db, orgId, kind, ids)
  const evidence = await findEvidence(db, orgId, kind, [...new Set(found.values())])
  const free = [...new Set(found.values())].filter((id) => !evidence.has(id))
  const removed = await putters[kind](db, orgId, free, personId)
  const along = kind === 'contact' ? await binLeadsOf(db, orgId, removed, personId) : []
  if (kind === 'contact') await binTasksOf(db, orgId, removed, personId)
  if (kind === 'company') await binTasksOfCompanies(db, orgId, removed, personId)
  await recordAll(db, orgId, eventsOf('deleted', kind, removed, along, personId))
  return {
    removed,
    kept: ids.flatMap((id): Kept[] => {
      const record = found.get(id)
      if (record === undefined) return [{ id, reason: 'record_not_found' }]
      const reason = evidence.get(record)
      return reason === undefined ? [] : [{ id, reason }]
    }),
  }
}

/**
 * Takes records out of the bin, with what went there with them, and writes an event for each. A lead or a task brings back what it belongs
 * to. Answers the ids of those that were there; what was removed for good is kept, as not found.
 */
export const takeFromBin = async (
  db: Db,
  orgId: string,
  kind: BinKind,
  ids: readonly string[],
  { personId }: { readonly personId: string | null } = { personId: null },
): Promise<{ restored: string[]; kept: Kept[] }> => {
  // What they belong to before them: the order in which both are locked.
  if (kind === 'task')
    for (const [owner, owners] of await ownersOfTasks(db, orgId, ids)) await takeFromBin(db, orgId, owner, owners, { personId })
  if (kind === 'lead') await takeFromBin(db, orgId, 'contact', await contactsOfLeads(db, orgId, ids), { personId })
  const found = await lockFound(db, orgId, kind, ids)
  const records = [...new Set(found.values())]
  const restored = await takers[kind](db, orgId, records)
  // What went with a record that was merged meanwhile comes back with the one that stands for it now.
  const group = kind === 'contact' ? await mergeGroupsOf(db, orgId, restored) : []
  const along = await unbinLeads(db, orgId, group)
  await unbinTasksWith(db, orgId, kind === 'company' ? restored : group)
  await recordAll(db, orgId, eventsOf('restored', kind, restored, along, personId))
  return {
    restored,
    kept: ids.flatMap((id): Kept[] => (found.has(id) ? [] : [{ id, reason: 'record_not_found' }])),
  }
}

type Put = (db: Db, orgId: string, ids: readonly string[], personId: string | null) => Promise<string[]>
type Take = (db: Db, orgId: string, ids: readonly string[]) => Promise<string[]>

const putters: Readonly<Record<BinKind, Put>> = {
  ...{ contact: binContacts, company: binCompanies, lead: binLeads, deal: binDeals, task: binTasks },
}

const takers: Readonly<Record<BinKind, Take>> = {
  ...{ company: unbinCompanies, deal: unbinDeals, task: unbinTasks },
  async contact(db, orgId, ids) {
    const back = await unbinContacts(db, orgId, await mergeGroupsOf(db, orgId, ids))
    return [...new Set(back.map(({ root_id }) => root_id))]
  },
  lead: async (db, orgId, ids) => (await unbinLeads(db, orgId, ids)).map(({ id }) => id),
}

const tables = { lead: sql`leads`, deal: sql`deals` } as const

/** Locks those that there are until the transaction ends: the record that stands for each, by the id that was asked for. */
export const lockFound = async (
  db: Db,
  orgId: string,
  kind: BinKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  if (kind === 'contact') {
    const rows = await lockMergeGroups(db, orgId, ids)
    return new Map(
      ids.flatMap((id) => {
        const row = rows.get(id)
        return row && row.removed_at === null ? [[id, row.root_id ?? id] as const] : []
      }),
    )
  }
  if (kind === 'company') {
    const rows = await lockCompanyGroups(db, orgId, ids)
    return new Map(
      ids.flatMap((id) => {
        const top = topCompany(rows, id)
        return top && top.removed_at === null ? [[id, top.id] as const] : []
      }),
    )
  }
  const isThere = kind === 'task' ? sql`true` : sql`removed_at is null`
  const { rows } = await sql<{ id: string }>`
    select id from ${kind === 'task' ? sql`tasks` : tables[kind]}
    where org_id = ${orgId} and id = any(${[...new Set(ids)]}::uuid[]) and ${isThere} order by id for no key update`.execute(db)
  return new Map(rows.map(({ id }) => [id, id]))
}

/** The deals, people and companies in the bin with which these tasks went there. */
const ownersOfTasks = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<readonly (readonly ['deal' | 'contact' | 'company', string[]])[]> => {
  const { rows } = await sql<{ deal_id: string | null; contact_id: string | null; deleted_with: string }>`
    select distinct deal_id, contact_id, deleted_with from tasks
    where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) and deleted_with is not null`.execute(db)
  const ownersOf = (kind: 'deal' | 'contact' | 'company'): string[] =>
    rows.filter((row) => ownerOf(row) === kind).map((row) => row.deleted_with)
  return (['company', 'contact', 'deal'] as const).map((kind) => [kind, ownersOf(kind)] as const)
}

/** With what a task goes into the bin: its deal, else its contact, else its company. */
const ownerOf = (task: { readonly deal_id: string | null; readonly contact_id: string | null }) =>
  task.deal_id !== null ? 'deal' : task.contact_id !== null ? 'contact' : 'company'

const eventsOf = (
  change: Change,
  kind: BinKind,
  ids: readonly string[],
  along: readonly TakenAlong[],
  personId: string | null,
): NewEvent[] => [
  ...ids.map((id) => eventOf(binEvents[change], id, { kind, with: null, person_id: personId })),
  ...along.map(({ id, with_id }) => eventOf(binEvents[change], id, { kind: 'lead', with: with_id, person_id: personId })),
]
