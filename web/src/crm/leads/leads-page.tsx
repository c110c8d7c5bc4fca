import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { IconDownload, IconFileUpload, IconWorld } from '#icons'
import { call, downloadAddress, read } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { countOf } from '#web/ui/data-table.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { type Keyset, useKeyset } from '#web/ui/keyset.ts'
import { KeysetFound } from '#web/ui/keyset-found.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { Sorting } from '#web/ui/sorting.tsx'
import type { LeadSummary } from '#web/wire.ts'
import { FirstLead, PasteLine } from './first-lead.tsx'
import { LeadFilters } from './lead-filters.tsx'
import { LeadList } from './lead-list.tsx'
import { filterOf, isFiltered, type LeadSearch, readLeadSearch } from './lead-search.ts'
import classes from './leads.module.css'
import { nameOf } from './names.ts'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/leads')

/** Leads as they come in. */
export const LeadsPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const today = new Date(useClock()).toDateString()
  const filter = useMemo(() => filterOf(search, new Date(today)), [search, today])
  const list = useKeyset(
    'list-leads',
    { ...filter, ...(search.order && { order: search.order }), limit: 50 },
    { rows: (answer) => answer.leads, on: ['lead.received'], isNewestFirst: !search.order },
  )
  const [secret, setSecret] = useState<string | null>(null)
  const change = (next: LeadSearch): void => void navigate({ search: next, replace: true, resetScroll: false })
  const isUnfiltered = !isFiltered(search)
  const isFirst = isUnfiltered && !list.isPending && !list.error && list.rows.length === 0
  const pasteLine = secret !== null && (
    <PasteLine secret={secret} arrived={list.rows.length > 0} onDone={() => setSecret(null)} />
  )

  return (
    <>
      <PageHeader title={strings.title} count={countOf(list)} actions={!isFirst && <Actions filter={filter} />} />
      {isFirst ? (
        <FirstLead secret={secret} onSecret={setSecret}>
          {pasteLine}
        </FirstLead>
      ) : (
        <>
          {pasteLine}
          <LeadFilters search={search} onChange={change} />
          <DemoNotice />
          <Found
            list={list}
            onClear={() => change({})}
            sorting={
              search.q
                ? undefined
                : {
                    order: search.order ?? '-received_at',
                    onSort: (order) => change(readLeadSearch({ ...search, order })),
                  }
            }
          />
        </>
      )}
      <Announcement list={list} />
    </>
  )
}

const Actions = ({ filter }: { filter: ReturnType<typeof filterOf> }) => (
  <>
    {isAtLeast(useSession().role, 'admin') && (
      <Button component={Link} to="/leads/sources" variant="default" leftSection={<IconWorld size={16} aria-hidden />}>
        {strings.sources}
      </Button>
    )}
    <Button
      component="a"
      href={downloadAddress('export-leads', filter as Record<string, string | undefined>)}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      title={strings.exportHint}
    >
      {strings.export}
    </Button>
    <Button component={Link} to="/uploads" leftSection={<IconFileUpload size={16} aria-hidden />}>
      {strings.upload}
    </Button>
  </>
)

const Found = ({
  list,
  onClear,
  sorting,
}: {
  list: Keyset<LeadSummary>
  onClear: () => void
  sorting: Sorting | undefined
}) => (
  <KeysetFound
    list={list}
    failed={strings.loadFailed}
    empty={<NoMatch title={strings.noMatchTitle} text={strings.noMatchText} clear={strings.clearFilters} onClear={onClear} />}
  >
    <LeadList leads={list.rows} fresh={list.fresh} sorting={sorting} />
  </KeysetFound>
)

const DemoNotice = () => {
  const { role } = useSession()
  const queries = useQueryClient()
  const clear = useMutation({
    mutationFn: () => call('clear-demo', {}),
    onSuccess: () => queries.resetQueries(),
  })
  const { data } = useQuery(read('show-workspace', {}))
  if (!data?.workspace.has_demo) return null
  return (
    <div className={classes.notice}>
      <span>{strings.demoLoaded}</span>
      {isAtLeast(role, 'admin') && (
        <Button variant="subtle" size="compact-sm" onClick={() => clear.mutate()} loading={clear.isPending}>
          {strings.clearDemo}
        </Button>
      )}
      <ErrorNote error={clear.error} />
    </div>
  )
}

/** Says new leads aloud, a few seconds after the first of them, so that a burst is one sentence. */
const Announcement = ({ list }: { list: Keyset<LeadSummary> }) => {
  const [said, setSaid] = useState({ arrived: 0, text: '' })
  const news = list.arrived - said.arrived
  const newest = list.rows[0]
  useEffect(() => {
    if (news <= 0) return
    const timer = setTimeout(
      () => setSaid({ arrived: list.arrived, text: strings.newLeads(news, newest && nameOf(newest)) }),
      said.text === '' ? 300 : 3_000,
    )
    return () => clearTimeout(timer)
  }, [news, list.arrived, newest, said.text])
  return (
    <div className="hidden-visually" role="status">
      {said.text}
    </div>
  )
}
