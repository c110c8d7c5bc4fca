import { Anchor } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { call } from '../gateway.ts'
import { ContactInvoices } from '../invoices/contact-invoices.tsx'
import rows from '../leads/leads.module.css'
import { nameOf } from '../leads/names.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Card } from '../parts/card.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { OlderRows, RowsPending } from '../parts/keyset-list.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { Pill } from '../parts/pill.tsx'
import { AbsoluteTime, RelativeTime } from '../parts/relative-time.tsx'
import { Subscription } from '../parts/subscription.tsx'
import { useListKeys } from '../shell/keyboard.ts'
import type { Output } from '../wire.ts'
import classes from './contacts.module.css'
import { words } from './messages.ts'

type Shown = Output<'show-contact'>
const via: Readonly<Record<string, string>> = words.via
const back = { label: words.back, to: '/contacts' } as const

/** One person: every lead they came with, and the subscription that none of them changed. */
export const ContactPage = () => {
  const { contactId } = useParams({ from: '/staff/contacts/$contactId' })
  const shown = useInfiniteQuery({
    queryKey: ['show-contact', { contactId }],
    queryFn: ({ pageParam, signal }) =>
      call('show-contact', { contactId, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const contact = shown.data?.pages[0]?.contact
  if (!contact)
    return (
      <>
        <PageHeader title={words.contact} back={back} />
        {shown.error ? (
          <ErrorNote title={words.contactFailed} error={shown.error} onRetry={() => void shown.refetch()} />
        ) : (
          <RowsPending rows={5} />
        )}
      </>
    )
  const leads = shown.data?.pages.flatMap((page) => page.leads) ?? []
  const name = nameOf(contact)
  return (
    <div key={contactId}>
      <PageHeader
        title={name}
        back={back}
        mark={<Avatar name={name} size="2.75rem" />}
        lead={[contact.job_title, contact.company].filter(Boolean).join(' · ')}
      />
      <div className={rows.columns}>
        <Card title={words.leadsTitle}>
          <p style={{ margin: '-0.5rem 0 0.75rem' }} className={classes.dim}>
            {words.leadsText}
          </p>
          <Leads leads={leads} />
          <OlderRows
            list={{
              rows: leads,
              hasOlder: shown.hasNextPage,
              isLoadingOlder: shown.isFetchingNextPage,
              olderError: shown.isFetchNextPageError ? shown.error : null,
              loadOlder: () => void shown.fetchNextPage(),
            }}
          />
        </Card>
        <div className={rows.column}>
          <About contact={contact} />
          <ContactInvoices contactId={contactId} />
          <Card title={words.subscriptionTitle}>
            <Subscription contact={contact} />
            {contact.opted_in_at !== null && (
              <dl className={rows.facts} style={{ marginTop: '0.75rem' }}>
                <Fact name={words.optedIn}>
                  <AbsoluteTime at={contact.opted_in_at} />
                </Fact>
              </dl>
            )}
          </Card>
        </div>
      </div>
    </div>
  )
}

const Leads = ({ leads }: { leads: Shown['leads'] }) => {
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  if (leads.length === 0) return <span className={classes.dim}>{words.noLeads}</span>
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul className={classes.leads} ref={list} role="list">
      {leads.map((lead) => (
        <li key={lead.id}>
          <Link to="/leads/$leadId" params={{ leadId: lead.id }} className={classes.leadRow} data-row={lead.id}>
            <span className={classes.leadText}>
              {nameOf(lead)}
              <span className={classes.dim}> · {via[lead.via] ?? lead.via}</span>
            </span>
            <Pill>{lead.source}</Pill>
            <span className={classes.dim}>
              <RelativeTime at={lead.received_at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const About = ({ contact }: { contact: Shown['contact'] }) => (
  <Card title={words.aboutTitle}>
    <dl className={rows.facts}>
      {contact.email !== null && (
        <Fact name={words.email}>
          <Anchor href={`mailto:${encodeURIComponent(contact.email).replace('%40', '@')}`} inherit>
            {contact.email}
          </Anchor>
        </Fact>
      )}
      {contact.phone !== null && (
        <Fact name={words.phone}>
          <Anchor href={`tel:${contact.phone}`} inherit>
            {contact.phone}
          </Anchor>
        </Fact>
      )}
      {contact.company !== null && <Fact name={words.company}>{contact.company}</Fact>}
      {contact.job_title !== null && <Fact name={words.jobTitle}>{contact.job_title}</Fact>}
      {contact.linkedin_url !== null && (
        <Fact name={words.linkedin}>
          <Anchor href={contact.linkedin_url} target="_blank" rel="noreferrer noopener" inherit>
            {contact.linkedin_url}
          </Anchor>
        </Fact>
      )}
      <Fact name={words.known}>
        <AbsoluteTime at={contact.created_at} />
      </Fact>
      {contact.updated_at !== contact.created_at && (
        <Fact name={words.changed}>
          <AbsoluteTime at={contact.updated_at} />
        </Fact>
      )}
    </dl>
  </Card>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
