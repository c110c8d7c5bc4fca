import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { extension, Reference, shape } from '#shapes'
import { FieldValues, fieldsOfRecord } from '../fields/values.ts'
import { Contact, findContact, sentContact } from '../identities/contacts.ts'
import { tagsOfRecord } from '../tags/record-tags.ts'
import { Tag } from '../tags/tags.ts'
import { leadErrors } from './errors.ts'
import { untakenFields } from './lead-fields.ts'
import { findLead, sentLead } from './leads.ts'
import { ListedLead } from './list-leads.ts'
import { deliveriesOfLead, receivedOf, requestIdOf } from './original-requests.ts'

export const showLead = action({
  name: 'show-lead',
  summary: 'Show a lead with its original request',
  description:
    'The consent is claimed by the sender, with its source and date. It is not a marketing permission and changes no subscription.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'leads:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ leadId: z.uuid() }),
  output: z.object({
    lead: extension('LeadDetail', ListedLead, {
      note: z.string().nullable(),
      linkedin_url: z.string().nullable(),
      metadata: z.record(z.string(), z.unknown()),
      state_at: z.iso.datetime().nullable().describe('Since when it is in this state; null: it is new since it was received'),
      state_by: Reference.nullable().describe('The member who moved it there, or whose reply did'),
      waits_for_answer: z.boolean().describe('Whether its sender waits for a first answer'),
      consent: shape('LeadConsent', {
        basis: z.string().optional(),
        source: z.string().optional(),
        obtained_at: z.string().optional(),
        recognised: z.boolean(),
      }).nullable(),
      deleted_at: z.iso.datetime().nullable().describe('In the bin since then'),
      delivery_id: z.uuid().nullable(),
      upload_id: z.uuid().nullable(),
      upload_row: z.int().nullable(),
      received: z.string().nullable().describe('The exact body; null for a row of a file'),
      unused_fields: z
        .array(z.string())
        .describe(
          'Members of the body that are ignored; with `set-lead-fields`, keys in `fields` that no field has, as `fields.<key>`',
        ),
      field_faults: z
        .array(shape('LeadFieldFault', { key: z.string(), message: z.string() }))
        .describe('Values in `fields` that do not fit, and were not taken'),
    }),
    tags: z.array(Tag),
    fields: FieldValues,
    contact: Contact,
    deliveries: z.array(
      shape('LeadDelivery', {
        id: z.uuid(),
        received_at: z.iso.datetime(),
        status: z.int(),
        outcome: z.string(),
        flags: z.array(z.string()),
        key_name: z.string().nullable(),
      }),
    ),
  }),
  errors: [leadErrors.lead_not_found],
  examples: [{ title: 'One lead', input: { leadId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ leadId }, { db, org, fail }) {
    const lead = await findLead(db, org.id, leadId)
    if (!lead) throw fail('lead_not_found')
    const contact = await findContact(db, org.id, lead.contact_id)
    if (!contact) throw new Error('a lead without its contact')
    const received = await receivedOf(db, org.id, lead)
    const untaken = await untakenFields(db, org.id, lead, received.unused)
    return {
      lead: {
        ...sentLead(lead),
        ...{ note: lead.note, linkedin_url: lead.linkedin_url, metadata: lead.metadata as Record<string, unknown> },
        state_at: lead.state_at?.toISOString() ?? null,
        state_by: lead.state_by && lead.mover_name ? { id: lead.state_by, name: lead.mover_name } : null,
        waits_for_answer: lead.is_waiting,
        consent: lead.consent as { recognised: boolean } | null,
        deleted_at: lead.deleted_at?.toISOString() ?? null,
        ...{ delivery_id: requestIdOf(lead), upload_id: lead.upload_id, upload_row: lead.upload_row },
        ...{ received: received.text, unused_fields: untaken.unused, field_faults: untaken.faults },
      },
      tags: await tagsOfRecord(db, org.id, 'lead', lead.id),
      fields: await fieldsOfRecord(db, org.id, 'lead', lead.id),
      contact: sentContact(contact),
      deliveries: await deliveriesOfLead(db, org.id, lead),
    }
  },
})
