import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { tidyLine } from '#shapes/letters.ts'
import { proposalErrors } from './errors.ts'
import { recordProposalEvent } from './history.ts'
import { changeProposal, isOpen, lockProposal } from './proposals.ts'

export const withdrawProposal = action({
  name: 'withdraw-proposal',
  summary: 'Withdraw a proposal that was not answered',
  description: 'It can no longer be accepted; its link says so, with the reason. Withdrawn already: success.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  scope: 'proposals:write',
  hints: { destructive: true, idempotent: true },
  input: z.object({ proposalId: z.uuid(), reason: z.string().overwrite(tidyLine).trim().max(1_000).nullish() }),
  output: z.object({ success: z.literal(true) }),
  errors: [proposalErrors.proposal_not_found, proposalErrors.proposal_not_open],
  examples: [
    { title: 'A mistake', input: { proposalId: '01980000-0000-7000-8000-000000000000', reason: 'The price was wrong' } },
  ],

  async run({ proposalId, reason }, { fail, ...context }) {
    const { db, org, person } = context
    const held = await lockProposal(db, org.id, proposalId)
    if (!held) throw fail('proposal_not_found', { field: 'proposalId' })
    if (held.status === 'withdrawn') return { success: true as const }
    if (!isOpen(held, held.at)) throw fail('proposal_not_open')
    await changeProposal(db, held, { status: 'withdrawn', status_reason: reason || null })
    await recordProposalEvent({ ...context, orgId: org.id }, proposalId, {
      ...{ kind: 'withdrawn', version: held.version, at: held.at, personId: person?.id ?? null },
    })
    return { success: true as const }
  },
})
