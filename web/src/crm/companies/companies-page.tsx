import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { IconBuildingSkyscraper, IconPlus } from '#icons'
import { Avatar } from '#web/ui/avatar.tsx'
import { type Column, countOf, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { type Keyset, useKeyset } from '#web/ui/keyset.ts'
import { KeysetFound } from '#web/ui/keyset-found.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { orderIn } from '#web/ui/route-params.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import type { Sorting } from '#web/ui/sorting.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { Company } from '#web/wire.ts'
import { type CompanyOrder, companyOrders } from './company-orders.ts'
import { strings } from './strings.ts'

const CompanyWindow = laterWindow(() => import('./company-window.tsx').then(({ CompanyWindow }) => CompanyWindow))

const route = getRouteApi('/staff/companies')

/** The companies of the people. */
export const CompaniesPage = () => {
  const { q = '', order, new: adding } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useKeyset(
    'list-companies',
    { ...(q === '' ? {} : { search: q }), ...(order && { order }), limit: 50 },
    { rows: (answer) => answer.companies, on: ['company.changed'], isNewestFirst: !order },
  )
  const kept = { ...(q && { q }), ...(order && { order }) }
  const change = (search: { q?: string; order?: CompanyOrder | undefined; new?: 'yes' }): void =>
    void navigate({ search, replace: true, resetScroll: false })
  const setAdding = (isAdding: boolean): void => change({ ...kept, ...(isAdding && { new: 'yes' as const }) })
  const search = (typed: string): void => change({ ...kept, q: typed })
  return (
    <>
      <PageHeader
        title={strings.title}
        count={countOf(list)}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {strings.add}
          </Button>
        }
      />
      <Toolbar>
        <SearchBox value={q} onChange={search} label={strings.search} placeholder={strings.searchPlaceholder} />
      </Toolbar>
      <Found
        list={list}
        q={q}
        sorting={{ order: order ?? '-created_at', onSort: (chosen) => change({ ...kept, ...orderIn(companyOrders, chosen) }) }}
        onClear={() => search('')}
        onAdd={() => setAdding(true)}
      />
      <CompanyWindow
        company={null}
        opened={adding === 'yes'}
        onClose={() => setAdding(false)}
        onSaved={({ id }) => void navigate({ to: '/companies/$companyId', params: { companyId: id } })}
      />
    </>
  )
}

const Found = ({
  list,
  q,
  sorting,
  onClear,
  onAdd,
}: {
  list: Keyset<Company>
  q: string
  sorting: Sorting
  onClear: () => void
  onAdd: () => void
}) => (
  <KeysetFound
    list={list}
    failed={strings.listFailed}
    empty={
      q !== '' ? (
        <NoMatch title={strings.noMatchTitle} text={strings.noMatchText(q)} clear={strings.clearSearch} onClear={onClear} />
      ) : (
        <Empty icon={<IconBuildingSkyscraper size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
          <Button variant="default" onClick={onAdd}>
            {strings.add}
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
      nameOf={({ name }) => name}
      nameSort={{ field: 'name' }}
      sorting={sorting}
      markOf={({ name }) => <Avatar name={name} size="1.5rem" />}
      linkOf={({ id }) => ({ to: '/companies/$companyId', params: { companyId: id } })}
      columns={columns}
    />
  </KeysetFound>
)

const columns: readonly Column<Company>[] = [
  {
    key: 'domain',
    name: strings.domain,
    cell: ({ domain, name }) => domain !== name && <bdi>{domain}</bdi>,
    width: 'minmax(0, 2fr)',
    phone: 'below',
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
