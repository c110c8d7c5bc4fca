import type { Contact, Input } from '#web/wire.ts'
import type { Property } from '../records/property.tsx'
import { strings } from './strings.ts'

export type ContactChange = Omit<Input<'update-contact'>, 'contactId'>

/** What a contact is called and reached by, each edited in place: on their own page, and on that of a lead of theirs. */
export const contactProperties = (
  contact: Contact,
  save: (change: ContactChange, was: ContactChange['was']) => Promise<unknown>,
  /** Beside a refusal: another contact has the address or number. */
  advice: NonNullable<NonNullable<Property['edit']>['advice']>,
): readonly Property[] => [
  {
    key: 'name',
    name: strings.name,
    value: contact.full_name,
    edit: { save: (fullName, was) => save({ fullName }, { fullName: was as string | null }) },
  },
  {
    ...{ key: 'email', name: strings.email, value: contact.email },
    ...(contact.email !== null && { href: `mailto:${encodeURIComponent(contact.email).replace('%40', '@')}` }),
    edit: {
      type: 'email',
      most: 254,
      save: (email, was) => save({ email }, { email: was as string | null }),
      advice,
    },
  },
  {
    ...{ key: 'phone', name: strings.phone, value: contact.phone },
    ...(contact.phone !== null && { href: `tel:${contact.phone}` }),
    edit: {
      type: 'tel',
      most: 64,
      save: (phone, was) => save({ phone }, { phone: was as string | null }),
      advice,
    },
  },
  {
    key: 'title',
    name: strings.jobTitle,
    value: contact.job_title,
    edit: { save: (jobTitle, was) => save({ jobTitle }, { jobTitle: was as string | null }) },
  },
  {
    key: 'company',
    name: strings.company,
    value: contact.company,
    edit: { save: (named, was) => save({ company: named }, { company: was as string | null }) },
  },
  {
    ...{ key: 'linkedin', name: strings.linkedin, value: contact.linkedin_url },
    ...(contact.linkedin_url !== null && { href: contact.linkedin_url }),
    edit: {
      type: 'url',
      most: 2_048,
      save: (linkedinUrl, was) => save({ linkedinUrl }, { linkedinUrl: was as string | null }),
    },
  },
]
