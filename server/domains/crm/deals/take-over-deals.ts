import { contribution } from '#core/within.ts'
import { seatTaken } from '#domains/platform/members/moments.ts'

/** Deals, tasks and the place in the round robin of a seat go to the account that took it; an account that has a place keeps its own seat's. */
export const takeOverDeals = contribution({
  name: 'take-over-deals',
  to: seatTaken,
  async run({ seatId, userId }, { db, orgId }) {
    for (const table of ['deals', 'tasks'] as const)
      await db
        .updateTable(table)
        .set({ assigned_to: userId })
        .where('org_id', '=', orgId)
        .where('assigned_to', '=', seatId)
        .execute()
    await db.deleteFrom('assignment_turns').where('org_id', '=', orgId).where('id', '=', userId).execute()
    await db.updateTable('assignment_turns').set({ id: userId }).where('org_id', '=', orgId).where('id', '=', seatId).execute()
  },
})
