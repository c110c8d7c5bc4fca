import { z } from 'zod'
import { event, ofSubject, type Reader, subjectsOf } from '#core/events/event.ts'
import { DealFacts, findDealFacts } from './deal-facts.ts'

/** As they stand when they are told: so much is known of what happened before the facts were kept. */
const read: Reader<DealFacts> = async (events, { db, orgId }) =>
  ofSubject(await findDealFacts(db, orgId, subjectsOf(events)), (deal) => deal)

export const DealChange = z.enum(['moved', 'assigned', 'answered', 'edited', 'renamed', 'linked', 'unlinked', 'brief'])
export type DealChange = z.output<typeof DealChange>

export const dealEvents = {
  created: event({
    type: 'deal.created',
    about: 'A deal was created, with its first assignee.',
    facts: z.object({ deal: DealFacts }),
    webhook: { body: DealFacts, tell: ({ facts }) => facts.deal, read },
  }),
  changed: event({
    type: 'deal.changed',
    about: 'A deal was moved, assigned, answered or edited.',
    facts: z.object({ change: DealChange, before: DealFacts, after: DealFacts }),
    webhook: { body: DealFacts, tell: ({ facts }) => facts.after, read },
  }),
  closed: event({
    type: 'deal.closed',
    about: 'A deal was won or lost.',
    facts: z.object({ deal: DealFacts }),
    webhook: { body: DealFacts, tell: ({ facts }) => facts.deal, read },
  }),
}

export const taskEvents = {
  changed: event({
    type: 'task.changed',
    about: 'A task was added or completed.',
    facts: z.object({ change: z.enum(['added', 'done']) }),
  }),
}

export const pipelineEvents = {
  changed: event({
    type: 'pipeline.changed',
    about: 'The stages of a pipeline or the round-robin rotation changed.',
    facts: z.object({ change: z.enum(['absence']).optional() }),
  }),
}
