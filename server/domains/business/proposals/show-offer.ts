import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { proposalErrors } from './errors.ts'
import { enterByProposalLink, Offer, showOfferOf } from './offers.ts'
import { ProposalToken } from './proposal-links.ts'
import { findProposal } from './proposals.ts'

export const showOffer = action({
  name: 'show-offer',
  summary: 'Show a proposal by its link',
  description: 'What the public page shows: the version that was sent last, or the one that was accepted.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 60, seconds: 60 },
  input: z.object({ token: ProposalToken }),
  output: z.object({ offer: Offer }),
  errors: [proposalErrors.proposal_link_unknown],
  examples: [{ title: 'The token of a link', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq' } }],

  async run({ token }, { fail, ...context }) {
    const { orgId, proposalId } = await enterByProposalLink(context, token, fail)
    const proposal = await findProposal(context.db, orgId, proposalId)
    if (!proposal) throw fail('proposal_link_unknown')
    return { offer: await showOfferOf(context.db, orgId, proposal) }
  },
})
