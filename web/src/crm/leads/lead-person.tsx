import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconArrowRight } from '#icons'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { Subscription } from '#web/ui/subscription.tsx'
import type { Contact, ContactLead, LeadDetail } from '#web/wire.ts'
import classes from './leads.module.css'
import { nameOf } from './names.ts'
import { strings } from './strings.ts'

/** How the person is reached, and what they said of themselves. */
export const LeadAbout = ({ lead }: { lead: LeadDetail }) => (
  <Card title={strings.about}>
    <Facts stacked>
      {lead.email && (
        <Fact name={strings.fields.email}>
          <Anchor inherit href={`mailto:${encodeURIComponent(lead.email).replace('%40', '@')}`}>
            <bdi>{lead.email}</bdi>
          </Anchor>
        </Fact>
      )}
      {lead.phone && (
        <Fact name={strings.fields.phone}>
          {lead.phone_e164 === null ? (
            <bdi>{lead.phone}</bdi>
          ) : (
            <Anchor inherit href={`tel:${lead.phone_e164}`} dir="ltr">
              {lead.phone_e164}
            </Anchor>
          )}
        </Fact>
      )}
      {lead.company && <Fact name={strings.fields.company}>{lead.company}</Fact>}
      {lead.job_title && <Fact name={strings.fields.job_title}>{lead.job_title}</Fact>}
      {lead.linkedin_url && (
        <Fact name={strings.fields.linkedin_url}>
          <Anchor inherit href={lead.linkedin_url} target="_blank" rel="noreferrer noopener">
            <bdi>{lead.linkedin_url.replace(/^https?:\/\/(www\.)?/, '')}</bdi>
          </Anchor>
        </Fact>
      )}
      <Fact name={strings.source}>
        <Pill>{lead.source}</Pill>
      </Fact>
      <Fact name={strings.origin}>{strings.via[lead.via]}</Fact>
      <Fact name={strings.receivedAt}>
        <AbsoluteTime at={lead.received_at} />
      </Fact>
    </Facts>
  </Card>
)

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
