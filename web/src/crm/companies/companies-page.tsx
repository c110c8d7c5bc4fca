import { Button } from '@mantine/core'
import { IconBuildingSkyscraper, IconMoodEmpty, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { type Keyset, useKeyset } from '#web/ui/keyset.ts'
import { NewAbove, OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '../leads/lead-filters.tsx'
import { PersonList } from '../leads/person-list.tsx'
import classes from './companies.module.css'
import { type Company, CompanyWindow } from './company-window.tsx'
import { words } from './strings.ts'

const route = getRouteApi('/staff/companies')

/** The companies of the people, newest first. */
export const CompaniesPage = () => {
  const { q = '', new: adding } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useKeyset(
    'list-companies',
    { ...(q === '' ? {} : { search: q }), limit: 50 },
    { rows: (answer) => answer.companies, on: ['company.changed'] },
  )
  const setAdding = (isAdding: boolean): void =>
    void navigate({ search: { ...(q && { q }), ...(isAdding && { new: 'yes' as const }) }, replace: true, resetScroll: false })
  const search = (typed: string): void =>
    void navigate({ search: typed === '' ? {} : { q: typed }, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        }
      />
      <search className={classes.search}>
        <SearchBox value={q} onChange={search} label={words.search} placeholder={words.searchPlaceholder} />
      </search>
      <Found list={list} q={q} onClear={() => search('')} onAdd={() => setAdding(true)} />
      <CompanyWindow
        company={null}
        opened={adding === 'yes'}
        onClose={() => setAdding(false)}
        onSaved={({ id }) => void navigate({ to: '/companies/$companyId', params: { companyId: id } })}
      />
    </>
  )
}

const Found = ({ list, q, onClear, onAdd }: { list: Keyset<Company>; q: string; onClear: () => void; onAdd: () => void }) => {
  if (list.error) return <ErrorNote title={words.listFailed} error={list.error} onRetry={list.retry} />
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
      <Empty icon={<IconBuildingSkyscraper size={24} stroke={1.6} />} title={words.emptyTitle} text={words.emptyText}>
        <Button variant="default" onClick={onAdd}>
          {words.add}
        </Button>
      </Empty>
    )
  return (
    <>
      <NewAbove arrived={list.arrived} />
      <PersonList
        label={words.list}
        fresh={list.fresh}
        people={list.rows.map((company) => ({
          id: company.id,
          name: company.name,
          work: [],
          reach: [company.domain],
          badge: null,
          isQuiet: true,
          at: company.created_at,
          link: { to: '/companies/$companyId', params: { companyId: company.id } },
        }))}
      />
      <OlderRows list={list} />
    </>
  )
}
