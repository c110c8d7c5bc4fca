import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { IconMessages, IconPencil, IconUsersPlus } from '#icons'
import { RecordWorkflows } from '#web/automation/runs/record-button.tsx'
import { SummaryCard } from '#web/automation/summaries/summary.tsx'
import { RecordDesigns } from '#web/business/designs/record-designs.tsx'
import { RecordDocuments } from '#web/business/documents/record-documents.tsx'
import { ContactInvoices } from '#web/business/invoices/contact-invoices.tsx'
import { DealProposals } from '#web/business/proposals/deal-proposals.tsx'
import { DealViews } from '#web/business/views/deal-views.tsx'
import { CrmRecord } from '#web/connections/crm-sync/crm-record.tsx'
import { CallButton } from '#web/conversations/voice/call-button.tsx'
import { BinBar, DeleteRecord } from '#web/desk/bin/delete-record.tsx'
import { money } from '#web/i18n/format.ts'
import { MeetingButton } from '#web/meetings/bookings/meeting-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { laterPart, laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { RecordComposer } from '../records/composer-place.tsx'
import { RecordTimeline } from '../records/record-timeline.tsx'
import { RecordWalk } from '../records/walk.tsx'
import { type ShownDeal, useDeal } from './api.ts'
import { DealAbout } from './deal-about.tsx'
import { DealMoves } from './deal-moves.tsx'
import { DealOwner } from './deal-owner.tsx'
import classes from './deal-page.module.css'
import { DealPeople } from './deal-people.tsx'
import { DealStages } from './deal-stages.tsx'
import { NextSteps } from './next-steps.tsx'
import { clientLine, nameOfContact, waitingOf } from './standing.ts'
import { strings } from './strings.ts'

const KnownFacts = laterPart(() => import('../companies/known-facts.tsx').then(({ KnownFacts }) => KnownFacts))
const PeopleWindow = laterWindow(() => import('./people-window.tsx').then(({ PeopleWindow }) => PeopleWindow))
const EditWindow = laterWindow(() => import('./deal-windows.tsx').then(({ EditWindow }) => EditWindow))

const DealRequest = lazy(() => import('./deal-request.tsx').then(({ DealRequest }) => ({ default: DealRequest })))
const ContactMeetings = lazy(() =>
  import('#web/meetings/bookings/contact-meetings.tsx').then(({ ContactMeetings }) => ({ default: ContactMeetings })),
)
const RecordFiles = lazy(() => import('../records/files.tsx').then(({ RecordFiles }) => ({ default: RecordFiles })))

/** What is known of the client's company; of one of which nothing is known yet, on demand. */
const CompanyProfile = ({ shown: { deal, facts } }: { shown: ShownDeal }) => {
  const [isOpen, setOpen] = useState(false)
  if (isOpen || facts.length > 0) return <KnownFacts subjectKind="deal" subjectId={deal.id} facts={facts} />
  return (
    <Card
      title={strings.companyProfile}
      actions={
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {strings.showProfile}
        </Button>
      }
    >
      <span className="dim">{strings.noProfile}</span>
    </Card>
  )
}

/** A client's money and meetings, whichever deal they are about. */
const OfContact = ({ contactId }: { contactId: string }) => (
  <>
    <ContactInvoices contactId={contactId} />
    <ContactMeetings contactId={contactId} />
  </>
)

const back = { label: strings.title, to: '/deals' } as const

/** One deal: its stage, owner, next steps, request, and everything that happened. */
export const DealPage = () => {
  const { dealId } = useParams({ from: '/staff/deals/$dealId' })
  const { data, error, refetch } = useDeal(dealId)
  if (data) return <Shown key={dealId} shown={data} />
  return (
    <>
      <PageHeader title={strings.deal} back={back} />
      {error ? <ErrorNote error={error} title={strings.dealFailed} onRetry={() => void refetch()} /> : <RowsPending rows={5} />}
    </>
  )
}

