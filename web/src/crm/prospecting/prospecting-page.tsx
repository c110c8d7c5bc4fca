import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { IconSearch, IconTelescope } from '#icons'
import { counted } from '#web/i18n/format.ts'
import { TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { type Standing as Shown, useFound, useStanding } from './api.ts'
import { FoundPeople } from './found-people.tsx'
import { filtersOf, mostPages, type ProspectSearch } from './prospect-search.ts'
import classes from './prospecting.module.css'
import { SearchForm } from './search-form.tsx'
import { Standing } from './standing.tsx'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/prospecting')

const CreditsPage = lazy(() => import('./credits-page.tsx').then(({ CreditsPage: page }) => ({ default: page })))

/** People on a page of a search. */
const pageSize = 25

/** People at Apollo: searched for free, enriched for credits, taken as an import. */
export const ProspectingPage = () =>
  route.useSearch().show === 'credits' ? (
    <Suspense fallback={<TablePending rows={6} />}>
      <CreditsPage />
    </Suspense>
  ) : (
    <SearchPage />
  )

const SearchPage = () => {
  const standing = useStanding()
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} />
      {standing.error && <ErrorNote title={strings.loadFailed} error={standing.error} onRetry={standing.refetch} />}
      {standing.isPending && <TablePending rows={6} />}
      {standing.data && (standing.data.ready ? <Search standing={standing.data} /> : <Unconnected standing={standing.data} />)}
    </>
  )
}

const Unconnected = ({ standing: { connection } }: { standing: Shown }) => (
  <Empty
    icon={<IconTelescope size={24} stroke={1.6} />}
    title={connection ? strings.needsAttention : strings.connectTitle}
    text={connection ? strings.needsAttentionText : strings.connectText}
  >
    <Button component={Link} to="/settings/connections">
      {strings.connect}
    </Button>
  </Empty>
)

const Search = ({ standing }: { standing: Shown }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filters = filtersOf(search)
  const page = search.page ?? 1
  const found = useFound(filters, page)
  const change = (next: ProspectSearch): void => void navigate({ search: next })
  const { connection } = standing
  return (
    <>
      {connection?.status === 'error' && (
        <WarningNote title={strings.needsAttention} role="status">
          <Link to="/settings/connections/$connectionId" params={{ connectionId: connection.id }}>
            {strings.openConnection}
          </Link>
        </WarningNote>
      )}
      <SearchForm key={JSON.stringify(filters)} search={search} isSearching={found.isFetching} onSearch={change} />
      <Standing standing={standing} />
      {filters === null ? (
        <Empty icon={<IconSearch size={24} stroke={1.6} />} title={strings.startTitle} text={strings.startText} />
      ) : (
        <Found
          found={found}
          budgetLeft={standing.budget.left}
          page={page}
          onPage={(next) => change({ ...search, page: next })}
        />
      )}
      {found.data?.people.length === 0 && (
        <NoMatch title={strings.nobodyTitle} text={strings.nobodyText} clear={strings.clear} onClear={() => change({})} />
      )}
    </>
  )
}

const Found = ({
  found,
  budgetLeft,
  page,
  onPage,
}: {
  found: ReturnType<typeof useFound>
  budgetLeft: number
  page: number
  onPage: (page: number) => void
}) => {
  if (found.error) return <ErrorNote title={strings.searchFailed} error={found.error} onRetry={found.refetch} />
  if (found.isPending) return <TablePending />
  if (found.data.people.length === 0) return null
  const pages = Math.min(mostPages, Math.ceil(found.data.total / pageSize))
  return (
    <>
      <p className={classes.standing} role="status">
        {strings.list}: {counted(found.data.total)}
      </p>
      <FoundPeople key={page} people={found.data.people} budgetLeft={budgetLeft} />
      {pages > 1 && (
        <nav className={classes.pages} aria-label={strings.pages}>
          <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {strings.previous}
          </Button>
          <span>{strings.page(page, pages)}</span>
          <Button variant="default" size="xs" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {strings.next}
          </Button>
        </nav>
      )}
    </>
  )
}
