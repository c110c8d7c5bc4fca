import type { Db } from '#core/context.ts'
import { contribution } from '#core/within.ts'
import { dealContactChanged, dealContactChanging, dealLinked, dealUnlinked } from '#domains/crm/deals/moments.ts'
import { contactsMerged, contactsParted } from '#domains/crm/identities/moments.ts'
import { ensureConversation, lockConversation, refreshConversation } from './conversations.ts'

/*
 * What becomes of threads when contacts are merged and deals are linked. The locks come after the merge groups, which the caller holds,
 * and before the deals of a merge that is undone (decision 0027).
 */

/** A thread that is being made at this moment is waited for: what is said in it counts. */
const lockThreads = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<void> => {
  for (const id of [...contactIds].sort()) {
    await ensureConversation(db, orgId, { contactId: id })
    await lockConversation(db, orgId, id)
  }
}

/** Each thread shows what its person said. */
const refreshBoth = async (db: Db, orgId: string, sourceId: string, targetId: string): Promise<void> => {
  await lockThreads(db, orgId, [sourceId, targetId])
  await refreshConversation(db, orgId, sourceId)
  await refreshConversation(db, orgId, targetId)
}

export const joinThreads = contribution({
  name: 'join-threads',
  to: contactsMerged,
  run: ({ sourceId, targetId }, { db, orgId }) => refreshBoth(db, orgId, sourceId, targetId),
})

export const partThreads = contribution({
  name: 'part-threads',
  to: contactsParted,
  run: ({ sourceId, targetId }, { db, orgId }) => refreshBoth(db, orgId, sourceId, targetId),
})

/** What was said about the one deal is said about the other from now on. */
export const followLinkedDeal = contribution({
  name: 'follow-linked-deal',
  to: dealLinked,
  run: async ({ sourceId, targetId }, { db, orgId }) => {
    await db
      .updateTable('conversations')
      .set({ deal_id: targetId })
      .where('org_id', '=', orgId)
      .where('deal_id', '=', sourceId)
      .where('is_merged', '=', false)
      .execute()
  },
})

export const showUnlinkedDeal = contribution({
  name: 'show-unlinked-deal',
  to: dealUnlinked,
  run: ({ contactId }, { db, orgId }) => refreshConversation(db, orgId, contactId),
})

export const lockThreadsOfDeal = contribution({
  name: 'lock-threads-of-deal',
  to: dealContactChanging,
  run: ({ contactIds }, { db, orgId }) => lockThreads(db, orgId, contactIds),
})

/** A deal is the subject of the thread of its contact, and no longer of that of the contact before. */
export const followDealContact = contribution({
  name: 'follow-deal-contact',
  to: dealContactChanged,
  run: async ({ contactIds }, { db, orgId }) => {
    for (const id of contactIds) await refreshConversation(db, orgId, id)
  },
})
