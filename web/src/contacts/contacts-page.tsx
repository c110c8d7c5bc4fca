import { Button } from '@mantine/core'
import { IconAddressBook, IconMoodEmpty } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { SearchBox } from '../leads/lead-filters.tsx'
import rows from '../leads/leads.module.css'
import { Avatar } from '../parts/avatar.tsx'
import { Empty } from '../parts/empty.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { type Keyset, useKeyset } from '../parts/keyset.ts'
import { NewAbove, OlderRows, RowsPending } from '../parts/keyset-list.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { SubscriptionPill } from '../parts/subscription.tsx'
import { useListKeys } from '../shell/keyboard.ts'
import type { Output } from '../wire.ts'
import classes from './contacts.module.css'
import { words } from './messages.ts'

type Contact = Output<'list-contacts'>['contacts'][number]
const route = getRouteApi('/staff/contacts')

/** The people behind the leads, newest first. */
export const ContactsPage = () => {
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useKeyset(
    'list-contacts',
    { ...(q === '' ? {} : { search: q }), limit: 50 },
    { rows: (answer) => answer.contacts, on: ['lead.received', 'contact.changed'] },
  )
  const search = (typed: string): void =>
    void navigate({ search: typed === '' ? {} : { q: typed }, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <search className={classes.search}>
        <SearchBox value={q} onChange={search} label={words.search} placeholder={words.searchPlaceholder} />
      </search>
      <Found list={list} q={q} onClear={() => search('')} />
    </>
  )
}

const Found = ({ list, q, onClear }: { list: Keyset<Contact>; q: string; onClear: () => void }) => {
  if (list.error) return <ErrorNote title={words.loadFailed} error={list.error} onRetry={list.retry} />
  if (list.isPending) return <RowsPending />
  if (list.rows.length === 0 && q !== '')
    return (
      <Empty icon={<IconMoodEmpty size={24} stroke={1.6} />} title={words.noMatchTitle} text={words.noMatchText(q)}>
        <Button variant="default" onClick={onClear}>
          {words.clearSearch}
        </Button>
      </Empty>
    )
  if (list.rows.length === 0)
    return (
      <Empty icon={<IconAddressBook size={24} stroke={1.6} />} title={words.emptyTitle} text={words.emptyText}>
        <Button component={Link} to="/leads">
          {words.toLeads}
        </Button>
      </Empty>
    )
  return (
    <>
      <NewAbove arrived={list.arrived} />
      <ContactList list={list} />
      <OlderRows list={list} />
    </>
  )
}

let lastOpened: string | null = null

const ContactList = ({ list: { rows: contacts, fresh } }: { list: Keyset<Contact> }) => {
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  useEffect(() => {
    const row = lastOpened && list.current?.querySelector<HTMLElement>(`[data-row="${lastOpened}"]`)
    if (row) row.focus({ preventScroll: true })
    lastOpened = null
  }, [])
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul className={rows.list} ref={list} role="list" aria-label={words.list}>
      {contacts.map((contact) => (
        <li key={contact.id} data-fresh={fresh.has(contact.id) || undefined}>
          <ContactRow contact={contact} />
        </li>
      ))}
    </ul>
  )
}

const ContactRow = ({ contact }: { contact: Contact }) => {
  const name = nameOf(contact)
  const work = [contact.job_title, contact.company].filter(Boolean).join(' · ')
  const [first, second] = [contact.email, contact.phone].filter((value) => value !== null && value !== name)
  return (
    <Link
      to="/contacts/$contactId"
      params={{ contactId: contact.id }}
      className={rows.row}
      data-row={contact.id}
      onClick={() => {
        lastOpened = contact.id
      }}
    >
      <Avatar name={name} />
      <span className={rows.two}>
        <span className={rows.name} style={{ display: 'block' }}>
          {name}
        </span>
        {work && (
          <span className={rows.below} style={{ display: 'block' }}>
            {work}
          </span>
        )}
      </span>
      <span className={rows.two}>
        {first && (
          <span className={rows.reach} style={{ display: 'block' }}>
            {first}
          </span>
        )}
        {second && (
          <span className={rows.below} style={{ display: 'block' }}>
            {second}
          </span>
        )}
      </span>
      <span className={rows.source} data-quiet={contact.subscription === 'none' || undefined}>
        <SubscriptionPill contact={contact} />
      </span>
      <span className={rows.time}>
        <RelativeTime at={contact.created_at} />
      </span>
    </Link>
  )
}

export const nameOf = (contact: Pick<Contact, 'full_name' | 'email' | 'phone'>): string =>
  contact.full_name ?? contact.email ?? contact.phone ?? words.unnamed
