import { reaction } from '#core/events/reaction.ts'
import { contactEvents } from '#domains/crm/identities/events.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { binEvents } from '../bin/events.ts'
import { matchContacts } from './contact-pairs.ts'

/** What a lead says of a contact may be of another person: pairs are proposed to members, and nothing is joined. */
export const findDuplicatePairs = reaction({
  name: 'find-duplicate-pairs',
  summary: 'Find contacts that may be one person',
  on: [
    leadEvents.received,
    contactEvents.changed,
    contactEvents.merged,
    binEvents.deleted,
    binEvents.restored,
    binEvents.removed,
  ],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  // A member sees them some time later: while many leads arrive at once, the machine is theirs.
  yields: { burstMs: 15_000, steadyMs: 3_000 },

  async run(events, { db, org }) {
    const ids = new Set<string>()
    for (const { type, subjectId, stored } of events) for (const id of contactIdsOf(type, subjectId, stored)) ids.add(id)
    await matchContacts(db, org.id, [...ids])
  },
})

const contactIdsOf = (type: string, subjectId: string, facts: Readonly<Record<string, unknown>>): string[] => {
  const named = (...names: string[]) =>
    names.flatMap((name) => {
      const id = facts[name]
      return typeof id === 'string' ? id : []
    })
  switch (type) {
    case leadEvents.received.type:
      return named('contact_id')
    case contactEvents.merged.type:
      return named('source_id', 'target_id')
    case contactEvents.changed.type:
      return [subjectId]
    default:
      return facts.kind === 'contact' ? [subjectId] : []
  }
}
