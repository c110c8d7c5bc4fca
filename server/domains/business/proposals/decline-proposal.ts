import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { tidyLine } from '#shapes/letters.ts'
import { proposalErrors } from './errors.ts'
import { recordProposalEvent } from './history.ts'
import { mailProposalAnswerJob } from './job-references.ts'
import { lockByProposalLink } from './offers.ts'
import { ProposalStatus } from './proposal-facts.ts'
import { ProposalToken } from './proposal-links.ts'
import { changeProposal, isOpen } from './proposals.ts'

export const declineProposal = action({
  name: 'decline-proposal',
  summary: 'Decline a proposal by its link',
  description: 'The workspace reads the reason, and may send another version. Declined already: the same answer.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  limit: { times: 20, seconds: 60 },
  input: z.object({
    token: ProposalToken,
    version: z.int().min(1),
    reason: z.string().overwrite(tidyLine).trim().max(1_000).nullish(),
  }),
  output: z.object({ success: z.literal(true), status: ProposalStatus }),
  errors: [proposalErrors.proposal_link_unknown, proposalErrors.proposal_not_open, proposalErrors.proposal_changed],
  examples: [
    {
      title: 'With a reason',
      input: {
        ...{ token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', version: 1 },
        reason: 'We start a year later',
      },
    },
  ],

  async run({ token, version, reason }, { fail, emitIn, ...context }) {
    const { db, enqueue, newId } = context
    const { orgId, proposal } = await lockByProposalLink(context, token, fail)
    if (proposal.status === 'declined') return { success: true as const, status: 'declined' as const }
    if (!isOpen(proposal, proposal.at)) throw fail('proposal_not_open')
    if (version !== proposal.version) throw fail('proposal_changed', { field: 'version' })
    await changeProposal(db, proposal, { status: 'declined', status_reason: reason || null })
    await recordProposalEvent({ db, orgId, emit: (event, id, facts) => emitIn(orgId, event, id, facts) }, proposal.id, {
      kind: 'declined',
      version,
      at: proposal.at,
    })
    await enqueue(mailProposalAnswerJob, { orgId, proposalId: proposal.id, clientMailId: newId(), senderMailId: newId() })
    return { success: true as const, status: 'declined' as const }
  },
})
