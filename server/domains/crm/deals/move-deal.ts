import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { fieldErrors } from '../fields/errors.ts'
import { setFields } from '../fields/record-fields.ts'
import { GivenFields } from '../fields/values.ts'
import { Deal, lockDeal, showDeal } from './deals.ts'
import { dealErrors } from './errors.ts'
import { moveDealTo, placeIn } from './moves.ts'
import { lockStage } from './pipelines.ts'
import { requireFields } from './required-fields.ts'

export const moveDeal = action({
  name: 'move-deal',
  summary: 'Move a deal to another stage or position',
  description:
    'Every stage change is recorded, with its author and reason. A lost deal needs a reason; moving a won or lost one back reopens it. `beforeDealId`: place it directly above that deal; `afterDealId`: directly below; neither, or a deal that has left the stage meanwhile: at the top. Where a field is required at the stage, or at one before it, and the deal has no value of it, it stays where it is: `missing` of the error lists these fields.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'dealId',
  hints: { destructive: false, idempotent: true },
  scope: 'deals:write',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    dealId: z.uuid(),
    stageId: z.uuid(),
    beforeDealId: z.uuid().optional(),
    afterDealId: z.uuid().optional(),
    why: z.string().trim().max(1_000).optional(),
    lostReason: z.string().trim().max(1_000).optional().describe('Required for a lost stage'),
    fields: GivenFields.optional().describe('Sets fields of the deal along with it, as `set-fields` does'),
  }),
  output: z.object({
    success: z.literal(true),
    deal: Deal,
    moveId: z.uuid().optional().describe('For `undo-move`; absent where the deal stayed in its stage'),
  }),
  errors: [
    dealErrors.deal_not_found,
    dealErrors.stage_not_found,
    dealErrors.deal_linked,
    dealErrors.lost_reason_needed,
    dealErrors.fields_missing,
    fieldErrors.field_not_found,
    fieldErrors.field_value_invalid,
  ],
  examples: [
    {
      title: 'Lost to a cheaper offer',
      input: {
        dealId: '01980000-0000-7000-8000-000000000000',
        stageId: '01980000-0000-7000-8000-000000000001',
        lostReason: 'Price',
      },
    },
  ],

  async run(input, { db, org, person, newId, fail }) {
    const stage = await lockStage(db, org.id, input.stageId)
    const deal = await lockDeal(db, org.id, input.dealId)
    if (!deal) throw fail('deal_not_found')
    if (input.fields) await setFields(db, org.id, 'deal', [deal.id], input.fields)
    await requireFields(db, deal, stage)
    const moveId = await moveDealTo(db, deal, stage, {
      rank: await placeIn(db, stage, deal, { above: input.beforeDealId, below: input.afterDealId }, newId),
      personId: person?.id ?? null,
      cause: 'person',
      why: input.why,
      lostReason: input.lostReason,
    })
    const moved = await showDeal(db, org.id, deal.id)
    if (!moved) throw new Error('a locked deal is missing')
    return { success: true as const, deal: moved, ...(moveId !== null && { moveId }) }
  },
})
