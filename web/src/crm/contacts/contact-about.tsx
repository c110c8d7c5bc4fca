import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CallError } from '#web/gateway.ts'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { Input } from '#web/wire.ts'
import { OwnProperties } from '../fields/own-properties.tsx'
import { OwnerProperty } from '../records/owner-property.tsx'
import { PlainProperty, Properties } from '../records/property.tsx'
import { type Shown, useContactChange } from './api.ts'
import { contactProperties } from './contact-properties.ts'
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
      properties={contactProperties(contact, save, mergeInstead)}
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
