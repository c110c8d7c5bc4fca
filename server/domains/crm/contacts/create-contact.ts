import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { readEmail } from '#shapes/emails.ts'
import { type Phone, readPhone } from '#shapes/phones.ts'
import { changeContact } from '../identities/contact-changes.ts'
import { Contact, findContact, sentContact } from '../identities/contacts.ts'
import { contactErrors } from '../identities/errors.ts'
import { resolveEntered } from '../identities/identities.ts'
import { NewOwner, requireMember } from '../records/owners.ts'
import { contactText } from './update-contact.ts'

export const createContact = action({
  name: 'create-contact',
  summary: 'Create a contact, or complete the one who has the email address or number',
  description:
    'A contact who is known by the email address or the number is not made a second time: what they lack is filled, nothing is overwritten, and `created` is false; one in the bin is restored. Two who are known are not joined: use `merge-contacts`.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  hints: { destructive: false },
  scope: 'contacts:write',
  needsOneOf: [['fullName', 'email', 'phone']],
  input: z.object({
    fullName: contactText(255).optional().describe('This, `email` or `phone` is required'),
    email: contactText(254).optional(),
    phone: contactText(64).optional().describe('International with +, or in the national format of the default country'),
    company: contactText(255).optional(),
    jobTitle: contactText(255).optional(),
    linkedinUrl: contactText(2_048).optional(),
    ownerId: NewOwner,
  }),
  output: z.object({
    success: z.literal(true),
    contact: Contact,
    created: z.boolean().describe('False: they were a contact already'),
  }),
  errors: [
    transportErrors.missing_field,
    transportErrors.email_malformed,
    transportErrors.phone_unreadable,
    transportErrors.linkedin_url_invalid,
    contactErrors.contact_taken,
    memberErrors.person_not_found,
  ],
  examples: [{ title: 'A caller', input: { fullName: 'Maya Rao', phone: '+4915112345678', company: 'Rao Interiors' } }],

  async run({ fullName, email, phone: typed, company, jobTitle, linkedinUrl, ownerId }, { db, org, person, within, fail }) {
    if (!fullName && !email && !typed)
      throw fail('missing_field', { message: 'Missing required field: fullName', field: 'fullName' })
    if (email && !('key' in readEmail(email))) throw fail('email_malformed', { field: 'email' })
    if (linkedinUrl && !/^https?:\/\/[^\s]+$/i.test(linkedinUrl)) throw fail('linkedin_url_invalid', { field: 'linkedinUrl' })
    await requireMember(db, org.id, ownerId)
    const phone = typed ? await phoneOf(db, org.id, typed) : null
    const who = { name: fullName ?? null, email: email ?? null, phone, company: company ?? null }
    const { contactId, isNew } = await resolveEntered(db, org.id, within, who, person?.id ?? null)
    const before = await findContact(db, org.id, contactId)
    if (!before) throw new Error('a contact just found is missing')
    const owner = ownerId === undefined ? (isNew ? (person?.id ?? null) : null) : ownerId
    await changeContact(
      db,
      org.id,
      contactId,
      {
        ...(jobTitle && before.job_title === null && { job_title: jobTitle }),
        ...(linkedinUrl && before.linkedin_url === null && { linkedin_url: linkedinUrl }),
        ...(company && before.company === null && { company }),
        ...(owner && before.owner_id === null && { owner_id: owner }),
      },
      { isNew },
    )
    const contact = await findContact(db, org.id, contactId)
    if (!contact) throw new Error('a contact just made is missing')
    return { success: true as const, contact: sentContact(contact), created: isNew }
  },
})

const phoneOf = async (db: Db, orgId: string, typed: string): Promise<Phone> => {
  const phone = readPhone(typed, (await findOrganization(db, orgId))?.default_country ?? null)
  if (!phone) throw new Failure('phone_unreadable', { field: 'phone' })
  return phone
}
