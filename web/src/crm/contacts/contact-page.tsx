import { ActionIcon, Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { IconDots, IconFileInvoice, IconMail, IconMessages, IconPencil, IconUsersPlus } from '#icons'
import { RecordWorkflows } from '#web/automation/runs/record-button.tsx'
import { RecordDesigns } from '#web/business/designs/record-designs.tsx'
import { DocumentButton } from '#web/business/documents/document-button.tsx'
import { RecordDocuments } from '#web/business/documents/record-documents.tsx'
import { ContactInvoices } from '#web/business/invoices/contact-invoices.tsx'
import { CrmRecord } from '#web/connections/crm-sync/crm-record.tsx'
import { CallButton } from '#web/conversations/voice/call-button.tsx'
import { BinBar, DeleteRecord } from '#web/desk/bin/delete-record.tsx'
import { money } from '#web/i18n/format.ts'
import { MeetingButton } from '#web/meetings/bookings/meeting-button.tsx'
import { beginCreating } from '#web/shell/creating.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { laterPart, laterWindow } from '#web/ui/later-window.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { Subscription } from '#web/ui/subscription.tsx'
import type { Contact, ContactDeal, ContactLead } from '#web/wire.ts'
import { nameOf } from '../leads/names.ts'
import { RecordComposer } from '../records/composer-place.tsx'
import { RecordFiles } from '../records/files.tsx'
import { RecordTimeline } from '../records/record-timeline.tsx'
import { TaskButton } from '../records/task-button.tsx'
import { TasksCard } from '../records/tasks-card.tsx'
import { useThreadOf } from '../records/use-thread-of.ts'
import { RecordWalk } from '../records/walk.tsx'
import { type Shown, useContact } from './api.ts'
import { ContactAbout } from './contact-about.tsx'
import { Records } from './records.tsx'
import { strings } from './strings.ts'

const MergeWindow = laterWindow(() => import('./merge-window.tsx').then(({ MergeWindow }) => MergeWindow))

const Claims = laterPart(() => import('./claims.tsx').then(({ Claims }) => Claims))
const EditWindow = laterWindow(() => import('./edit-window.tsx').then(({ EditWindow }) => EditWindow))

const ContactMeetings = lazy(() =>
  import('#web/meetings/bookings/contact-meetings.tsx').then(({ ContactMeetings }) => ({ default: ContactMeetings })),
)

const via: Readonly<Record<string, string>> = strings.via
const back = { label: strings.back, to: '/contacts' } as const

/** One contact: timeline, identifiers, deals, leads and invoices. */
export const ContactPage = () => {
  const { contactId } = useParams({ from: '/staff/contacts/$contactId' })
  const [isEditing, setEditing] = useState(false)
  /** What the search for the other contact begins with; null: the search is closed. */
  const [merging, setMerging] = useState<string | null>(null)
  const shown = useContact(contactId)
  const hasThread = useThreadOf({ id: contactId })
  const first = shown.data?.pages[0]
  const contact = first?.contact
  if (!contact)
    return (
      <>
        <PageHeader title={strings.contact} back={back} />
        {shown.error ? (
          <ErrorNote title={strings.contactFailed} error={shown.error} onRetry={() => void shown.refetch()} />
        ) : (
          <RowsPending rows={5} />
        )}
      </>
    )
  const name = nameOf(contact)
  const of = { kind: 'contact', id: contact.id } as const
  const dealId = onlyOpen(first.deals)
  return (
    <div key={contactId}>
      <PageHeader
        title={name}
        back={back}
        mark={<Avatar name={name} size="2.75rem" />}
        lead={[contact.job_title, first.company?.name ?? contact.company].filter(Boolean).join(' · ')}
        actions={
          <Actions
            contact={contact}
            hasThread={hasThread}
            dealId={dealId}
            onMerge={() => setMerging('')}
            onEdit={() => setEditing(true)}
          />
        }
      />
      <EditWindow
        opened={isEditing}
        contact={contact}
        onClose={() => setEditing(false)}
        onMerge={(search) => {
          setEditing(false)
          setMerging(search)
        }}
      />
      <MergeWindow opened={merging !== null} contact={contact} search={merging ?? ''} onClose={() => setMerging(null)} />
      <RecordPanes
        properties={
          <>
            <ContactAbout shown={first} onMerge={setMerging} />
            <CrmRecord entity="contacts" recordId={contact.id} />
            <Records shown={first} />
            <SubscriptionCard contact={contact} />
          </>
        }
        related={
          <>
            <Work shown={first} dealId={dealId} />
            <RecordFiles of={of} />
            <AllLeads list={shown} />
            <RecordDesigns of={{ contactId: contact.id }} />
          </>
        }
      >
        {contact.deleted_at !== null && (
          <Suspense>
            <BinBar record={{ ...of, name }} deletedAt={contact.deleted_at} />
          </Suspense>
        )}
        {first.claims.length > 0 && <Claims claims={first.claims} contactId={contact.id} />}
        {contact.deleted_at === null && (
          <RecordComposer
            of={of}
            contact={{
              ...{ name, phone: contact.phone, email: contact.email },
              conversationId: hasThread ? contact.id : null,
            }}
            task={{ contactId: contact.id }}
          />
        )}
        <RecordTimeline of={{ contactId: contact.id }} />
      </RecordPanes>
    </div>
  )
}

/** What goes on with them. */
const Work = ({ shown: { contact, deals }, dealId }: { shown: Shown; dealId: string | null }) => {
  const named = { id: contact.id, name: nameOf(contact) }
  return (
    <>
      <Deals deals={deals} contact={named} />
      <TasksCard contact={named} />
      <Suspense>
        <ContactMeetings contactId={contact.id} />
      </Suspense>
      <ContactInvoices contactId={contact.id} />
      <RecordDocuments of={{ contactId: contact.id }} dealId={dealId} />
    </>
  )
}

/** Where they have one open deal, a document is of it; else its sender chooses. */
const onlyOpen = (deals: readonly ContactDeal[]): string | null => {
  const open = deals.filter(({ state }) => state === 'open')
  return open.length === 1 ? (open[0]?.id ?? null) : null
}

const SubscriptionCard = ({ contact }: { contact: Contact }) => (
  <Card title={strings.subscriptionTitle}>
    <Subscription contact={contact} />
    {contact.opted_in_at !== null && (
      <Facts stacked>
        <Fact name={strings.optedIn}>
          <AbsoluteTime at={contact.opted_in_at} />
        </Fact>
      </Facts>
    )}
  </Card>
)

const Actions = ({
  contact,
  hasThread,
  dealId,
  onMerge,
  onEdit,
}: {
  contact: Contact
  hasThread: boolean
  /** Their only open deal. */
  dealId: string | null
  onMerge: () => void
  onEdit: () => void
}) => (
  <>
    <RecordWalk of={{ kind: 'contact', id: contact.id }} />
    {hasThread ? (
      <Button
        component={Link}
        to={'/inbox/$projectId' as '/'}
        params={{ projectId: contact.id } as never}
        leftSection={<IconMessages size={16} aria-hidden />}
      >
        {strings.toInbox}
      </Button>
    ) : (
      contact.email !== null &&
      contact.deleted_at === null && (
        <Button
          component={Link}
          to={'/mail' as '/'}
          search={{ to: contact.email } as never}
          leftSection={<IconMail size={16} aria-hidden />}
        >
          {strings.writeEmail}
        </Button>
      )
    )}
    <CallButton contact={{ name: nameOf(contact), phone: contact.phone }} isIcon />
    <MeetingButton contactId={contact.id} label={strings.bookMeeting} />
    {contact.deleted_at === null && (
      <>
        <TaskButton given={{ contact: { id: contact.id, name: nameOf(contact) } }} />
        <DocumentButton dealId={dealId} />
      </>
    )}
    <RecordWorkflows kind="contact" id={contact.id} />
    {contact.deleted_at === null && (
      <DeleteRecord record={{ kind: 'contact', id: contact.id, name: nameOf(contact) }} to="/contacts" />
    )}
    <Menu
      position="bottom-end"
      withinPortal
      target={
        <ActionIcon variant="default" size={32} aria-label={strings.moreActions} title={strings.moreActions}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    >
      {(parts) => (
        <>
          <parts.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            {strings.edit}
          </parts.Item>
          <parts.Item leftSection={<IconUsersPlus size={16} aria-hidden />} onClick={onMerge}>
            {strings.merge}
          </parts.Item>
          <parts.Item
            leftSection={<IconFileInvoice size={16} aria-hidden />}
            renderRoot={(props: object) => <Link to="/invoices/new" search={{ contact: contact.id } as never} {...props} />}
          >
            {strings.newInvoice}
          </parts.Item>
        </>
      )}
    </Menu>
  </>
)

const AllLeads = ({ list }: { list: ReturnType<typeof useContact> }) => {
  const leads = list.data?.pages.flatMap((page) => page.leads) ?? []
  return (
    <Card title={strings.leadsTitle}>
      <Leads leads={leads} />
      <OlderRows
        list={{
          rows: leads,
          hasOlder: list.hasNextPage,
          isLoadingOlder: list.isFetchingNextPage,
          olderError: list.isFetchNextPageError ? list.error : null,
          loadOlder: () => void list.fetchNextPage(),
        }}
      />
    </Card>
  )
}

const Leads = ({ leads }: { leads: readonly ContactLead[] }) => {
  if (leads.length === 0) return <span className="dim">{strings.noLeads}</span>
  return (
    <LinkRows>
      {leads.map((lead) => (
        <LinkRow
          key={lead.id}
          link={{ to: '/leads/$leadId', params: { leadId: lead.id } }}
          linkId={lead.id}
          pill={<Pill>{lead.source}</Pill>}
          end={<RelativeTime at={lead.received_at} />}
        >
          {nameOf(lead)}
          <span className="dim"> · {via[lead.via] ?? lead.via}</span>
        </LinkRow>
      ))}
    </LinkRows>
  )
}

const Deals = ({
  deals,
  contact,
}: {
  deals: readonly ContactDeal[]
  contact: { readonly id: string; readonly name: string }
}) => (
  <Card
    title={strings.dealsTitle}
    actions={<AddButton label={strings.addDeal} onClick={() => beginCreating('deal', { contact })} />}
  >
    {deals.length === 0 ? (
      <span className="dim">{strings.noDeals}</span>
    ) : (
      <LinkRows>
        {deals.map((deal) => (
          <LinkRow
            key={deal.id}
            link={{ to: '/deals/$dealId', params: { dealId: deal.id } }}
            pill={
              <Pill tone={deal.state === 'won' ? 'good' : undefined}>
                {deal.state === 'linked' ? strings.linked : deal.stage.name}
              </Pill>
            }
            end={deal.value_minor !== null && deal.currency !== null && money(deal.value_minor, deal.currency)}
          >
            {deal.name}
            {deal.is_further && <span className="dim"> · {strings.furtherContact}</span>}
          </LinkRow>
        ))}
      </LinkRows>
    )}
  </Card>
)
