import { z } from 'zod'
import { event, ofSubject, subjectsOf } from '#core/events/event.ts'
import { ContactFacts, findContactFacts, ImportCause } from './contact-facts.ts'

const Merge = z.object({
  id: z.uuid().describe('The merge'),
  source_id: z.uuid().describe('The contact that is now shown as the other one; or, after an undo, separately again'),
  target_id: z.uuid().describe('The canonical contact'),
  cause: z.string().describe('person, link, same_email, same_phone, same_whatsapp or number_changed'),
  reason: z.string().nullable(),
  is_undone: z.boolean(),
})

export const contactEvents = {
  changed: event({
    type: 'contact.changed',
    about: 'A contact was created or changed, other than by a lead.',
    facts: z.object({ before: ContactFacts.nullable().describe('Null: it was created'), after: ContactFacts }),
    webhook: {
      body: ContactFacts.extend({ cause: ImportCause }),
      tell: ({ facts }) => facts.after,
      /** As they stand when they are told: so much is known of what happened before the facts were kept. */
      async read(events, { db, orgId }) {
        return ofSubject(await findContactFacts(db, orgId, subjectsOf(events)), (contact) => contact)
      },
    },
  }),
  imported: event({
    type: 'contacts.imported',
    about: 'Contacts were created or changed by a CRM sync; one event for up to 1,000 of them.',
    facts: z.object({ ids: z.array(z.uuid()).max(1_000) }),
  }),
  merged: event({
    type: 'contact.merged',
    about: 'Two contacts were merged, or a merge was undone.',
    facts: Merge.omit({ id: true }),
    webhook: {
      body: Merge,
      tell: ({ subjectId, facts }) => ({ id: subjectId, ...facts }),
      async read(events, { db, orgId }) {
        const rows = await db
          .selectFrom('contact_merges')
          .selectAll()
          .where('org_id', '=', orgId)
          .where('id', 'in', subjectsOf(events))
          .execute()
        return ofSubject(rows, (merge, { facts }) => ({
          id: merge.id,
          source_id: merge.source_id,
          target_id: merge.target_id,
          cause: merge.cause,
          reason: merge.reason,
          is_undone: facts.is_undone === true,
        }))
      },
    },
  }),
}
