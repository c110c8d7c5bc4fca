import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconFilePlus, IconMoodEmpty, IconPlus } from '#icons'
import { TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useProposals } from './api.ts'
import { ProposalList } from './proposal-list.tsx'
import { filters } from './proposals-search.ts'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/proposals')

/** Every proposal, the newest first. */
export const ProposalsPage = () => {
  const { status } = route.useSearch()
  const list = useProposals(status)
  const proposals = list.data?.pages.flatMap((page) => page.proposals) ?? []
  const isFirst = !status && list.data !== undefined && !list.isPlaceholderData && proposals.length === 0
  const create = (
    <Button component={Link} to="/proposals/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {strings.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={strings.title} tabs={!isFirst && <Filters />} actions={!isFirst && create} />
      {isFirst ? (
        <Empty icon={<IconFilePlus size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
          {create}
        </Empty>
      ) : list.error && !list.data ? (
        <ErrorNote title={strings.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <TablePending />
      ) : proposals.length === 0 ? (
        <Empty icon={<IconMoodEmpty size={24} stroke={1.6} />} title={strings.noneIn[status ?? 'draft']}>
          <Button component={Link} to="/proposals" variant="default">
            {strings.showAll}
          </Button>
        </Empty>
      ) : (
        <>
          <ProposalList proposals={proposals} />
          <OlderRows
            list={{
              rows: proposals,
              hasOlder: list.hasNextPage,
              isLoadingOlder: list.isFetchingNextPage,
              olderError: list.isFetchNextPageError ? list.error : null,
              loadOlder: () => void list.fetchNextPage(),
            }}
          />
        </>
      )}
    </>
  )
}

const Filters = () => (
  <nav aria-label={strings.filter}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul role="list">
      {[undefined, ...filters].map((status) => (
        <li key={status ?? ''}>
          <Link
            to="/proposals"
            search={status ? { status } : {}}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            activeProps={{ 'aria-current': 'true' }}
            resetScroll={false}
          >
            {status ? strings.states[status] : strings.all}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
