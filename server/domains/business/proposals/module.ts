import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { acceptProposal } from './accept-proposal.ts'
import { createProposal } from './create-proposal.ts'
import { declineProposal } from './decline-proposal.ts'
import { proposalErrors } from './errors.ts'
import { proposalEvents } from './events.ts'
import { expireProposals } from './expire-proposals.ts'
import { linkedProposals } from './linked-proposals.ts'
import { listProposals } from './list-proposals.ts'
import { mailProposal } from './mail-proposal.ts'
import { mailProposalAnswer } from './mail-proposal-answer.ts'
import { proposalTimeline } from './proposal-timeline.ts'
import { removeProposal } from './remove-proposal.ts'
import { sendProposal } from './send-proposal.ts'
import { showOffer } from './show-offer.ts'
import { showProposal } from './show-proposal.ts'
import { updateProposal } from './update-proposal.ts'
import { withdrawProposal } from './withdraw-proposal.ts'

/** What is offered to clients: proposals with prices and options, which they accept by a link. */
export const proposalsModule = module({
  title: 'Proposals',
  actions: [
    listProposals,
    showProposal,
    createProposal,
    updateProposal,
    sendProposal,
    withdrawProposal,
    removeProposal,
    showOffer,
    acceptProposal,
    declineProposal,
  ],
  jobs: [mailProposal, mailProposalAnswer, expireProposals],
  errors: proposalErrors,
  events: [proposalEvents],
  scopes: {
    'proposals:read': 'Read proposals, and who viewed them and documents',
    'proposals:write': 'Make, send, withdraw and remove proposals',
  },
  within: [proposalTimeline, linkedProposals],
  held: [held({ name: 'proposals by email', kind: 'mails', jobs: [mailProposal, mailProposalAnswer] })],
  owns: ['directory.proposal_links', 'proposal_acceptances', 'proposal_events', 'proposal_versions', 'proposals'],
})
