import { sql } from 'kysely'
import { findDealOfLead, makeDeal } from '#domains/crm/deals/deals.ts'
import { lockOpenStage, whomOfContact, whomOfLead } from '#domains/crm/deals/new-deal-subjects.ts'
import type { StageRow } from '#domains/crm/deals/pipelines.ts'
import { requireFieldsToBegin } from '#domains/crm/deals/required-fields.ts'
import { changeLeads, lockLeadFacts } from '#domains/crm/leads/lead-changes.ts'
import { LeadState } from '#domains/crm/leads/states.ts'
import { putInBin } from '#domains/desk/bin/bin-records.ts'
import type { ChangedRow, Outcome } from '../changed-records.ts'
import { changedSince, type Doing, undone, way } from './way.ts'

/** A deal of each lead or contact that has no open one. */
export const openDeals = way({
  type: 'open_deals',

  async apply(doing, ids, wanted) {
    const stage = await lockOpenStage(doing.db, doing.orgId, wanted)
    // No record of such a change has values for them.
    await requireFieldsToBegin(doing.db, doing.orgId, null, stage)
    const outcomes: Outcome[] = []
    for (const id of ids) outcomes.push(await openDeal(doing, id, stage))
    return outcomes
  },

  async undo(doing, rows) {
    const outcomes: Outcome[] = []
    for (const row of rows) outcomes.push((await closeDeal(doing, row)) ? undone(row) : changedSince(row))
    return outcomes
  },
})

const openDeal = async ({ db, orgId, kind, personId }: Doing, id: string, stage: StageRow): Promise<Outcome> => {
  const whom = kind === 'lead' ? await whomOfLead(db, orgId, id) : await whomOfContact(db, orgId, id)
  const { people } = whom
  const has = kind === 'lead' ? await findDealOfLead(db, orgId, id) : await findOpenDeal(db, orgId, [...people.keys()])
  if (has) return { id, state: 'skipped', reason: 'has_deal' }
  const [lead] = kind === 'lead' ? await lockLeadFacts(db, orgId, [id]) : []
  const owner = whom.owner ?? personId
  const { dealId } = await makeDeal(
    db,
    orgId,
    {
      ...{ contactId: whom.contactId, kind: kind === 'lead' ? 'lead' : 'manual', leadId: whom.leadId },
      ...{ name: whom.name || 'A new deal', businessName: whom.company, cause: kind === 'lead' ? 'lead' : 'person' },
    },
    {
      ...{ people, stage, personId, value: null },
      ...(owner && { owner: { personId: owner, because: { rule: 'person', person_id: personId, reason: null } as const } }),
    },
  )
  // As text: a microsecond counts.
  const { rows } = await sql<{ at: string }>`
    select updated_at::text as at from deals where org_id = ${orgId} and id = ${dealId}`.execute(db)
  const after = { deal_id: dealId, updated_at: rows[0]?.at }
  return { id, state: 'done', before: { state: lead?.state ?? null, reason: lead?.state_reason ?? null }, after }
}

const findOpenDeal = async (db: Doing['db'], orgId: string, contactIds: readonly string[]) =>
  db
    .selectFrom('deals')
    .select('id')
    .where('org_id', '=', orgId)
    .where('contact_id', '=', sql<string>`any(${contactIds}::uuid[])`)
    .where('state', '=', 'open')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()

/** Puts a deal with which nothing has happened into the bin; its lead is where it was. */
const closeDeal = async ({ db, orgId, kind, personId }: Doing, { record_id, before, after }: ChangedRow): Promise<boolean> => {
  const dealId = String(after.deal_id)
  if (await isTouched(db, orgId, dealId, String(after.updated_at))) return false
  const { removed } = await putInBin(db, orgId, 'deal', [dealId], { personId })
  if (removed.length === 0) return false
  if (kind !== 'lead') return true
  const leads = (await lockLeadFacts(db, orgId, [record_id])).filter(({ state }) => state === 'deal')
  const back = { state: LeadState.parse(before.state), reason: before.reason as string | null }
  await changeLeads(db, orgId, leads, back, personId)
  return true
}

/** Changed, worked on, or gone. */
const isTouched = async (db: Doing['db'], orgId: string, dealId: string, madeAt: string): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select d.updated_at > ${madeAt}::timestamptz or d.deleted_at is not null or d.state <> 'open'
      or exists (select from tasks t where t.org_id = d.org_id and t.deal_id = d.id
        and (t.done_at is not null or t.cause ->> 'rule' is distinct from 'first_answer'))
      or exists (select from notes n where n.org_id = d.org_id and n.kind = 'deal' and n.record_id = d.id and n.deleted_at is null)
      or exists (select from record_files f where f.org_id = d.org_id and f.kind = 'deal' and f.record_id = d.id and f.deleted_at is null)
      as is
    from deals d where d.org_id = ${orgId} and d.id = ${dealId} for no key update of d`.execute(db)
  return rows[0]?.is ?? true
}
