import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { wasMeans } from '../edits/edits.ts'
import { editErrors } from '../edits/errors.ts'
import { type ContactChange, changeContact } from '../identities/contact-changes.ts'
import { Contact, findContact, sentContact } from '../identities/contacts.ts'
import { contactErrors } from '../identities/errors.ts'
import { ChangedOwner, requireMember } from '../records/owners.ts'

/** As it was answered. */
const seenText = z.string().max(4_000).nullable()

/** A text of a contact; a blank one is none. */
export const contactText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullable()
    .transform((value) => value || null)

/** A contact as its editor saw it. */
const Was = z
  .object({
    fullName: seenText,
    email: seenText,
    phone: seenText,
    company: seenText,
    jobTitle: seenText,
    linkedinUrl: seenText,
    ownerId: seenText,
  })
  .partial()

export const updateContact = action({
  name: 'update-contact',
  summary: 'Update a contact',
  description:
    'Omitted fields keep their values; `null` or a blank clears one. The contact is then identified by its new email address or number, no longer by the old one. One that belongs to another contact is rejected: if they are the same person, use `merge-contacts`.',
  who: 'member',
  transports: ['gateway', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'contactId',
  hints: { destructive: true, idempotent: true },
  scope: 'contacts:write',
  input: z.object({
    contactId: z.uuid(),
    fullName: contactText(255).optional(),
    email: contactText(254).optional(),
    phone: contactText(64).optional().describe('International with +, or in the national format of the default country'),
    company: contactText(255).optional(),
    jobTitle: contactText(255).optional(),
    linkedinUrl: contactText(2_048).optional(),
    ownerId: ChangedOwner,
    was: Was.optional().describe(wasMeans),
  }),
  output: z.object({ success: z.literal(true), contact: Contact }),
  errors: [
    contactErrors.contact_not_found,
    transportErrors.email_malformed,
    transportErrors.phone_unreadable,
    transportErrors.linkedin_url_invalid,
    contactErrors.contact_taken,
    transportErrors.conflict,
    memberErrors.person_not_found,
    editErrors.record_changed,
  ],
  examples: [
    {
      title: 'A new number',
      input: { contactId: '01980000-0000-7000-8000-000000000000', phone: '+4915112345678' },
    },
  ],

  async run({ contactId, was, linkedinUrl, ...change }, { db, org, fail }) {
    if (linkedinUrl && !/^https?:\/\/[^\s]+$/i.test(linkedinUrl)) throw fail('linkedin_url_invalid', { field: 'linkedinUrl' })
    if (!(await findContact(db, org.id, contactId))) throw fail('contact_not_found')
    await requireMember(db, org.id, change.ownerId)
    await changeContact(db, org.id, contactId, byColumn({ linkedinUrl, ...change }), { was: byColumn(was ?? {}) })
    const contact = await findContact(db, org.id, contactId)
    if (!contact) throw fail('contact_not_found')
    return { success: true as const, contact: sentContact(contact) }
  },
})

const byColumn = ({
  fullName,
  jobTitle,
  linkedinUrl,
  ownerId,
  ...same
}: {
  readonly fullName?: string | null | undefined
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly company?: string | null | undefined
  readonly jobTitle?: string | null | undefined
  readonly linkedinUrl?: string | null | undefined
  readonly ownerId?: string | null | undefined
}): ContactChange => ({
  ...same,
  ...(fullName !== undefined && { full_name: fullName }),
  ...(jobTitle !== undefined && { job_title: jobTitle }),
  ...(linkedinUrl !== undefined && { linkedin_url: linkedinUrl }),
  ...(ownerId !== undefined && { owner_id: ownerId }),
})