const Shown = ({ shown }: { shown: ShownDeal }) => {
  const { deal, tasks } = shown
  const of = { kind: 'deal', id: deal.id } as const
  const [isEditing, setEditing] = useState(false)
  const [isEditingPeople, setEditingPeople] = useState(false)
  const waiting = waitingOf(deal, useClock())
  return (
    <>
      <PageHeader
        title={deal.name}
        back={back}
        lead={
          <span className={classes.headLine}>
            <span>{clientLine(deal)}</span>
            {deal.value_minor !== null && deal.currency !== null && (
              <strong className={classes.headValue}>{money(deal.value_minor, deal.currency)}</strong>
            )}
            {waiting && <Pill tone={waiting.tone}>{waiting.word}</Pill>}
          </span>
        }
        actions={<Actions shown={shown} onEdit={() => setEditing(true)} onAddContact={() => setEditingPeople(true)} />}
      />
      <DealStages shown={shown} />
      <RecordPanes
        properties={
          <>
            <DealOwner shown={shown} />
            <DealPeople shown={shown} onEdit={() => setEditingPeople(true)} />
            <DealAbout shown={shown} />
            <CrmRecord entity="deals" recordId={deal.id} />
            <SummaryCard kind="deal" id={deal.id} />
          </>
        }
        related={
          <>
            <DealProposals dealId={deal.id} />
            <RecordDocuments of={{ dealId: deal.id }} dealId={deal.id} />
            <Suspense>
              {deal.contact && <OfContact contactId={deal.contact.id} />}
              <RecordFiles of={of} />
            </Suspense>
            <DealViews dealId={deal.id} />
            <RecordDesigns of={{ dealId: deal.id }} />
            <DealMoves shown={shown} />
            <CompanyProfile shown={shown} />
          </>
        }
      >
        {deal.deleted_at !== null && (
          <Suspense>
            <BinBar record={{ ...of, name: deal.name }} deletedAt={deal.deleted_at} />
          </Suspense>
        )}
        <Card title={strings.nextSteps}>
          <NextSteps dealId={deal.id} tasks={tasks} isOpen={deal.state === 'open'} />
        </Card>
        {(deal.asked !== null || deal.prd_state !== 'none') && (
          <Suspense>
            <DealRequest deal={deal} />
          </Suspense>
        )}
        {deal.deleted_at === null && (
          <RecordComposer
            of={of}
            contact={
              deal.contact && {
                ...{ name: nameOfContact(deal.contact), phone: deal.contact.phone, conversationId: deal.id },
              }
            }
            task={{ dealId: deal.id }}
          />
        )}
        <RecordTimeline of={{ dealId: deal.id }} />
      </RecordPanes>
      <PeopleWindow shown={shown} opened={isEditingPeople} onClose={() => setEditingPeople(false)} />
      <EditWindow deal={deal} opened={isEditing} onClose={() => setEditing(false)} />
    </>
  )
}

const Actions = ({
  shown: { deal },
  onEdit,
  onAddContact,
}: {
  shown: ShownDeal
  onEdit: () => void
  onAddContact: () => void
}) => {
  return (
    <>
      <RecordWalk of={{ kind: 'deal', id: deal.id }} />
      {deal.contact === null && deal.state !== 'linked' && (
        <Button leftSection={<IconUsersPlus size={16} aria-hidden />} onClick={onAddContact}>
          {strings.addContact}
        </Button>
      )}
      {deal.contact && (
        <>
          <Button
            component={Link}
            to="/inbox/$projectId"
            params={{ projectId: deal.id } as never}
            leftSection={<IconMessages size={16} aria-hidden />}
          >
            {strings.conversation}
          </Button>
          <CallButton contact={deal.contact} isIcon />
          <MeetingButton contactId={deal.contact.id} label={strings.bookMeeting} />
        </>
      )}
      <RecordWorkflows kind="deal" id={deal.id} />
      {deal.deleted_at === null && deal.state !== 'linked' && (
        <DeleteRecord record={{ kind: 'deal', id: deal.id, name: deal.name }} to="/deals" />
      )}
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
        {strings.edit}
      </Button>
    </>
  )
}
