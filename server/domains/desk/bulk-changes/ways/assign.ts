import { type RawBuilder, sql } from 'kysely'
import { ownCompanies } from '#domains/crm/companies/company-owners.ts'
import { assignDealTo } from '#domains/crm/deals/assignment.ts'
import { recordDealChange } from '#domains/crm/deals/deal-changes.ts'
import { dealFactsOf } from '#domains/crm/deals/deal-facts.ts'
import { lockDeal } from '#domains/crm/deals/deals.ts'
import { assignTasks } from '#domains/crm/deals/task-owners.ts'
import { changeContact } from '#domains/crm/identities/contact-changes.ts'
import { changeLeads, lockLeadFacts } from '#domains/crm/leads/lead-changes.ts'
import { findMember } from '#domains/platform/users/users.ts'
import type { ChangedKind } from '../wanted-changes.ts'
import { changedSince, type Doing, together, unchanged, undone, way } from './way.ts'

export const assign = way({
  type: 'assign',

  async apply(doing, ids, { ownerId: to }) {
    const owners = await ownersOf(doing, ids)
    await own(
      doing,
      ids.filter((id) => owners.get(id) !== to),
      to,
    )
    return ids.map((id) =>
      owners.get(id) === to
        ? unchanged(id)
        : { id, state: 'done', before: { owner: owners.get(id) ?? null }, after: { owner: to } },
    )
  },

  async undo(doing, rows) {
    const owners = await ownersOf(
      doing,
      rows.map(({ record_id }) => record_id),
    )
    const outcomes = rows.map((row) =>
      (owners.get(row.record_id) ?? null) === row.after.owner ? undone(row) : changedSince(row),
    )
    const back = rows.filter((_row, at) => outcomes[at]?.state === 'undone')
    for (const same of together(back, ({ before }) => before.owner)) {
      const to = same[0]?.before.owner as string | null
      const isThere = to === null || (await findMember(doing.db, doing.orgId, to))
      const ids = same.map(({ record_id }) => record_id)
      if (isThere) await own(doing, ids, to)
      else
        for (const id of ids)
          outcomes[rows.findIndex((row) => row.record_id === id)] = { id, state: 'kept', reason: 'owner_gone' }
    }
    return outcomes
  },
})

const columns: Readonly<Record<ChangedKind, RawBuilder<unknown>>> = {
  lead: sql`select id, owner_id as owner from leads`,
  contact: sql`select id, owner_id as owner from contacts`,
  company: sql`select id, owner_id as owner from companies`,
  deal: sql`select id, assigned_to as owner from deals`,
  task: sql`select id, assigned_to as owner from tasks`,
}

const ownersOf = async ({ db, orgId, kind }: Doing, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> => {
  const { rows } = await sql<{ id: string; owner: string | null }>`
    ${columns[kind]} where org_id = ${orgId} and id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}

const own = async (doing: Doing, ids: readonly string[], to: string | null): Promise<void> => {
  const { db, orgId, kind, personId } = doing
  switch (kind) {
    case 'lead':
      await changeLeads(db, orgId, await lockLeadFacts(db, orgId, ids), { ownerId: to }, personId)
      return
    case 'contact':
      for (const id of ids) await changeContact(db, orgId, id, { owner_id: to })
      return
    case 'company':
      return ownCompanies(db, orgId, ids, to)
    case 'deal':
      for (const id of ids) await assignDeal(doing, id, to)
      return
    case 'task':
      return assignTasks(db, orgId, ids, to)
  }
}

const assignDeal = async ({ db, orgId, personId }: Doing, dealId: string, to: string | null): Promise<void> => {
  const deal = await lockDeal(db, orgId, dealId)
  if (!deal) throw new Error('a deal that is held is missing')
  const before = await dealFactsOf(db, orgId, deal.id)
  const because = { rule: 'person', person_id: personId, reason: null } as const
  await assignDealTo(db, orgId, deal, { personId: to, because, byPersonId: personId })
  await recordDealChange(db, orgId, deal.id, 'assigned', before)
}
