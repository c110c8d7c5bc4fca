import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { Contact, FirstReferral, Reference } from '#web/wire.ts'
import { strings } from './strings.ts'

export const ContactAbout = ({
  contact,
  company,
  referral,
}: {
  contact: Contact
  company: Reference | null
  referral: FirstReferral | null
}) => (
  <Card title={strings.aboutTitle}>
    <Facts stacked>
      {contact.email !== null && (
        <Fact name={strings.email}>
          <Anchor href={`mailto:${encodeURIComponent(contact.email).replace('%40', '@')}`} inherit>
            {contact.email}
          </Anchor>
        </Fact>
      )}
      {contact.phone !== null && (
        <Fact name={strings.phone}>
          <Anchor href={`tel:${contact.phone}`} inherit>
            {contact.phone}
          </Anchor>
        </Fact>
      )}
      {(company !== null || contact.company !== null) && (
        <Fact name={strings.company}>
          {company === null ? (
            contact.company
          ) : (
            <Anchor
              inherit
              renderRoot={(props) => <Link to="/companies/$companyId" params={{ companyId: company.id }} {...props} />}
            >
              {company.name}
            </Anchor>
          )}
        </Fact>
      )}
      {referral !== null && (
        <Fact name={strings.ad}>
          <bdi>{referral.headline ?? referral.id ?? strings.adUnnamed}</bdi>
        </Fact>
      )}
      {contact.job_title !== null && <Fact name={strings.jobTitle}>{contact.job_title}</Fact>}
      {contact.linkedin_url !== null && (
        <Fact name={strings.linkedin}>
          <Anchor href={contact.linkedin_url} target="_blank" rel="noreferrer noopener" inherit>
            {contact.linkedin_url}
          </Anchor>
        </Fact>
      )}
      <Fact name={strings.added}>
        <AbsoluteTime at={contact.created_at} />
      </Fact>
      {contact.updated_at !== contact.created_at && (
        <Fact name={strings.changed}>
          <AbsoluteTime at={contact.updated_at} />
        </Fact>
      )}
    </Facts>
  </Card>
)
