import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { contactErrors } from '#domains/crm/contacts/errors.ts'
import { familyOf, holdFamilies } from '#domains/crm/contacts/families.ts'
import { mergeContacts } from '#domains/crm/contacts/merges.ts'
import { recordDealChange } from '#domains/crm/deals/deal-changes.ts'
import { dealFactsOf } from '#domains/crm/deals/deal-facts.ts'
import { type DealRow, findDeal, lockDeal, recordMove } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { refreshConversation } from './conversations.ts'

export interface Linked {
  /** Messages that came along. */
  readonly merged: number
  /** Null where both deals are the same person's. */
  readonly mergeId: string | null
}

/**
 * Lets one deal go into another: the people of both become one, with one thread. Nothing is moved, so whatever is written while it
 * happens is in exactly one thread, before and after. A second time does nothing more.
 *
 * Throws `deal_not_found`, `merge_with_itself`, and `deal_linked` where the source went into another deal before.
 */
export const linkDeals = async (
  db: Db,
  orgId: string,
  { sourceId, targetId, personId }: { sourceId: string; targetId: string; personId: string },
): Promise<Linked> => {
  const given = await findDeal(db, orgId, targetId)
  const found = await findDeal(db, orgId, sourceId)
  if (!found || !given) throw new Failure(dealErrors.deal_not_found)
  // The people first, then the deals, each in the order of their ids: as everybody does.
  await holdFamilies(db, orgId, [found.contact_id, given.contact_id])
  const deals = new Map<string, DealRow>()
  for (const id of [found.id, given.id].sort()) {
    const held = await lockDeal(db, orgId, id)
    if (held) deals.set(id, held)
  }
  const source = deals.get(found.id)
  const target = deals.get(given.id)
  if (!source || !target) throw new Failure(dealErrors.deal_not_found)
  const end = await endOf(db, orgId, target)
  if (end.id === source.id) throw new Failure(contactErrors.merge_with_itself)
  if (source.state === 'linked') {
    if ((await endOf(db, orgId, source)).id !== end.id) throw new Failure(dealErrors.deal_linked)
    return { merged: 0, mergeId: null }
  }

  const [sourceBefore, endBefore] = [await dealFactsOf(db, orgId, source.id), await dealFactsOf(db, orgId, end.id)]
  const coming = await familyOf(db, orgId, source.contact_id)
  const merged =
    source.contact_id === end.contact_id
      ? null
      : await mergeContacts(db, orgId, {
          ...{ sourceId: source.contact_id, targetId: end.contact_id, cause: 'link', reason: null, personId },
        })
  await db
    .updateTable('deals')
    .set({ state: 'linked', linked_to: end.id, closed_at: sql`coalesce(closed_at, now())`, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', source.id)
    .execute()
  await recordMove(db, orgId, {
    ...{ dealId: source.id, from: source.stage_id, to: source.stage_id, personId, cause: 'link', why: end.name },
  })
  await db
    .updateTable('conversations')
    .set({ deal_id: end.id })
    .where('org_id', '=', orgId)
    .where('deal_id', '=', source.id)
    .where('is_merged', '=', false)
    .execute()
  await recordDealChange(db, orgId, source.id, 'linked', sourceBefore)
  await recordDealChange(db, orgId, end.id, 'linked', endBefore)
  if (!merged) return { merged: 0, mergeId: null }
  await db
    .updateTable('contact_merges')
    .set({ deal_id: source.id })
    .where('org_id', '=', orgId)
    .where('id', '=', merged.mergeId)
    .execute()
  return { merged: await countMessages(db, orgId, coming), mergeId: merged.mergeId }
}

/** Where a deal ended: one that went into another is talked about there. */
const endOf = async (db: Db, orgId: string, deal: DealRow): Promise<DealRow> => {
  let end = deal
  while (end.linked_to !== null) {
    const next = await findDeal(db, orgId, end.linked_to)
    if (!next) throw new Error('a deal went into one that is not there')
    end = next
  }
  return end
}

const countMessages = async (db: Db, orgId: string, family: readonly string[]): Promise<number> => {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('contact_id', 'in', family)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Brings a deal back that went into another: into the stage where it was. Throws `deal_not_found`. */
export const unlinkDeal = async (db: Db, orgId: string, dealId: string, personId: string): Promise<void> => {
  const found = await findDeal(db, orgId, dealId)
  if (!found) throw new Failure(dealErrors.deal_not_found)
  await holdFamilies(db, orgId, [found.contact_id])
  const deal = await lockDeal(db, orgId, dealId)
  if (deal?.state !== 'linked') return
  const before = await dealFactsOf(db, orgId, deal.id)
  const stage = await db
    .selectFrom('stages')
    .select('kind')
    .where('org_id', '=', orgId)
    .where('id', '=', deal.stage_id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('deals')
    .set({
      state: stage.kind,
      linked_to: null,
      closed_at: stage.kind === 'open' ? null : sql`closed_at`,
      updated_at: sql`now()`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', deal.id)
    .execute()
  await recordMove(db, orgId, {
    ...{ dealId: deal.id, from: deal.stage_id, to: deal.stage_id, personId, cause: 'undo', why: null },
  })
  await recordDealChange(db, orgId, deal.id, 'unlinked', before)
  await refreshConversation(db, orgId, (await familyOf(db, orgId, deal.contact_id))[0] ?? deal.contact_id)
}
