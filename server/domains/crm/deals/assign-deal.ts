import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { findMember } from '#domains/platform/users/users.ts'
import { assignDealTo } from './assignment.ts'
import { recordDealChange } from './deal-changes.ts'
import { dealFactsOf } from './deal-facts.ts'
import { Deal, lockDeal, showDeal } from './deals.ts'
import { dealErrors } from './errors.ts'

export const assignDeal = action({
  name: 'assign-deal',
  summary: 'Assign a deal, or unassign it',
  description: 'A manual assignment does not count for round robin. The deal records who assigned it, and why.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'dealId',
  hints: { destructive: false, idempotent: true },
  scope: 'deals:write',
  input: z.object({
    dealId: z.uuid(),
    userId: z.uuid().nullable().describe('A member of the workspace; null: unassigned'),
    reason: z.string().trim().max(1_000).optional(),
  }),
  output: z.object({ success: z.literal(true), deal: Deal }),
  errors: [dealErrors.deal_not_found, memberErrors.person_not_found],
  examples: [
    {
      title: 'Assign it for a reason',
      input: {
        dealId: '01980000-0000-7000-8000-000000000000',
        userId: '01980000-0000-7000-8000-000000000001',
        reason: 'Speaks Portuguese',
      },
    },
  ],

  async run({ dealId, userId, reason }, { db, org, person, fail }) {
    const deal = await lockDeal(db, org.id, dealId)
    if (!deal) throw fail('deal_not_found')
    if (userId !== null && !(await findMember(db, org.id, userId))) throw fail('person_not_found', { field: 'userId' })
    if (userId !== deal.assigned_to) {
      const before = await dealFactsOf(db, org.id, deal.id)
      await assignDealTo(db, org.id, deal, {
        personId: userId,
        because: { rule: 'person', person_id: person?.id ?? null, reason: reason || null },
        byPersonId: person?.id ?? null,
      })
      await recordDealChange(db, org.id, deal.id, 'assigned', before)
    }
    const given = await showDeal(db, org.id, deal.id)
    if (!given) throw new Error('a locked deal is missing')
    return { success: true as const, deal: given }
  },
})
