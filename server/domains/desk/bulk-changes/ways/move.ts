import { Failure } from '#core/errors.ts'
import { lockDeal } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { moveBack, moveDealTo, placeIn, standingBefore } from '#domains/crm/deals/moves.ts'
import { lockStage } from '#domains/crm/deals/pipelines.ts'
import { requireFields } from '#domains/crm/deals/required-fields.ts'
import type { Outcome } from '../changed-records.ts'
import { changedSince, unchanged, undone, way } from './way.ts'

/** Of deals, to another stage; each comes on top of it. */
export const move = way({
  type: 'move',

  async apply({ db, orgId, personId, newId }, ids, { stageId, lostReason }) {
    const stage = await lockStage(db, orgId, stageId)
    const outcomes: Outcome[] = []
    for (const id of ids) {
      const deal = await lockDeal(db, orgId, id)
      if (!deal) throw new Failure(dealErrors.deal_not_found)
      if (deal.stage_id === stage.id) {
        outcomes.push(unchanged(id))
        continue
      }
      await requireFields(db, deal, stage)
      const rank = await placeIn(db, stage, deal, {}, newId)
      const moveId = await moveDealTo(db, deal, stage, { rank, personId, cause: 'person', lostReason })
      const { stage_id, stage_since, closed_at, lost_reason } = deal
      const before = { stage_id, rank: deal.rank, stage_since, closed_at, lost_reason, move_id: moveId }
      outcomes.push({ id, state: 'done', before, after: { stage_id: stage.id } })
    }
    return outcomes
  },

  async undo({ db, orgId, personId }, rows) {
    const outcomes: Outcome[] = []
    for (const row of rows) {
      const deal = await lockDeal(db, orgId, row.record_id)
      if (!deal || deal.stage_id !== row.after.stage_id || deal.state === 'linked') {
        outcomes.push(changedSince(row))
        continue
      }
      const { stage_id, rank, stage_since, closed_at, lost_reason, move_id } = row.before as Readonly<Record<string, string>>
      // To the microsecond where the move itself is still the newest; else what the change wrote down, in milliseconds.
      const before = (move_id && (await standingBefore(db, deal, move_id))) || {
        ...{ stageId: String(stage_id), rank: String(rank), lostReason: lost_reason ?? null },
        ...{ stageSince: String(stage_since), closedAt: closed_at ?? null },
      }
      await moveBack(db, deal, before, personId)
      outcomes.push(undone(row))
    }
    return outcomes
  },
})
