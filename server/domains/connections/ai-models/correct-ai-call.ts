import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findClock, lockBudgets } from './budgets.ts'
import { aiModelErrors } from './errors.ts'
import { correctCall } from './settlements.ts'

export const correctAiCall = action({
  name: 'correct-ai-call',
  summary: 'Correct what an AI call cost',
  description:
    'Of a call whose cost was estimated, once, when the provider’s bill is known. The ledger’s row stays as it is: a row of its own says the difference and the reason, and budgets and usage count it.',
  who: 'owner',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: false },
  input: z.object({
    callId: z.uuid(),
    costNano: z.int().min(0).max(Number.MAX_SAFE_INTEGER).describe('What it did cost, in 10⁻⁹ of its currency'),
    reason: z.string().trim().min(1).max(500),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [aiModelErrors.ai_call_not_found, aiModelErrors.ai_call_not_correctable],
  examples: [
    {
      title: 'It was never billed',
      input: { callId: '01980000-0000-7000-8000-000000000000', costNano: 0, reason: 'Not on the bill.' },
    },
  ],

  async run({ callId, costNano, reason }, { db, org, fail }) {
    await lockBudgets(db, org.id)
    const row = await db
      .selectFrom('ai_ledger')
      .selectAll()
      .where('org_id', '=', org.id)
      .where('id', '=', callId)
      .executeTakeFirst()
    if (!row) throw fail('ai_call_not_found', { field: 'callId' })
    const isOpen = row.is_estimated && row.outcome !== 'correction'
    if (!isOpen || !(await correctCall(db, org.id, row, { costNano, reason }, await findClock(db, org.id))))
      throw fail('ai_call_not_correctable', { field: 'callId' })
    return { success: true as const }
  },
})
