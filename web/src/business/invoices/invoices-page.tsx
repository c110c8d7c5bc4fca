import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconAlertTriangle, IconFileInvoice, IconMoodEmpty, IconPlus } from '#icons'
import { ListBar } from '#web/desk/lists/list-bar.tsx'
import { useListCount } from '#web/desk/lists/list-count.ts'
import { ListExport } from '#web/desk/lists/list-export.tsx'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { type ListOf, useList } from '#web/desk/lists/use-list.ts'
import { ViewActions, ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { read } from '#web/gateway.ts'
import { money } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { ListCondition, OutstandingAmount } from '#web/wire.ts'
import { InvoiceList, invoiceColumns } from './invoice-list.tsx'
import classes from './invoices.module.css'
import { type Filter, filters } from './invoices-search.ts'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/invoices')

/** Which invoices a tab shows. */
const invoicesIn = (state: Filter | undefined): ListOf => ({
  kind: 'invoice',
  usual: ['number', 'state', 'due_on', 'sent_at', 'total'],
  along: invoiceColumns,
  order: '-created_at',
  ...(state && { base: conditionsOf(state) }),
  isReadWhole: true,
})

const conditionsOf = (state: Filter): ListCondition[] =>
  state === 'overdue'
    ? [
        { field: 'state', op: 'is', value: 'sent' },
        { field: 'due_on', op: 'older_than_days', value: 0 },
      ]
    : [{ field: 'state', op: 'is', value: state }]

/** Every invoice, newest first: what is open, what is late, what came in. */
export const InvoicesPage = () => {
  const { state: tab, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: ListSearch): void =>
    void navigate({ search: { ...next, ...(tab && { state: tab }) }, replace: true, resetScroll: false })
  const state = useList(invoicesIn(tab), search, change)
  const count = useListCount(state)
  const { list } = state
  const isFirst = state.isWhole && !tab && !list.isPending && !list.error && !list.hasOlder && list.rows.length === 0
  return (
    <>
      <PageHeader
        title={strings.title}
        count={count}
        tabs={
          !isFirst && (
            <>
              <Filters q={search.q} f={search.view === undefined ? search.f : undefined} />
              {state.views.length > 0 && <ViewTabs state={state} withoutAll />}
            </>
          )
        }
        actions={
          !isFirst && (
            <>
              <ListExport state={state} />
              <NewInvoice />
            </>
          )
        }
      />
      {isFirst ? (
        <FirstInvoice />
      ) : (
        <>
          <ListBar state={state} label={strings.search} placeholder={strings.searchPlaceholder}>
            <OpenSums />
            <ViewActions state={state} />
          </ListBar>
          <InvoiceList
            state={state}
            empty={
              <Empty icon={<IconMoodEmpty size={24} stroke={1.6} />} title={strings.noneIn[tab ?? 'draft']}>
                <Button component={Link} to="/invoices" variant="default">
                  {strings.showAll}
                </Button>
              </Empty>
            }
          />
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
const OpenSums = () => {
  const { data } = useQuery(read('list-invoices', { limit: 1 }))
  const open: readonly OutstandingAmount[] = data?.open ?? []
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

/** What is searched and filtered for stays from one tab to the next. */
const Filters = ({ q, f }: { q: string | undefined; f: string | undefined }) => (
  <nav aria-label={strings.filter}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul role="list">
      {[undefined, ...filters].map((state) => (
        <li key={state ?? ''}>
          <Link
            to="/invoices"
            search={{ ...(q && { q }), ...(f && { f }), ...(state && { state }) }}
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
