import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { IconMessages } from '#icons'
import { RecordWorkflows } from '#web/automation/runs/record-button.tsx'
import { DocumentButton } from '#web/business/documents/document-button.tsx'
import { RecordDocuments } from '#web/business/documents/record-documents.tsx'
import { ContactInvoices, InvoiceButton } from '#web/business/invoices/contact-invoices.tsx'
import { CallButton } from '#web/conversations/voice/call-button.tsx'
import { BinBar, DeleteRecord } from '#web/desk/bin/delete-record.tsx'
import { read } from '#web/gateway.ts'
import { MeetingButton } from '#web/meetings/bookings/meeting-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import type { Contact, LeadDetail, Output } from '#web/wire.ts'
import { RecordCard } from '../fields/record-card.tsx'
import { RecordComposer } from '../records/composer-place.tsx'
import { RecordFiles } from '../records/files.tsx'
import { RecordTimeline } from '../records/record-timeline.tsx'
import { TaskButton } from '../records/task-button.tsx'
import { TasksCard } from '../records/tasks-card.tsx'
import { useThreadOf } from '../records/use-thread-of.ts'
import { RecordWalk } from '../records/walk.tsx'
import { LeadAnswers } from './lead-answers.tsx'
import { LeadDeals } from './lead-deals.tsx'
import { LeadOwner } from './lead-owner.tsx'
import { LeadAbout, LeadPerson } from './lead-person.tsx'
import stateClasses from './lead-state.module.css'
import { LeadStateBar } from './lead-state.tsx'
import { nameOf } from './names.ts'
import { strings } from './strings.ts'

const LeadTechnical = lazy(() => import('./lead-technical.tsx').then(({ LeadTechnical }) => ({ default: LeadTechnical })))

type Shown = Output<'show-lead'>
const back = { label: strings.back, to: '/leads' } as const
const route = getRouteApi('/staff/leads/$leadId')

/** One lead: where it stands, what the person wrote and wants, and what happened with them. */
export const LeadPage = () => {
  const { leadId } = route.useParams()
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

const Lead = ({ shown }: { shown: Shown }) => {
  const { lead, contact } = shown
  const name = contact.full_name ?? nameOf(lead)
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (next: 'technical' | undefined): void =>
    void navigate({ search: next ? { tab: next } : {}, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader
        title={name}
        back={back}
        mark={<Avatar name={name} size="2.75rem" />}
        lead={
          [contact.job_title ?? lead.job_title, contact.company ?? lead.company].filter(Boolean).join(' · ') || strings.lead
        }
        tabs={
          <nav aria-label={strings.tabs}>
            <button type="button" aria-pressed={tab !== 'technical'} onClick={() => show(undefined)}>
              {strings.overview}
            </button>
            <button type="button" aria-pressed={tab === 'technical'} onClick={() => show('technical')}>
              {strings.technical}
            </button>
          </nav>
        }
        actions={<Actions lead={lead} contact={contact} />}
      />
      {tab === 'technical' ? (
        <Suspense fallback={<RowsPending rows={5} />}>
          <LeadTechnical shown={shown} />
        </Suspense>
      ) : (
        <Overview shown={shown} />
      )}
    </>
  )
}

const Actions = ({ lead, contact }: { lead: LeadDetail; contact: Contact }) => {
  const hasThread = useThreadOf(contact)
  const email = contact.email ?? lead.email
  return (
    <>
      <RecordWalk of={{ kind: 'lead', id: lead.id }} />
      {hasThread && (
        <Button
          component={Link}
          to={'/inbox/$projectId' as '/'}
          params={{ projectId: contact.id } as never}
          leftSection={<IconMessages size={16} aria-hidden />}
        >
          {strings.reply}
        </Button>
      )}
      {!hasThread && email !== null && (
        <Button
          component={Link}
          to={'/mail' as '/'}
          search={{ to: email } as never}
          leftSection={<IconMessages size={16} aria-hidden />}
        >
          {strings.reply}
        </Button>
      )}
      <LeadOwner lead={lead} />
      <CallButton contact={{ name: nameOf(contact), phone: contact.phone }} isIcon />
      <TaskButton given={{ contact: { id: contact.id, name: nameOf(contact) } }} />
      <MeetingButton contactId={contact.id} label={strings.meeting} />
      <InvoiceButton contactId={contact.id} />
      <DocumentButton dealId={null} />
      <RecordWorkflows kind="lead" id={lead.id} />
      {lead.deleted_at === null && <DeleteRecord record={{ kind: 'lead', id: lead.id, name: nameOf(lead) }} to="/leads" />}
    </>
  )
}

const Overview = ({ shown: { lead, contact, tags, fields } }: { shown: Shown }) => {
  const thread = useThreadOf(contact)
  const { data: person } = useQuery(read('show-contact', { contactId: contact.id, limit: 20 }))
  return (
    <>
      <LeadStateBar lead={lead} />
      <RecordPanes
        properties={
          <>
            <LeadAbout lead={lead} contact={contact} />
            <RecordCard kind="lead" id={lead.id} tags={tags} fields={fields} />
            <LeadPerson contact={contact} others={person?.leads.filter(({ id }) => id !== lead.id)} />
          </>
        }
        related={
          <>
            <LeadDeals contact={contact} />
            <TasksCard contact={{ id: contact.id, name: nameOf(contact) }} />
            <ContactInvoices contactId={contact.id} />
            <RecordDocuments of={{ contactId: contact.id }} dealId={null} />
            <RecordFiles of={{ kind: 'lead', id: lead.id }} />
          </>
        }
      >
        {lead.deleted_at !== null && (
          <Suspense>
            <BinBar record={{ kind: 'lead', id: lead.id, name: nameOf(lead) }} deletedAt={lead.deleted_at} />
          </Suspense>
        )}
        <Card title={strings.wrote}>
          {lead.note === null ? (
            <span className="dim">{strings.wroteNothing}</span>
          ) : (
            <p className={stateClasses.wish}>
              <bdi>{lead.note}</bdi>
            </p>
          )}
        </Card>
        <LeadAnswers metadata={lead.metadata} />
        {lead.deleted_at === null && (
          <RecordComposer
            of={{ kind: 'contact', id: contact.id }}
            contact={{
              ...{ name: nameOf(contact), phone: contact.phone, email: contact.email ?? lead.email },
              conversationId: thread ? contact.id : null,
            }}
            task={{ contactId: contact.id }}
          />
        )}
        <RecordTimeline of={{ contactId: contact.id }} />
      </RecordPanes>
    </>
  )
}
