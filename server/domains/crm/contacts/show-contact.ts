import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize, Reference, shape } from '#shapes'
import { FieldValues, fieldsOfRecord } from '../fields/values.ts'
import { Claim, findClaims } from '../identities/claims.ts'
import { Contact, findCompanyOf, findContact, sentContact } from '../identities/contacts.ts'
import { contactErrors } from '../identities/errors.ts'
import { findIdentities, Identity } from '../identities/identities.ts'
import { mergeGroupOf } from '../identities/merge-groups.ts'
import { findMerges, Merge } from '../identities/merges.ts'
import { CameBy, firstReferral } from '../identities/referrals.ts'
import { listLeads, sentLead } from '../leads/leads.ts'
import { tagsOfRecord } from '../tags/record-tags.ts'
import { Tag } from '../tags/tags.ts'
import { ContactDeal, findDealsOf } from './contact-deals.ts'

const LeadOfContact = shape('ContactLead', {
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
  summary: 'Show a contact with its leads, deals, identities and merges',
  description:
    'A merged contact returns the canonical one: see `contact.id`. Leads, deals and identities are those of all merged contacts.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'contacts:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ contactId: z.uuid(), cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({
    contact: Contact,
    company: Reference.nullable(),
    tags: z.array(Tag),
    fields: FieldValues,
    identities: z.array(Identity),
    claims: z
      .array(Claim)
      .describe('Unverified claims about this contact or its email addresses and numbers; open ones, newest first'),
    merges: z.array(Merge).describe('Newest first, including undone ones'),
    deals: z.array(ContactDeal).describe('The newest 50'),
    leads: z.array(LeadOfContact),
    referral: CameBy.nullable().describe('The ad or post through which they first wrote on WhatsApp'),
    next_cursor: z.uuid().nullable().describe('Of the leads'),
  }),
  errors: [contactErrors.contact_not_found],
  examples: [{ title: 'One contact', input: { contactId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ contactId, cursor, limit }, { db, org, within, fail }) {
    const contact = await findContact(db, org.id, contactId)
    if (!contact) throw fail('contact_not_found')
    const mergeGroup = await mergeGroupOf(db, org.id, contact.id)
    const found = await listLeads(db, org.id, { contactId, cursor, limit: limit + 1 })
    const page = found.slice(0, limit)
    return {
      contact: sentContact(contact),
      company: await findCompanyOf(db, org.id, mergeGroup),
      tags: await tagsOfRecord(db, org.id, 'contact', contact.id),
      fields: await fieldsOfRecord(db, org.id, 'contact', contact.id),
      identities: await findIdentities(db, org.id, mergeGroup),
      claims: await findClaims(db, org.id, mergeGroup),
      merges: await findMerges(db, org.id, mergeGroup),
      deals: await findDealsOf(db, org.id, mergeGroup),
      leads: page.map(sentLead),
      referral: (await within(db, org.id, firstReferral, { contactIds: mergeGroup })).find((found) => found !== null) ?? null,
      next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  },
})
