import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { lockDeal } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { queuePrd, writePrdJob } from '#domains/crm/deals/prds.ts'
import { draftErrors } from './errors.ts'

export const rewritePrd = action({
  name: 'rewrite-prd',
  summary: 'Rewrite the requirements document of a deal',
  description:
    'From what the prospect said. What was written before stays until the new text is there. What a person wrote is never written over.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ dealId: z.uuid() }),
  output: z.object({ success: z.literal(true), prd_state: z.literal('queued') }),
  errors: [dealErrors.deal_not_found, draftErrors.prd_given, draftErrors.nothing_asked],
  examples: [{ title: 'Rewrite it', input: { dealId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ dealId }, { org, db, enqueue, fail }) {
    const deal = await lockDeal(db, org.id, dealId)
    if (!deal) throw fail('deal_not_found')
    if (deal.prd_state === 'given') throw fail('prd_given')
    if (deal.asked === null) throw fail('nothing_asked')
    await queuePrd(db, org.id, deal.id)
    await enqueue(writePrdJob, { orgId: org.id, dealId: deal.id })
    return { success: true as const, prd_state: 'queued' as const }
  },
})
