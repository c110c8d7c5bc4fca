import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { dealErrors } from '../deals/errors.ts'
import { unlinkDeal } from '../deals/links.ts'
import { contactErrors } from '../identities/errors.ts'
import { undoMerge as undo } from '../identities/merges.ts'

export const undoMerge = action({
  name: 'undo-merge',
  summary: 'Undo a merge of two contacts',
  description:
    'Both contacts are separate again, each with its own leads, messages, calls, deals and invoices, and the target loses values that came only from the source. A deal that was linked by the merge is restored too. With `dealId`: for a deal linked to another deal of the same contact, restores only the deal.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    mergeId: z.uuid().optional().describe('This or `dealId`'),
    dealId: z.uuid().optional().describe('The linked deal'),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [transportErrors.missing_field, contactErrors.merge_not_found, dealErrors.deal_not_found],
  examples: [{ title: 'Separate two people', input: { mergeId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ mergeId, dealId }, { db, org, person, within, fail }) {
    if (mergeId !== undefined) {
      await undo(db, org.id, within, mergeId, person.id)
    } else if (dealId !== undefined) await unlinkDeal(db, org.id, within, dealId, person.id)
    else throw fail('missing_field', { message: 'Missing required field: mergeId', field: 'mergeId' })
    return { success: true as const }
  },
})
