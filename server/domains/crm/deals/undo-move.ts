import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Deal, lockDeal, showDeal } from './deals.ts'
import { dealErrors } from './errors.ts'
import { moveBack, standingBefore } from './moves.ts'

export const undoMove = action({
  name: 'undo-move',
  summary: 'Undo the last move of a deal',
  description:
    'The deal stands where it stood, in its earlier stage and place, and since when it stood there: the time in the stage goes on as if it had not been moved. Only the newest move of a deal can be undone.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  changes: 'dealId',
  hints: { destructive: false, idempotent: false },
  scope: 'deals:write',
  limit: { times: 600, seconds: 60 },
  input: z.object({ dealId: z.uuid(), moveId: z.uuid().describe('As `move-deal` answered it') }),
  output: z.object({ success: z.literal(true), deal: Deal }),
  errors: [dealErrors.deal_not_found, dealErrors.deal_moved_since, dealErrors.stage_not_found],
  examples: [
    {
      title: 'It was not won yet',
      input: { dealId: '01980000-0000-7000-8000-000000000000', moveId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ dealId, moveId }, { db, org, person, fail }) {
    const deal = await lockDeal(db, org.id, dealId)
    if (!deal) throw fail('deal_not_found')
    const before = deal.state === 'linked' ? null : await standingBefore(db, deal, moveId)
    if (!before) throw fail('deal_moved_since')
    await moveBack(db, deal, before, person?.id ?? null)
    const moved = await showDeal(db, org.id, deal.id)
    if (!moved) throw new Error('a locked deal is missing')
    return { success: true as const, deal: moved }
  },
})
