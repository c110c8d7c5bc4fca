import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { RecordWorkflows } from '#web/automation/runs/record-button.tsx'
import { read } from '#web/gateway.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import type { Output } from '#web/wire.ts'
import { RecordCard } from '../fields/record-card.tsx'
import { LeadAnswers } from './lead-answers.tsx'
import { LeadConsent } from './lead-consent.tsx'
import { LeadContact } from './lead-contact.tsx'
import { LeadFields } from './lead-fields.tsx'
import { LeadOriginal } from './lead-original.tsx'
import { LeadRequests } from './lead-requests.tsx'
import classes from './leads.module.css'
import { nameOf } from './names.ts'
import { strings } from './strings.ts'

type Shown = Output<'show-lead'>
const back = { label: strings.back, to: '/leads' } as const

/** One lead: its fields, the original request, the consent claim and its contact. */
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

const Lead = ({ shown: { lead, contact, deliveries, tags, fields } }: { shown: Shown }) => (
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
      actions={
        <>
          <RecordWorkflows kind="lead" id={lead.id} />
          <CopyButton text={lead.id} label={strings.copyId} wide />
        </>
      }
    />
    <RecordPanes
      properties={
        <>
          <LeadContact contact={contact} />
          <RecordCard kind="lead" id={lead.id} tags={tags} fields={fields} />
          {lead.consent && <LeadConsent consent={lead.consent} />}
          <LeadRequests lead={lead} deliveries={deliveries} />
        </>
      }
    >
      <LeadFields lead={lead} />
      <LeadAnswers metadata={lead.metadata} />
      <LeadOriginal lead={lead} />
    </RecordPanes>
  </>
)
