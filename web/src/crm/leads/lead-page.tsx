import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { IconArrowRight, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { Subscription } from '#web/ui/subscription.tsx'
import type { Contact, LeadDelivery, LeadDetail, Output } from '#web/wire.ts'
import { membersOf, prettyJson } from './json-text.ts'
import classes from './leads.module.css'
import { nameOf } from './names.ts'
import { type Reading, readingsOf } from './reading.ts'
import { strings } from './strings.ts'

type Shown = Output<'show-lead'>
const back = { label: strings.back, to: '/leads' } as const

/** One lead: what came, what was made of it, what was claimed, whose it is. */
export const LeadPage = () => {
  const { leadId } = useParams({ from: '/staff/leads/$leadId' })
  const shown = useQuery(read('show-lead', { leadId }))
  if (shown.data) return <Lead key={leadId} shown={shown.data} />
  return (
    <>
      <PageHeader title={strings.lead} back={back} />
      {shown.error ? (
        <ErrorNote title={strings.leadFailed} error={shown.error} onRetry={() => void shown.refetch()} />
      ) : (
        <RowsPending rows={5} />
      )}
    </>
  )
}

const Lead = ({ shown: { lead, contact, deliveries } }: { shown: Shown }) => (
  <>
    <PageHeader
      title={nameOf(lead)}
      back={back}
      mark={<Avatar name={nameOf(lead)} size="2.75rem" />}
      lead={
        <span className={classes.meta}>
          <Pill>{lead.source}</Pill>
          <span>{strings.via[lead.via]}</span>
          <span>
            <RelativeTime at={lead.received_at} long /> · <AbsoluteTime at={lead.received_at} />
          </span>
        </span>
      }
      actions={<CopyButton text={lead.id} label={strings.copyId} wide />}
    />
    <RecordPanes
      properties={
        <>
          <Person contact={contact} />
          {lead.consent && <Consent consent={lead.consent} />}
          <Deliveries lead={lead} deliveries={deliveries} />
        </>
      }
    >
      <Made lead={lead} />
      <Received lead={lead} />
    </RecordPanes>
  </>
)

const Made = ({ lead }: { lead: LeadDetail }) => {
  const readings = readingsOf(lead, membersOf(lead.received)).filter(
    ({ stored, received }) => stored !== null || received !== null,
  )
  return (
    <Card title={strings.madeTitle}>
      <table className={classes.made}>
        <thead>
          <tr>
            <th scope="col">{strings.field}</th>
            <th scope="col">{strings.asReceived}</th>
            <th scope="col">{strings.asStored}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map((reading) => (
            <FieldRow key={reading.field} reading={reading} />
          ))}
        </tbody>
      </table>
      {lead.unused_fields.length > 0 && (
        <p className={classes.unused}>{strings.unused(lead.unused_fields.map((name) => `“${name}”`).join(', '))}</p>
      )}
    </Card>
  )
}

const FieldRow = ({ reading }: { reading: Reading }) => (
  <tr>
    <th scope="row">{strings.fields[reading.field]}</th>
    <td data-label={strings.asReceived} data-same={reading.how === 'same' || undefined}>
      {reading.received === null ? (
        <span className={classes.dim}>{strings.notSent}</span>
      ) : (
        <>
          <code>{reading.received}</code>
          {reading.member !== reading.field && <span className={classes.member}>{reading.member}</span>}
        </>
      )}
    </td>
    <td>
      {reading.stored !== null && <Stored reading={reading} stored={reading.stored} />}
      {reading.how !== 'same' && reading.how !== 'absent' && <span className={classes.member}>{howWord(reading)}</span>}
    </td>
  </tr>
)

const howWord = ({ field, how }: Reading): string => {
  if (how === 'default') return strings.byDefault
  if (how === 'unread') return strings.unread
  return field === 'phone' || field === 'source' ? strings.tidied[field] : strings.tidied.other
}

const Stored = ({ reading: { field, how }, stored }: { reading: Reading; stored: string }) => {
  if (field === 'email')
    return (
      <Anchor href={`mailto:${encodeURIComponent(stored).replace('%40', '@')}`} inherit>
        {stored}
      </Anchor>
    )
  if (field === 'phone' && how !== 'unread')
    return (
      <Anchor href={`tel:${stored}`} inherit>
        {stored}
      </Anchor>
    )
  if (field === 'linkedin_url')
    return (
      <Anchor href={stored} target="_blank" rel="noreferrer noopener" inherit>
        {stored}
      </Anchor>
    )
  return <span style={{ whiteSpace: 'pre-wrap' }}>{stored}</span>
}

