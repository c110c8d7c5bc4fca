import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconAddressBook, IconPlus } from '#icons'
import { useRecordSelection } from '#web/desk/bulk-changes/record-selection.ts'
import { SelectedRecords } from '#web/desk/bulk-changes/selected-records.tsx'
import { DuplicatesLink } from '#web/desk/duplicates/duplicates-link.tsx'
import { ListBar } from '#web/desk/lists/list-bar.tsx'
import { useListCount } from '#web/desk/lists/list-count.ts'
import { ListExport } from '#web/desk/lists/list-export.tsx'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { ListTable } from '#web/desk/lists/list-table.tsx'
import { type ListOf, useList } from '#web/desk/lists/use-list.ts'
import { ViewActions, ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { beginCreating } from '#web/shell/creating.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SubscriptionPill } from '#web/ui/subscription.tsx'
import type { ListedRecord } from '#web/wire.ts'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/contacts')

const contacts: ListOf = {
  kind: 'contact',
  usual: ['company', 'tags', 'email', 'phone', 'owner', 'created_at'],
  order: '-created_at',
  isSearchNewestFirst: true,
}

/** The people behind the leads. */
export const ContactsPage = () => {
  const navigate = route.useNavigate()
  const change = (next: ListSearch): void => void navigate({ search: next, replace: true, resetScroll: false })
  const state = useList(contacts, route.useSearch(), change)
  const count = useListCount(state)
  const selection = useRecordSelection(state)
  return (
    <>
      <PageHeader
        title={strings.title}
        count={count}
        tabs={<ViewTabs state={state} />}
        actions={
          <>
            <DuplicatesLink />
            <ListExport state={state} />
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => beginCreating('contact')}>
              {strings.addTitle}
            </Button>
          </>
        }
      />
      <ListBar state={state} label={strings.search} placeholder={strings.searchPlaceholder}>
        <ViewActions state={state} />
      </ListBar>
      <ListTable
        state={state}
        label={strings.list}
        failed={strings.loadFailed}
        name={strings.name}
        nameOf={contactName}
        nameField="name"
        markOf={(contact) => <Avatar name={contactName(contact)} size="1.5rem" />}
        linkOf={({ id }) => ({ to: '/contacts/$contactId', params: { contactId: id } })}
        cells={cells}
        looks={looks}
        selection={{ ...selection, labelOf: contactName }}
        empty={
          <Empty icon={<IconAddressBook size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
            <Button component={Link} to="/leads">
              {strings.toLeads}
            </Button>
          </Empty>
        }
      />
      <SelectedRecords state={state} selection={selection} />
    </>
  )
}

const contactName = ({ name }: ListedRecord): string => name ?? strings.unnamedRecord

const cells: Readonly<Record<string, (contact: ListedRecord) => ReactNode>> = {
  // Who has no name is called by an address already.
  email: (contact) => (contact.values.email === contact.name ? null : <bdi>{contact.values.email as string | null}</bdi>),
  subscription: ({ values: { subscription } }) =>
    (subscription === 'subscribed' || subscription === 'unsubscribed') && <SubscriptionPill contact={{ subscription }} />,
}

const looks = {
  company: { width: 'minmax(0, 1.2fr)' },
  tags: { isExtra: true },
  email: { width: 'minmax(0, 1.6fr)', phone: 'below' },
  phone: { width: '9rem', isExtra: true },
  owner: { isExtra: true },
  subscription: { width: '10rem', phone: 'belowEnd' },
  created_at: { width: '6.5rem', phone: 'end' },
} as const
