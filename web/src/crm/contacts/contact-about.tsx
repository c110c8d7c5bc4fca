import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import { OwnFields } from '../fields/own-fields.tsx'
import { RecordTags } from '../tags/record-tags.tsx'
import type { Shown } from './api.ts'
import { strings } from './strings.ts'

export const ContactAbout = ({ shown: { contact, company, referral, tags, fields } }: { shown: Shown }) => (
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
    <RecordTags kind="contact" id={contact.id} tags={tags} />
    <OwnFields kind="contact" id={contact.id} values={fields} />
  </Card>
)
