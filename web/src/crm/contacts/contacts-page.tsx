import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { IconAddressBook } from '#icons'
import { Avatar } from '#web/ui/avatar.tsx'
import { type Column, countOf, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { type Keyset, useKeyset } from '#web/ui/keyset.ts'
import { KeysetFound } from '#web/ui/keyset-found.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import type { Sorting } from '#web/ui/sorting.tsx'
import { SubscriptionPill } from '#web/ui/subscription.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { Contact } from '#web/wire.ts'
import { nameOf } from '../leads/names.ts'
import { useWalkedList } from '../records/walk.tsx'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/contacts')

/** The people behind the leads. */
export const ContactsPage = () => {
  const { q = '', order } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useKeyset(
    'list-contacts',
    { ...(q === '' ? {} : { search: q }), ...(order && { order }), limit: 50 },
    { rows: (answer) => answer.contacts, on: ['lead.received', 'contact.changed', 'contact.merged'], isNewestFirst: !order },
  )
  const ids = useMemo(() => list.rows.map(({ id }) => id), [list.rows])
  useWalkedList('contact', ids, list.hasOlder)
  const change = (search: { q: string } | { order?: 'created_at' }): void =>
    void navigate({ search, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader title={strings.title} count={countOf(list)} />
      <Toolbar>
        <SearchBox
          value={q}
          onChange={(typed) => change({ q: typed })}
          label={strings.search}
          placeholder={strings.searchPlaceholder}
        />
      </Toolbar>
      <Found
        list={list}
        q={q}
        onClear={() => change({})}
        sorting={
          q === ''
            ? {
                order: order ?? '-created_at',
                onSort: (chosen) => change(chosen === 'created_at' ? { order: chosen } : {}),
              }
            : undefined
        }
      />
    </>
  )
}

const Found = ({
  list,
  q,
  onClear,
  sorting,
}: {
  list: Keyset<Contact>
  q: string
  onClear: () => void
  sorting: Sorting | undefined
}) => (
  <KeysetFound
    list={list}
    failed={strings.loadFailed}
    empty={
      q !== '' ? (
        <NoMatch title={strings.noMatchTitle} text={strings.noMatchText(q)} clear={strings.clearSearch} onClear={onClear} />
      ) : (
        <Empty icon={<IconAddressBook size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
          <Button component={Link} to="/leads">
            {strings.toLeads}
          </Button>
        </Empty>
      )
    }
  >
    <DataTable
      label={strings.list}
      rows={list.rows}
      fresh={list.fresh}
      idOf={({ id }) => id}
      name={strings.name}
      nameOf={nameOf}
      markOf={(contact) => <Avatar name={nameOf(contact)} size="1.5rem" />}
      linkOf={({ id }) => ({ to: '/contacts/$contactId', params: { contactId: id } })}
      columns={columns}
      sorting={sorting}
    />
  </KeysetFound>
)

const columns: readonly Column<Contact>[] = [
  { key: 'company', name: strings.company, cell: ({ company }) => company, width: 'minmax(0, 1.2fr)' },
  { key: 'title', name: strings.jobTitle, cell: ({ job_title }) => job_title, isExtra: true },
  {
    key: 'email',
    name: strings.email,
    cell: (contact) => (contact.email === nameOf(contact) ? null : <bdi>{contact.email}</bdi>),
    width: 'minmax(0, 1.6fr)',
    phone: 'below',
  },
  { key: 'phone', name: strings.phone, cell: ({ phone }) => <bdi>{phone}</bdi>, width: '9rem', isExtra: true },
  {
    key: 'subscription',
    name: strings.subscriptionTitle,
    cell: (contact) => contact.subscription !== 'none' && <SubscriptionPill contact={contact} />,
    width: '10rem',
    phone: 'belowEnd',
  },
  {
    key: 'time',
    name: strings.added,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
    width: '6.5rem',
    atEnd: true,
    phone: 'end',
    sort: { field: 'created_at', greatestFirst: true },
  },
]
