import { z } from 'zod'
import { event, ofSubject, type Reader, subjectsOf } from '#core/events/event.ts'
import { findProposalFacts, ProposalFacts } from './proposal-facts.ts'

const read: Reader<z.output<typeof ProposalFacts>> = async (events, { db, orgId }) =>
  ofSubject(await findProposalFacts(db, orgId, subjectsOf(events)), (proposal) => proposal)

const facts = z.object({ proposal: ProposalFacts })
const told = {
  body: ProposalFacts,
  tell: ({ facts: { proposal } }: { facts: z.output<typeof facts> }) => proposal,
  read,
}

export const proposalEvents = {
  sent: event({ type: 'proposal.sent', about: 'A version of a proposal was sent to its client.', facts, webhook: told }),
  viewed: event({
    type: 'proposal.viewed',
    about: 'A person looked at the page of a proposal: once for each half hour.',
    facts,
    webhook: told,
  }),
  accepted: event({ type: 'proposal.accepted', about: 'The client accepted a proposal.', facts, webhook: told }),
  declined: event({ type: 'proposal.declined', about: 'The client declined a proposal.', facts, webhook: told }),
  ended: event({
    type: 'proposal.ended',
    about: 'A proposal was withdrawn, or its time has ended.',
    facts,
    webhook: told,
  }),
  updated: event({
    type: 'proposal.updated',
    about: 'The draft of the next version was changed. Its client sees it once it is sent.',
    facts: z.object({ change: z.string() }),
  }),
}
