import { contribution } from '#core/within.ts'
import { seatTaken } from '#domains/platform/members/moments.ts'

/** Conversations of a seat go to the account that took it. */
export const takeOverConversations = contribution({
  name: 'take-over-conversations',
  to: seatTaken,
  async run({ seatId, userId }, { db, orgId }) {
    await db
      .updateTable('conversations')
      .set({ assigned_to: userId })
      .where('org_id', '=', orgId)
      .where('assigned_to', '=', seatId)
      .execute()
  },
})
