import { sql } from 'kysely'
import { reaction } from '#core/events/reaction.ts'
import { messageEvents } from '#domains/conversations/inbox/events.ts'
import { contactEvents } from '#domains/crm/identities/events.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'

/** The words of a whole go in one statement: each is written as its row stands now, so an event more or less changes nothing. */
export const indexWords = reaction({
  name: 'search',
  summary: 'Update the search index of leads, contacts and messages',
  on: [leadEvents.received, contactEvents.changed, messageEvents.received, messageEvents.written, messageEvents.changed],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },

  async run(events, { db, org }) {
    const [leads, contacts, messages] = [new Set<string>(), new Set<string>(), new Set<string>()]
    for (const event of events)
      if (event.type === 'lead.received') {
        leads.add(event.subjectId)
        if (event.facts) contacts.add(event.facts.contact_id)
      } else if (event.type === 'contact.changed') contacts.add(event.subjectId)
      else messages.add(event.subjectId)
    await sql`select foyer.index_words(${org.id}::uuid, ${[...leads]}::uuid[], ${[...contacts]}::uuid[], ${[...messages]}::uuid[])`.execute(
      db,
    )
  },
})
