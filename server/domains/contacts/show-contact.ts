import { z } from 'zod'
import { action } from '#core/action.ts'
import { listLeads, sentLead } from '#domains/leads/leads.ts'
import { Cursor, PageSize } from '#shapes'
import { Contact, findContact, sentContact } from './contacts.ts'

const LeadOfContact = z.object({
  id: z.uuid(),
  received_at: z.iso.datetime(),
  source: z.string(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  via: z.string(),
})

export const showContact = action({
  name: 'show-contact',
  summary: 'One contact, with every lead of the person',
  who: 'member',
  doors: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'contacts:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ contactId: z.uuid(), cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({ contact: Contact, leads: z.array(LeadOfContact), next_cursor: z.uuid().nullable() }),
  errors: ['contact_not_found'],
  examples: [{ title: 'One contact', input: { contactId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ contactId, cursor, limit }, { db, org, fail }) {
    const contact = await findContact(db, org.id, contactId)
    if (!contact) throw fail('contact_not_found')
    const found = await listLeads(db, org.id, { contactId, cursor, limit: limit + 1 })
    const page = found.slice(0, limit)
    return {
      contact: sentContact(contact),
      leads: page.map(sentLead),
      next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  },
})
