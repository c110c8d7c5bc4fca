import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconArrowRight } from '#icons'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { Subscription } from '#web/ui/subscription.tsx'
import type { Contact, ContactLead, LeadDetail } from '#web/wire.ts'
import { useContactChange } from '../contacts/api.ts'
import { contactProperties } from '../contacts/contact-properties.ts'
import { PlainProperty, Properties } from '../records/property.tsx'
import classes from './leads.module.css'
import { nameOf } from './names.ts'
import { strings } from './strings.ts'

/** How the person is reached and what is known of them, edited in place as on their own page; and how the lead came. What was received stays under Technical. */
export const LeadAbout = ({ lead, contact }: { lead: LeadDetail; contact: Contact }) => {
  const update = useContactChange('update-contact')
  const properties = contactProperties(
    contact,
    (change, was) => update.mutateAsync({ contactId: contact.id, ...change, was }),
    () => null,
  )
  return (
    <Properties
      title={strings.about}
      properties={properties}
      after={
        <>
          {sentOf(lead, contact).map(({ key, name, value }) => (
            <PlainProperty key={key} name={strings.asSent(name)}>
              <bdi>{value}</bdi>
            </PlainProperty>
          ))}
          <PlainProperty name={strings.fields.source}>
            <Pill>{lead.source}</Pill>
          </PlainProperty>
          <PlainProperty name={strings.origin}>{strings.via[lead.via]}</PlainProperty>
          <PlainProperty name={strings.receivedAt}>
            <AbsoluteTime at={lead.received_at} />
          </PlainProperty>
        </>
      }
    />
  )
}

const sentFields = ['full_name', 'email', 'phone', 'company', 'job_title', 'linkedin_url'] as const

/** What came with this lead and is another at the contact by now. */
const sentOf = (lead: LeadDetail, contact: Contact): { key: string; name: string; value: string }[] =>
  sentFields.flatMap((key) => {
    const value = key === 'phone' ? (lead.phone_e164 ?? lead.phone) : lead[key]
    return value === null || value === contact[key] || lead[key] === contact[key] ? [] : [{ key, name: strings.fields[key], value }]
  })

/** Whose lead it is, and what else they sent. */
export const LeadPerson = ({
  contact,
  others,
}: {
  contact: Contact
  /** Undefined: not known yet. */
  others: readonly ContactLead[] | undefined
}) => {
  const name = nameOf(contact)
  return (
    <>
      <Card title={strings.person}>
        <div className={classes.person}>
          <Avatar name={name} />
          <div className={classes.two}>
            <div className={classes.name}>{name}</div>
            <div className={classes.below}>{[contact.job_title, contact.company].filter(Boolean).join(' · ')}</div>
          </div>
        </div>
        <Subscription contact={contact} />
        <Button
          component={Link}
          to={`/contacts/${contact.id}`}
          variant="default"
          mt="md"
          fullWidth
          rightSection={<IconArrowRight size={16} className="mirrors" aria-hidden />}
        >
          {strings.openContact}
        </Button>
      </Card>
      <Card title={strings.otherLeads}>
        {others?.length === 0 && <span className="dim">{strings.noOtherLeads}</span>}
        {others && others.length > 0 && (
          <LinkRows>
            {others.map((lead) => (
              <LinkRow
                key={lead.id}
                link={{ to: '/leads/$leadId', params: { leadId: lead.id } }}
                linkId={lead.id}
                pill={<Pill>{lead.source}</Pill>}
                end={<RelativeTime at={lead.received_at} />}
              >
                {nameOf(lead)}
              </LinkRow>
            ))}
          </LinkRows>
        )}
      </Card>
    </>
  )
}
