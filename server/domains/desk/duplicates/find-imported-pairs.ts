import { reaction } from '#core/events/reaction.ts'
import { contactEvents } from '#domains/crm/identities/events.ts'
import { matchContacts } from './contact-pairs.ts'

/** Apart from the others: a million contacts are compared for minutes, and what a lead or a member brings meanwhile does not wait for them. */
export const findImportedPairs = reaction({
  name: 'find-imported-pairs',
  summary: 'Find imported contacts that may be one person',
  on: [contactEvents.imported],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  // It takes as much of the database as the import does, which goes first: a million contacts come in some five minutes. Each event has up to 1,000.
  yields: { burstMs: 600_000, steadyMs: 60_000, ownEvents: 2 },

  async run(events, { db, org }) {
    await matchContacts(db, org.id, [...new Set(events.flatMap(({ facts }) => facts?.ids ?? []))])
  },
})
