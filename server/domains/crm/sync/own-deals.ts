import type { Db } from '#core/context.ts'
import {
  addImportedDeals,
  type DealWithPeople,
  type ImportedDealChange,
  type ImportedStage,
  lockDeals,
  readDeals,
  wakeBoards,
  writeImportedDeal,
} from '../deals/imported-deals.ts'
import { dealContactChanged, dealContactChanging } from '../deals/moments.ts'
import { lockMergeGroups } from '../identities/merge-groups.ts'
import {
  addedWhole,
  nameless,
  type OwnRecord,
  type OwnRecords,
  type RefusedField,
  type RunFacts,
  unnamed,
} from './own-records.ts'

/** Deals, which are found by their link alone. `stage` is the id of one of ours. */
export const ownDeals: OwnRecords = {
  match: async () => new Map(),
  claimsOf: () => [],
  holdersOf: async () => new Map(),

  read: async (db, orgId, ids) => asOwns(await readDeals(db, orgId, ids)),
  lock: async (db, orgId, ids) => asOwns(await lockDeals(db, orgId, ids)),

  async add(db, facts, records) {
    await addImportedDeals(
      db,
      facts.job.org_id,
      [...records].map(([id, { values }]) => ({
        id,
        name: values.name ?? unnamed,
        contact_id: values.contact_id ?? null,
        company_id: values.company_id ?? null,
        stage: stageOf(facts, values.stage),
        value: amountOf(values.amount),
        assigned_to: values.owner ?? null,
        people: peopleOf(values.people),
        lost_reason: lostReason(facts),
      })),
    )
    return addedWhole(records.keys())
  },

  async write(db, facts, changes) {
    const { org_id: orgId } = facts.job
    const rows = await lockDeals(db, orgId, [...changes.keys()])
    for (const [id, values] of changes) {
      const row = rows.get(id)
      if (!row) continue
      const moved =
        values.contact_id === undefined || values.contact_id === row.contact_id ? [] : [row.contact_id, values.contact_id]
      const contactIds = await whoTalked(
        db,
        orgId,
        moved.filter((each) => each !== null),
      )
      // What belongs to the contact of a deal follows it: its conversation, its drafts.
      if (contactIds.length > 0) {
        await lockMergeGroups(db, orgId, contactIds)
        await facts.within(db, orgId, dealContactChanging, { contactIds })
      }
      await writeImportedDeal(db, row, changeOf(facts, values))
      if (contactIds.length > 0) await facts.within(db, orgId, dealContactChanged, { contactIds })
    }
    return [...changes].flatMap(([id, { name, stage }]) => [
      ...(name === null ? [nameless(id)] : []),
      ...(stage && !facts.ownStages.has(stage) ? [fallen(id)] : []),
    ])
  },

  announce: (db, { job }) => wakeBoards(db, job.org_id),
}

/** Those of these contacts who have a conversation: an import begins none. */
const whoTalked = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<string[]> => {
  if (contactIds.length === 0) return []
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', 'in', contactIds)
    .execute()
  return rows.map(({ id }) => id)
}

/** It was archived or deleted: the deal stays where it is. */
const fallen = (id: string): RefusedField => ({
  ...{ id, field: 'stage', code: 'stage_gone', message: 'This stage was archived or deleted here.' },
})

const standing = ({ ownStages }: RunFacts, id: string | null | undefined): { readonly stage?: ImportedStage } => {
  const stage = ownStages.get(id ?? '')
  return stage ? { stage } : {}
}

const changeOf = (facts: RunFacts, values: Readonly<Record<string, string | null>>): ImportedDealChange => ({
  ...(values.name && { name: values.name }),
  ...(values.contact_id !== undefined && { contact_id: values.contact_id }),
  ...(values.company_id !== undefined && { company_id: values.company_id }),
  ...standing(facts, values.stage),
  ...(values.amount !== undefined && { value: amountOf(values.amount) }),
  ...(values.owner !== undefined && { assigned_to: values.owner }),
  ...(values.people !== undefined && { people: peopleOf(values.people) }),
  lost_reason: lostReason(facts),
})

const lostReason = ({ title }: RunFacts): string => `Lost in ${title}`

/** One of ours by its id; that a deal has left meanwhile, or that never was, is where deals begin. */
const stageOf = ({ ownStages, usualStage }: RunFacts, id: string | null | undefined): ImportedStage =>
  ownStages.get(id ?? '') ?? usualStage

/** `120050 EUR`, the smallest unit. */
const amountOf = (text: string | null | undefined): { minor: number; currency: string } | null => {
  const [minor, currency] = text?.split(' ') ?? []
  return minor && currency ? { minor: Number(minor), currency } : null
}

const peopleOf = (text: string | null | undefined): string[] => text?.split(' ').filter(Boolean) ?? []

const asOwns = (rows: ReadonlyMap<string, DealWithPeople>): ReadonlyMap<string, OwnRecord> =>
  new Map([...rows].map(([id, row]) => [id, asOwn(row)]))

const asOwn = (row: DealWithPeople): OwnRecord => ({
  id: row.id,
  values: {
    ...{ name: row.name, contact_id: row.contact_id, company_id: row.company_id, stage: row.stage_id, owner: row.assigned_to },
    amount: row.value_minor === null ? null : `${row.value_minor} ${row.currency}`,
    people: row.people.length === 0 ? null : [...row.people].sort().join(' '),
  },
  at: row.updated_at,
  isBinned: row.deleted_at !== null,
  beside: {
    stage: { lost_reason: row.lost_reason, closed_at: row.closed_at, stage_since: row.stage_since },
    owner: { assigned_because: row.assigned_because, assigned_at: row.assigned_at },
  },
  proven: new Set(),
})
