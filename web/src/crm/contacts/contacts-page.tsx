import { Button } from '@mantine/core'
import { IconAddressBook, IconMoodEmpty } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { type Keyset, useKeyset } from '#web/ui/keyset.ts'
import { NewAbove, OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SubscriptionPill } from '#web/ui/subscription.tsx'
import type { Output } from '#web/wire.ts'
import { SearchBox } from '../leads/lead-filters.tsx'
import { nameOf } from '../leads/names.ts'
import { PersonList } from '../leads/person-list.tsx'
import classes from './contacts.module.css'
import { words } from './strings.ts'

type Contact = Output<'list-contacts'>['contacts'][number]
const route = getRouteApi('/staff/contacts')

/** The people behind the leads, newest first. */
export const ContactsPage = () => {
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useKeyset(
    'list-contacts',
    { ...(q === '' ? {} : { search: q }), limit: 50 },
    { rows: (answer) => answer.contacts, on: ['lead.received', 'contact.changed', 'contact.merged'] },
  )
  const search = (typed: string): void =>
    void navigate({ search: typed === '' ? {} : { q: typed }, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader title={words.title} />
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

const ContactList = ({ list }: { list: Keyset<Contact> }) => (
  <PersonList
    label={words.list}
    fresh={list.fresh}
    people={list.rows.map((contact) => ({
      id: contact.id,
      name: nameOf(contact),
      work: [contact.job_title, contact.company],
      reach: [contact.email, contact.phone],
      badge: <SubscriptionPill contact={contact} />,
      isQuiet: contact.subscription === 'none',
      at: contact.created_at,
      link: { to: '/contacts/$contactId', params: { contactId: contact.id } },
    }))}
  />
)
