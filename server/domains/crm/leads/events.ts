import { z } from 'zod'
import { event, ofSubject, subjectsOf } from '#core/events/event.ts'
import { findLeadFacts, LeadFacts } from './lead-facts.ts'

export const leadEvents = {
  /**
   * Written by the statement of the intake (`take_leads`), which has microseconds: its facts refer to the lead, of whose row the
   * database lets nothing change that was received.
   */
  received: event({
    type: 'lead.received',
    about: 'A lead was accepted: through the API, from a form or another lead source, a file or a replay.',
    facts: z.object({
      lead_id: z.uuid(),
      contact_id: z.uuid(),
      external_id: z.string().nullable(),
      source: z.string(),
    }),
    webhook: {
      body: z.object({
        id: z.uuid().describe('The lead'),
        contact_id: z.uuid().describe('The contact of the lead'),
        external_id: z.string().nullable(),
        source: z.string(),
        name: z.string().nullable(),
        email: z.string().nullable().describe('As received'),
        phone: z.string().nullable().describe('As received'),
        phone_e164: z.string().nullable().describe('The same in E.164, if it could be parsed'),
        company: z.string().nullable(),
        title: z.string().nullable(),
        note: z.string().nullable(),
        linkedin_url: z.string().nullable(),
        via: z.string().describe('api, source, upload, replay, person or workflow'),
        received_at: z.iso.datetime(),
      }),
      readsConstants: true,
      /** Nothing of a lead that was invented for the demo. */
      async read(events, { db, orgId }) {
        const rows = await db
          .selectFrom('leads')
          .selectAll()
          .where('org_id', '=', orgId)
          .where('id', 'in', subjectsOf(events))
          .where('via', '<>', 'demo')
          .execute()
        return ofSubject(rows, (lead, { facts }) => ({
          id: lead.id,
          contact_id: typeof facts.contact_id === 'string' ? facts.contact_id : lead.contact_id,
          external_id: lead.external_id,
          source: lead.source,
          name: lead.full_name,
          email: lead.email,
          phone: lead.phone,
          phone_e164: lead.phone_e164,
          company: Metadata.parse(lead.metadata).company ?? null,
          title: lead.job_title,
          note: lead.note,
          linkedin_url: lead.linkedin_url,
          via: lead.via,
          received_at: lead.received_at.toISOString(),
        }))
      },
    },
  }),
  changed: event({
    type: 'lead.changed',
    about: 'A lead has another state or owner.',
    facts: z.object({
      ...{ before: LeadFacts, after: LeadFacts },
      person_id: z.uuid().nullish().describe('The member who gave it another owner'),
    }),
    webhook: {
      body: LeadFacts.extend({
        previous_state: z.string().nullable().describe('The state before; null: it did not change'),
        previous_owner_id: z.uuid().nullable().describe('The owner before; null: none, or it did not change'),
      }),
      tell: ({ facts: { before, after } }) => ({
        ...after,
        previous_state: before.state === after.state ? null : before.state,
        previous_owner_id: before.owner_id === after.owner_id ? null : before.owner_id,
      }),
      async read(events, { db, orgId }) {
        const unchanged = { previous_state: null, previous_owner_id: null }
        return ofSubject(await findLeadFacts(db, orgId, subjectsOf(events)), (lead) => ({ ...lead, ...unchanged }))
      },
    },
  }),
}

const Metadata = z.object({ company: z.string().optional().catch(undefined) })
