import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { contribution, type Within } from '#core/within.ts'
import { recordDealChange } from '#domains/crm/deals/deal-changes.ts'
import { dealFactsOf } from '#domains/crm/deals/deal-facts.ts'
import { contactErrors } from '../identities/errors.ts'
import { canonicalContactOf, lockMergeGroups, mergeGroupOf } from '../identities/merge-groups.ts'
import { mergeContacts } from '../identities/merges.ts'
import { contactsParted } from '../identities/moments.ts'
import { contactIdOf, type DealRow, findDeal, lockDeal, recordMove } from './deals.ts'
import { dealErrors } from './errors.ts'
import { dealLinked, dealUnlinked } from './moments.ts'

export interface Linked {
  /** The records of the previous contact of the deal; empty if the contact was the same. */
  readonly coming: readonly string[]
  /** Null where both deals are the same person's. */
  readonly mergeId: string | null
}

/**
 * Lets one deal go into another: the people of both become one, with one thread. Nothing is moved, so whatever is written while it
 * happens is in exactly one thread, before and after. A second time does nothing more.
 *
 * Throws `deal_not_found`, `merge_with_itself`, `deal_linked` where the source went into another deal before, `deal_has_no_contact` where
 * one of them has none, and `conflict` where one was given another contact meanwhile.
 */
export const linkDeals = async (
  db: Db,
  orgId: string,
  within: Within,
  { sourceId, targetId, personId }: { sourceId: string; targetId: string; personId: string },
): Promise<Linked> => {
  const given = await findDeal(db, orgId, targetId)
  const found = await findDeal(db, orgId, sourceId)
  if (!found || !given) throw new Failure(dealErrors.deal_not_found)
  // The contacts first, then the deals, each in the order of their ids: the lock order.
  const groups = [contactIdOf(found), contactIdOf(given)]
  await lockMergeGroups(db, orgId, groups)
  const deals = new Map<string, DealRow>()
  for (const id of [found.id, given.id].sort()) {
    const held = await lockDeal(db, orgId, id)
    if (held) deals.set(id, held)
  }
  const source = deals.get(found.id)
  const target = deals.get(given.id)
  if (!source || !target) throw new Failure(dealErrors.deal_not_found)
  const end = await endOf(db, orgId, target)
  const [sourceContactId, endContactId] = [contactIdOf(source), contactIdOf(end)]
  if (![source, target].every(({ contact_id }) => groups.includes(contactIdOf({ contact_id })))) throw new Failure('conflict')
  if (end.id === source.id) throw new Failure(contactErrors.merge_with_itself)
  if (source.state === 'linked') {
    if ((await endOf(db, orgId, source)).id !== end.id) throw new Failure(dealErrors.deal_linked)
    return { coming: [], mergeId: null }
  }

  const [sourceBefore, endBefore] = [await dealFactsOf(db, orgId, source.id), await dealFactsOf(db, orgId, end.id)]
  const coming = await mergeGroupOf(db, orgId, sourceContactId)
  const merged =
    sourceContactId === endContactId
      ? null
      : await mergeContacts(db, orgId, within, {
          ...{ sourceId: sourceContactId, targetId: endContactId, cause: 'link', reason: null, personId },
          dealId: source.id,
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
  await within(db, orgId, dealLinked, { sourceId: source.id, targetId: end.id })
  await recordDealChange(db, orgId, source.id, 'linked', sourceBefore)
  await recordDealChange(db, orgId, end.id, 'linked', endBefore)
  return merged ? { coming, mergeId: merged.mergeId } : { coming: [], mergeId: null }
}

/** Where a deal ended: one that went into another is talked about there. */
const endOf = async (db: Db, orgId: string, deal: DealRow): Promise<DealRow> => {
  let end = deal
  while (end.linked_to !== null) {
    const next = await findDeal(db, orgId, end.linked_to)
    if (!next) throw new Error('a deal was linked to a missing one')
    end = next
  }
  return end
}

/** Brings a deal back that went into another: into the stage where it was. Throws `deal_not_found`. */
export const unlinkDeal = async (
  db: Db,
  orgId: string,
  within: Within,
  dealId: string,
  personId: string | null,
): Promise<void> => {
  const found = await findDeal(db, orgId, dealId)
  if (!found) throw new Failure(dealErrors.deal_not_found)
  if (found.contact_id !== null) await lockMergeGroups(db, orgId, [found.contact_id])
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
  if (deal.contact_id === null) return
  const contactId = await canonicalContactOf(db, orgId, deal.contact_id)
  await within(db, orgId, dealUnlinked, { contactId })
}

/** The deal that was linked with a merge comes back with the merge. */
export const unlinkDealOfMerge = contribution({
  name: 'unlink-deal',
  to: contactsParted,
  run: async ({ dealId, personId }, { db, orgId, within }) => {
    if (dealId !== null) await unlinkDeal(db, orgId, within, dealId, personId)
  },
})
