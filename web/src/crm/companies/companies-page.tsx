import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconBuildingSkyscraper, IconPlus } from '#icons'
import { useRecordSelection } from '#web/desk/bulk-changes/record-selection.ts'
import { SelectedRecords } from '#web/desk/bulk-changes/selected-records.tsx'
import { CompanyDuplicatesLink } from '#web/desk/duplicates/duplicates-link.tsx'
import { ListBar } from '#web/desk/lists/list-bar.tsx'
import { useListCount } from '#web/desk/lists/list-count.ts'
import { ListExport } from '#web/desk/lists/list-export.tsx'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { ListTable } from '#web/desk/lists/list-table.tsx'
import { type ListOf, useList } from '#web/desk/lists/use-list.ts'
import { ViewActions, ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { ListedRecord } from '#web/wire.ts'
import { strings } from './strings.ts'

const CompanyWindow = laterWindow(() => import('./company-window.tsx').then(({ CompanyWindow }) => CompanyWindow))

const route = getRouteApi('/staff/companies')

const companies: ListOf = {
  kind: 'company',
  usual: ['domain', 'tags', 'owner', 'created_at'],
  order: '-created_at',
}

/** The companies of the people. */
export const CompaniesPage = () => {
  const { new: adding, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: ListSearch): void => void navigate({ search: next, replace: true, resetScroll: false })
  const state = useList(companies, search, change)
  const count = useListCount(state)
  const selection = useRecordSelection(state)
  const setAdding = (isAdding: boolean): void =>
    void navigate({ search: { ...search, ...(isAdding && { new: 'yes' as const }) }, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader
        title={strings.title}
        count={count}
        tabs={<ViewTabs state={state} />}
        actions={
          <>
            <CompanyDuplicatesLink />
            <ListExport state={state} />
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {strings.add}
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
        failed={strings.listFailed}
        name={strings.name}
        nameOf={({ name }) => name}
        nameField="name"
        markOf={({ name }) => <Avatar name={name ?? ''} size="1.5rem" />}
        linkOf={({ id }) => ({ to: '/companies/$companyId', params: { companyId: id } })}
        cells={cells}
        looks={looks}
        selection={{ ...selection, labelOf: ({ name }) => name ?? '' }}
        empty={
          <Empty icon={<IconBuildingSkyscraper size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
            <Button variant="default" onClick={() => setAdding(true)}>
              {strings.add}
            </Button>
          </Empty>
        }
      />
      <SelectedRecords state={state} selection={selection} />
      <CompanyWindow
        company={null}
        opened={adding === 'yes'}
        onClose={() => setAdding(false)}
        onSaved={({ id }) => void navigate({ to: '/companies/$companyId', params: { companyId: id } })}
      />
    </>
  )
}

const cells: Readonly<Record<string, (company: ListedRecord) => ReactNode>> = {
  domain: ({ name, values: { domain } }) => domain !== name && <bdi>{domain as string | null}</bdi>,
}

const looks = {
  domain: { width: 'minmax(0, 2fr)', phone: 'below' },
  tags: { isExtra: true },
  created_at: { width: '6.5rem', phone: 'end' },
} as const
