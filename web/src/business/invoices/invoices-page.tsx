import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconAlertTriangle, IconFileInvoice, IconMoodEmpty, IconPlus } from '#icons'
import { read } from '#web/gateway.ts'
import { money } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { OutstandingAmount } from '#web/wire.ts'
import { useInvoices } from './api.ts'
import { InvoiceList } from './invoice-list.tsx'
import classes from './invoices.module.css'
import { filters } from './invoices-search.ts'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/invoices')

/** Every invoice, newest first: what is open, what is late, what came in. */
export const InvoicesPage = () => {
  const { q, state } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInvoices({ ...(q && { query: q }), ...(state && { state }), limit: 50 })
  const invoices = list.data?.pages.flatMap((page) => page.invoices) ?? []
  const isUnfiltered = !q && !state
  const isFirst = isUnfiltered && list.data !== undefined && !list.isPlaceholderData && invoices.length === 0
  const search = (typed: string): void =>
    void navigate({
      search: { ...(state && { state }), ...(typed !== '' && { q: typed }) },
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <PageHeader title={strings.title} tabs={!isFirst && <Filters q={q} />} actions={!isFirst && <NewInvoice />} />
      {isFirst ? (
        <FirstInvoice />
      ) : (
        <>
          <Toolbar>
            <SearchBox value={q ?? ''} onChange={search} label={strings.search} placeholder={strings.searchPlaceholder} />
            <OpenSums open={list.data?.pages[0]?.open ?? []} />
          </Toolbar>
          {list.error && !list.data ? (
            <ErrorNote title={strings.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
          ) : list.isPending ? (
            <TablePending />
          ) : invoices.length === 0 ? (
            <Empty
              icon={<IconMoodEmpty size={24} stroke={1.6} />}
              title={q ? strings.noMatch : strings.noneIn[state ?? 'draft']}
              text={q ? strings.noMatchText(q) : undefined}
            >
              <Button component={Link} to="/invoices" variant="default">
                {strings.showAll}
              </Button>
            </Empty>
          ) : (
            <div data-stale={list.isPlaceholderData || undefined} className={classes.found}>
              <InvoiceList invoices={invoices} label={strings.list} />
              <OlderRows
                list={{
                  rows: invoices,
                  hasOlder: list.hasNextPage,
                  isLoadingOlder: list.isFetchingNextPage,
                  olderError: list.isFetchNextPageError ? list.error : null,
                  loadOlder: () => void list.fetchNextPage(),
                }}
              />
            </div>
          )}
        </>
      )}
    </>
  )
}

const NewInvoice = () => (
  <Button component={Link} to="/invoices/new" leftSection={<IconPlus size={16} aria-hidden />}>
    {strings.add}
  </Button>
)

/** What clients owe, a sum for each currency: never added up across them. */
const OpenSums = ({ open }: { open: readonly OutstandingAmount[] }) => {
  if (open.length === 0) return null
  return (
    <dl className={classes.sums} aria-label={strings.open}>
      {open.map(({ currency, count, minor, overdue_minor }) => (
        <div key={currency} className={classes.sum}>
          <dt>{strings.openIn(count)}</dt>
          <dd className="numbers">{money(minor, currency)}</dd>
          {overdue_minor > 0 && (
            <dd className={classes.late}>
              <IconAlertTriangle size={14} stroke={2} aria-hidden />
              {strings.overdueSum(money(overdue_minor, currency))}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

const Filters = ({ q }: { q: string | undefined }) => (
  <nav aria-label={strings.filter}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul role="list">
      {[undefined, ...filters].map((state) => (
        <li key={state ?? ''}>
          <Link
            to="/invoices"
            search={{ ...(q && { q }), ...(state && { state }) }}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            activeProps={{ 'aria-current': 'true' }}
            resetScroll={false}
          >
            {state ? strings.filters[state] : strings.all}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** Nothing is there yet: what an invoice here does, and the way to the first. */
const FirstInvoice = () => {
  const { role } = useSession()
  const { data } = useQuery({ ...read('show-mail-setup', {}), enabled: isAtLeast(role, 'admin') })
  return (
    <Empty
      icon={<IconFileInvoice size={24} stroke={1.6} />}
      title={strings.emptyTitle}
      text={data?.sandbox_address ? strings.emptySandbox : strings.emptyText}
    >
      <Button component={Link} to="/invoices/new">
        {strings.addFirst}
      </Button>
    </Empty>
  )
}
