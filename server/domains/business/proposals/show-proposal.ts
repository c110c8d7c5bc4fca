import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { proposalErrors } from './errors.ts'
import { ProposalDetail, showProposalOf } from './proposals.ts'

export const showProposal = action({
  name: 'show-proposal',
  summary: 'Show a proposal with its versions, its history and what was accepted',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'proposals:read',
  input: z.object({ proposalId: z.uuid() }),
  output: z.object({ proposal: ProposalDetail }),
  errors: [proposalErrors.proposal_not_found],
  examples: [{ title: 'One', input: { proposalId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ proposalId }, { db, org, fail }) {
    const proposal = await showProposalOf(db, org.id, proposalId)
    if (!proposal) throw fail('proposal_not_found', { field: 'proposalId' })
    return { proposal }
  },
})
