import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { IconPencil } from '#icons'
import { DocumentButton } from '#web/business/documents/document-button.tsx'
import { RecordDocuments } from '#web/business/documents/record-documents.tsx'
import { CompanyInvoices, InvoiceButton } from '#web/business/invoices/contact-invoices.tsx'
import { CrmRecord } from '#web/connections/crm-sync/crm-record.tsx'
import { BinBar, DeleteRecord } from '#web/desk/bin/delete-record.tsx'
import { belongsTo } from '#web/desk/lists/belonging.ts'
import { read } from '#web/gateway.ts'
import { MeetingButton } from '#web/meetings/bookings/meeting-button.tsx'
import { beginCreating } from '#web/shell/creating.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending, ShowAll } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import type { CompanyContact, Deal } from '#web/wire.ts'
import { RecordComposer } from '../records/composer-place.tsx'
import { RecordFiles } from '../records/files.tsx'
import { RecordTimeline } from '../records/record-timeline.tsx'
import { TaskButton } from '../records/task-button.tsx'
import { TasksCard } from '../records/tasks-card.tsx'
import { RecordWalk } from '../records/walk.tsx'
import { ApolloButton } from './apollo-button.tsx'
import { CompanyAbout } from './company-about.tsx'
import { KnownFacts } from './known-facts.tsx'
import { MergedCompanies } from './merged-companies.tsx'
import { strings } from './strings.ts'

const CompanyWindow = laterWindow(() => import('./company-window.tsx').then(({ CompanyWindow }) => CompanyWindow))

const CompanyMeetings = lazy(() =>
  import('#web/meetings/bookings/contact-meetings.tsx').then(({ CompanyMeetings }) => ({ default: CompanyMeetings })),
)

const back = { label: strings.title, to: '/companies' } as const

/** One company: what is known of it and who says so, its people and its deals. */
export const CompanyPage = () => {
  const { companyId } = useParams({ from: '/staff/companies/$companyId' })
  const { data, error, refetch } = useQuery(read('show-company', { companyId }))
  const [isEditing, setEditing] = useState(false)
  if (!data)
    return (
      <>
        <PageHeader title={strings.company} back={back} />
        {error ? (
          <ErrorNote error={error} title={strings.companyFailed} onRetry={() => void refetch()} />
        ) : (
          <RowsPending rows={5} />
        )}
      </>
    )
  const { company, facts, merges } = data
  // Of one that was merged, the company that stands for it is shown.
  const of = { kind: 'company', id: company.id } as const
  const named = { id: company.id, name: company.name }
  // With several of them, one is chosen where it is begun.
  const only = onlyOf(data.contacts)
  const onlyDeal = onlyOf(data.deals)
  return (
    <div key={company.id}>
      <PageHeader
        title={company.name}
        back={back}
        mark={<Avatar name={company.name} size="2.75rem" />}
        lead={company.domain === null ? strings.noDomain : <bdi dir="ltr">{company.domain}</bdi>}
        actions={
          <>
            <RecordWalk of={of} />
            <TaskButton given={{ company: named }} />
            <MeetingButton contactId={only} label={strings.bookMeeting} />
            <InvoiceButton contactId={only} />
            <DocumentButton dealId={onlyDeal} />
            <ApolloButton company={company} />
            {company.deleted_at === null && <DeleteRecord record={{ ...of, name: company.name }} to="/companies" />}
            <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
              {strings.edit}
            </Button>
          </>
        }
      />
      <RecordPanes
        properties={
          <>
            <CompanyAbout shown={data} />
            <CrmRecord entity="companies" recordId={company.id} />
            <KnownFacts subjectKind="company" subjectId={company.id} facts={facts} />
          </>
        }
        related={
          <>
            <TasksCard company={named} />
            {data.counts_newest !== null && <p className="dim">{strings.countsNewest(data.counts_newest)}</p>}
            <People people={data.contacts} company={named} />
            <Deals deals={data.deals} company={named} />
            <Suspense>
              <CompanyMeetings companyId={company.id} contactId={only} />
            </Suspense>
            <CompanyInvoices companyId={company.id} contactId={only} />
            <RecordDocuments of={{ companyId: company.id }} dealId={onlyDeal} />
            <RecordFiles of={of} />
            <MergedCompanies merges={merges} />
          </>
        }
      >
        {company.deleted_at !== null && (
          <Suspense>
            <BinBar record={{ ...of, name: company.name }} deletedAt={company.deleted_at} />
          </Suspense>
        )}
        {company.deleted_at === null && <RecordComposer of={of} task={{ companyId: company.id }} />}
        <RecordTimeline of={{ companyId: company.id }} />
      </RecordPanes>
      <CompanyWindow company={company} opened={isEditing} onClose={() => setEditing(false)} />
    </div>
  )
}

const onlyOf = (records: readonly { readonly id: string }[]): string | null =>
  records.length === 1 ? (records[0]?.id ?? null) : null

interface Named {
  readonly id: string
  readonly name: string
}

const People = ({ people, company }: { people: readonly CompanyContact[]; company: Named }) => (
  <Card
    title={strings.people}
    actions={<AddButton label={strings.addPerson} onClick={() => beginCreating('contact', { company })} />}
  >
    {people.length === 0 ? (
      <p className="dim">{strings.noPeople}</p>
    ) : (
      <LinkRows>
        {people.map((person) => (
          <LinkRow
            key={person.id}
            link={{ to: '/contacts/$contactId', params: { contactId: person.id } }}
            end={person.job_title !== null && <bdi>{person.job_title}</bdi>}
          >
            <bdi>{person.name ?? person.email ?? strings.unnamed}</bdi>
          </LinkRow>
        ))}
      </LinkRows>
    )}
    {people.length > 0 && (
      <ShowAll title={strings.people} to="/contacts" search={{ f: belongsTo('linked_company', company.id) }} />
    )}
  </Card>
)

const Deals = ({ deals, company }: { deals: readonly Deal[]; company: Named }) => (
  <Card
    title={strings.deals}
    actions={<AddButton label={strings.addDeal} onClick={() => beginCreating('deal', { company })} />}
  >
    {deals.length === 0 ? (
      <p className="dim">
        {strings.noDeals}{' '}
        <Link to="/deals" className="text-link">
          {strings.toDeals}
        </Link>
      </p>
    ) : (
      <LinkRows>
        {deals.map((deal) => (
          <LinkRow
            key={deal.id}
            link={{ to: '/deals/$dealId', params: { dealId: deal.id } }}
            pill={<Pill>{deal.stage.name}</Pill>}
          >
            <bdi>{deal.name}</bdi>
          </LinkRow>
        ))}
      </LinkRows>
    )}
    {deals.length > 0 && (
      <ShowAll title={strings.deals} to="/deals" search={{ view: 'list', f: belongsTo('linked_company', company.id) }} />
    )}
  </Card>
)