const Received = ({ lead }: { lead: LeadDetail }) => {
  const [how, setHow] = useState<'pretty' | 'exact'>('pretty')
  const text = lead.received
  return (
    <Card
      title={strings.receivedTitle}
      actions={
        text !== null && (
          <SegmentedControl
            size="xs"
            aria-label={strings.receivedShape}
            value={how}
            onChange={(value) => setHow(value === 'exact' ? 'exact' : 'pretty')}
            data={[
              { value: 'pretty', label: strings.pretty },
              { value: 'exact', label: strings.exact },
            ]}
          />
        )
      }
    >
      {text === null ? (
        <span className={classes.dim}>{strings.receivedNothing}</span>
      ) : (
        <CodeBlock
          text={how === 'pretty' ? prettyJson(text) : text}
          copyText={text}
          label={lead.upload_id === null ? strings.receivedLabel : strings.receivedRow}
          maxHeight="32rem"
        />
      )}
    </Card>
  )
}

const Consent = ({ consent }: { consent: NonNullable<LeadDetail['consent']> }) => (
  <Card title={strings.consentTitle}>
    <div className={classes.claim}>
      <dl className={classes.facts}>
        <div>
          <dt>{strings.consentSource}</dt>
          <dd>{consent.source ?? <span className={classes.dim}>{strings.consentNone}</span>}</dd>
        </div>
        <div>
          <dt>{strings.consentBasis}</dt>
          <dd className={classes.meta}>
            {consent.basis === undefined ? (
              <span className={classes.dim}>{strings.consentNone}</span>
            ) : (
              consent.basis.replaceAll('_', ' ')
            )}
            {consent.basis !== undefined && !consent.recognised && <Pill tone="warn">{strings.unrecognised}</Pill>}
          </dd>
        </div>
        <div>
          <dt>{strings.consentDate}</dt>
          <dd>{consent.obtained_at ?? <span className={classes.dim}>{strings.consentNone}</span>}</dd>
        </div>
      </dl>
    </div>
    <p className={classes.claimNotice}>
      <IconInfoCircle size={16} aria-hidden />
      {strings.consentNotice}
    </p>
  </Card>
)

const Person = ({ contact }: { contact: Contact }) => {
  const name = nameOf(contact)
  return (
    <Card title={strings.contactTitle}>
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
        to="/contacts/$contactId"
        params={{ contactId: contact.id } as never}
        variant="default"
        mt="md"
        fullWidth
        rightSection={<IconArrowRight size={16} className="mirrors" aria-hidden />}
      >
        {strings.openContact}
      </Button>
    </Card>
  )
}

const Deliveries = ({ lead, deliveries }: { lead: LeadDetail; deliveries: readonly LeadDelivery[] }) => {
  const { role } = useSession()
  const isConflict = deliveries.some(({ flags }) => flags.includes('external_id_conflict'))
  const none = lead.via === 'upload' || lead.via === 'demo' ? strings.noDeliveries[lead.via] : strings.noDeliveries.other
  return (
    <Card title={strings.deliveriesTitle}>
      {isConflict && (
        <p className={classes.claimNotice} style={{ marginBottom: '0.5rem' }}>
          <IconInfoCircle size={16} aria-hidden />
          {strings.conflictText}
        </p>
      )}
      {deliveries.length === 0 && <span className={classes.dim}>{none}</span>}
      <ul className={classes.deliveries}>
        {deliveries.map((delivery) => (
          <li key={delivery.id} className={classes.deliveryItem}>
            <div className={classes.delivery}>
              <DeliveryOutcome delivery={delivery} linked={isAtLeast(role, 'admin')} />
              {delivery.flags.includes('external_id_conflict') && <Pill tone="warn">{strings.conflict}</Pill>}
              <span className={classes.dim}>
                <RelativeTime at={delivery.received_at} /> {delivery.key_name !== null && strings.withKey(delivery.key_name)}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {lead.upload_id !== null && (
        <Button
          component={Link}
          to="/uploads/$uploadId"
          params={{ uploadId: lead.upload_id } as never}
          variant="default"
          mt="sm"
          fullWidth
        >
          {strings.openUpload(lead.upload_row)}
        </Button>
      )}
    </Card>
  )
}

const DeliveryOutcome = ({ delivery: { id, outcome }, linked }: { delivery: LeadDelivery; linked: boolean }) => {
  const word = outcome in strings.outcomes ? strings.outcomes[outcome as keyof typeof strings.outcomes] : outcome
  if (!linked) return <span>{word}</span>
  return (
    <Anchor component={Link} to="/settings/deliveries/$deliveryId" params={{ deliveryId: id } as never} inherit>
      {word}
    </Anchor>
  )
}
