import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { proposalErrors } from './errors.ts'
import { proposalEvents } from './events.ts'
import { lockProposal } from './proposals.ts'

export const removeProposal = action({
  name: 'remove-proposal',
  summary: 'Remove a proposal that was never sent',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  scope: 'proposals:write',
  hints: { destructive: true, idempotent: false },
  input: z.object({ proposalId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [proposalErrors.proposal_not_found, proposalErrors.proposal_sent],
  examples: [{ title: 'A draft', input: { proposalId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ proposalId }, { db, org, emit, fail }) {
    const held = await lockProposal(db, org.id, proposalId)
    if (!held) throw fail('proposal_not_found', { field: 'proposalId' })
    if (held.version > 0) throw fail('proposal_sent')
    await db.deleteFrom('proposals').where('org_id', '=', org.id).where('id', '=', proposalId).execute()
    await emit(proposalEvents.updated, proposalId, { change: 'removed' })
    return { success: true as const }
  },
})
