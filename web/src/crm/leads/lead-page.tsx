import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconCalendarDue, IconCheckbox, IconMessages } from '#icons'
import { RecordWorkflows } from '#web/automation/runs/record-button.tsx'
import { ContactInvoices } from '#web/business/invoices/contact-invoices.tsx'
import { CallButton } from '#web/conversations/voice/call-button.tsx'
import { read } from '#web/gateway.ts'
import { beginCreating } from '#web/shell/creating.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import type { Contact, LeadDetail, Output } from '#web/wire.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { LeadAnswers } from './lead-answers.tsx'
import { LeadConsent } from './lead-consent.tsx'
import { LeadDeals } from './lead-deals.tsx'
import { LeadFields } from './lead-fields.tsx'
import { LeadOriginal } from './lead-original.tsx'
import { LeadOwner } from './lead-owner.tsx'
import { LeadAbout, LeadPerson } from './lead-person.tsx'
import { LeadRequests } from './lead-requests.tsx'
import { LeadStateBar } from './lead-state.tsx'
import stateClasses from './lead-state.module.css'
import classes from './leads.module.css'
import { nameOf } from './names.ts'
import { strings } from './strings.ts'

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
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (next: 'technical' | undefined): void =>
    void navigate({ search: next ? { tab: next } : {}, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader
        title={nameOf(lead)}
        back={back}
        mark={<Avatar name={nameOf(lead)} size="2.75rem" />}
        lead={[lead.job_title, lead.company].filter(Boolean).join(' · ') || strings.lead}
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
      {tab === 'technical' ? <Technical shown={shown} /> : <Overview shown={shown} />}
    </>
  )
}

const Actions = ({ lead, contact }: { lead: LeadDetail; contact: Contact }) => {
  const thread = useQuery(read('fetch-chat-history', { projectId: contact.id, limit: 1 }))
  const hasThread = thread.data?.conversation != null
  const email = contact.email ?? lead.email
  return (
    <>
      <LeadOwner lead={lead} />
      <CallButton contact={{ name: nameOf(contact), phone: contact.phone }} />
      <Button
        variant="default"
        leftSection={<IconCheckbox size={16} aria-hidden />}
        onClick={() => beginCreating('task', { contact: { id: contact.id, name: nameOf(contact) } })}
      >
        {strings.addTask}
      </Button>
      <Button
        component={Link}
        to="/bookings"
        search={{ new: 'yes', contact: contact.id } as never}
        variant="default"
        leftSection={<IconCalendarDue size={16} aria-hidden />}
      >
        {strings.meeting}
      </Button>
      <RecordWorkflows kind="lead" id={lead.id} />
      {(hasThread || email !== null) && (
        <Button
          component={Link}
          {...(hasThread
            ? { to: '/inbox/$projectId', params: { projectId: contact.id } as never }
            : { to: '/mail', search: { to: email } as never })}
          leftSection={<IconMessages size={16} aria-hidden />}
        >
          {strings.reply}
        </Button>
      )}
    </>
  )
}

const Overview = ({ shown: { lead, contact } }: { shown: Shown }) => {
  const { data: person } = useQuery(read('show-contact', { contactId: contact.id, limit: 20 }))
  return (
    <>
      <LeadStateBar lead={lead} />
      <RecordPanes
        properties={
          <>
            <LeadAbout lead={lead} />
            <LeadPerson contact={contact} others={person?.leads.filter(({ id }) => id !== lead.id)} />
          </>
        }
        related={
          <>
            <LeadDeals contact={contact} />
            <ContactInvoices contactId={contact.id} />
          </>
        }
      >
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
        <Card title={strings.timeline}>
          <Timeline of={{ contactId: contact.id }} />
        </Card>
      </RecordPanes>
    </>
  )
}

/** For who wants to know what a sender sent, and what was made of it. */
const Technical = ({ shown: { lead, deliveries } }: { shown: Shown }) => (
  <RecordPanes
    properties={
      <>
        <Card title={strings.leadId}>
          <div className={classes.meta}>
            <code className={classes.id}>{lead.id}</code>
            <CopyButton text={lead.id} label={strings.copyId} />
          </div>
        </Card>
        {lead.consent && <LeadConsent consent={lead.consent} />}
        <LeadRequests lead={lead} deliveries={deliveries} />
      </>
    }
  >
    <LeadFields lead={lead} />
    <LeadOriginal lead={lead} />
  </RecordPanes>
)
