import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CallError } from '#web/gateway.ts'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { Input } from '#web/wire.ts'
import { OwnProperties } from '../fields/own-properties.tsx'
import { OwnerProperty } from '../records/owner-property.tsx'
import { PlainProperty, Properties, type Property } from '../records/property.tsx'
import { type Shown, useContactChange } from './api.ts'
import { strings } from './strings.ts'

type Change = Omit<Input<'update-contact'>, 'contactId'>

/** What is known of a contact, edited in place. */
export const ContactAbout = ({
  shown: { contact, company, referral, tags, fields },
  onMerge,
}: {
  shown: Shown
  /** Another contact has this address or number: are they the same person? */
  onMerge: (search: string) => void
}) => {
  const update = useContactChange('update-contact')
  const save = (change: Change, was: Change['was']): Promise<unknown> =>
    update.mutateAsync({ contactId: contact.id, ...change, was })
  const mergeInstead = (error: unknown, typed: string) =>
    error instanceof CallError &&
    error.code === 'contact_taken' && (
      <Button size="compact-xs" variant="light" onClick={() => onMerge(typed)}>
        {strings.mergeInstead}
      </Button>
    )
  return (
    <Properties
      title={strings.aboutTitle}
      properties={propertiesOf(contact, save, mergeInstead)}
      before={
        <OwnerProperty ownerId={contact.owner_id} onChange={(ownerId) => save({ ownerId }, { ownerId: contact.owner_id })} />
      }
      after={
        <>
          {company !== null && (
            <PlainProperty name={strings.worksAt}>
              <Anchor
                inherit
                renderRoot={(props) => <Link to="/companies/$companyId" params={{ companyId: company.id }} {...props} />}
              >
                {company.name}
              </Anchor>
            </PlainProperty>
          )}
          {referral !== null && (
            <PlainProperty name={strings.ad}>
              <bdi>{referral.headline ?? referral.id ?? strings.adUnnamed}</bdi>
            </PlainProperty>
          )}
          <PlainProperty name={strings.added}>
            <AbsoluteTime at={contact.created_at} />
          </PlainProperty>
          {contact.updated_at !== contact.created_at && (
            <PlainProperty name={strings.changed}>
              <AbsoluteTime at={contact.updated_at} />
            </PlainProperty>
          )}
        </>
      }
    >
      <OwnProperties kind="contact" id={contact.id} tags={tags} fields={fields} />
    </Properties>
  )
}

const propertiesOf = (
  contact: Shown['contact'],
  save: (change: Change, was: Change['was']) => Promise<unknown>,
  mergeInstead: NonNullable<NonNullable<Property['edit']>['advice']>,
): readonly Property[] => {
  return [
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
        advice: mergeInstead,
      },
    },
    {
      ...{ key: 'phone', name: strings.phone, value: contact.phone },
      ...(contact.phone !== null && { href: `tel:${contact.phone}` }),
      edit: {
        type: 'tel',
        most: 64,
        save: (phone, was) => save({ phone }, { phone: was as string | null }),
        advice: mergeInstead,
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
}
