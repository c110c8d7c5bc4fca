import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconScale } from '#icons'
import { call } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { ConflictRow } from './conflict-row.tsx'
import type { OfCrm } from './crm-page.tsx'
import classes from './crm-sync.module.css'
import { strings } from './strings.ts'
import { useReadValue } from './values.ts'

const pageSize = 50

/** The open conflicts of a connection, newest first. */
export const Conflicts = ({ connection, crm }: OfCrm) => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const list = useInfiniteQuery({
    queryKey: ['list-crm-conflicts', { connectionId: connection.id, limit: pageSize }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        'list-crm-conflicts',
        { connectionId: connection.id, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const conflicts = list.data?.pages.flatMap((page) => page.conflicts)
  const readValue = useReadValue(conflicts?.map(({ field }) => field) ?? [])
  if (!conflicts)
    return list.error ? (
      <ErrorNote error={list.error} title={strings.conflictsFailed} onRetry={() => void list.refetch()} />
    ) : (
      <RowsPending rows={4} />
    )
  if (conflicts.length === 0)
    return (
      <Empty icon={<IconScale size={24} stroke={1.6} />} title={strings.noConflicts} text={strings.noConflictsText(crm.title)}>
        {isAdmin && (
          <Button
            variant="default"
            component={Link}
            {...({
              to: '/settings/connections/crm/$connectionId',
              params: { connectionId: connection.id },
              search: { view: 'mapping' },
            } as object)}
          >
            {strings.toMapping}
          </Button>
        )}
      </Empty>
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.list} role="list" aria-label={strings.conflicts}>
        {conflicts.map((conflict) => (
          <ConflictRow key={conflict.id} conflict={conflict} title={crm.title} readValue={readValue} />
        ))}
      </ul>
      <OlderRows
        list={{
          rows: conflicts,
          hasOlder: list.hasNextPage,
          isLoadingOlder: list.isFetchingNextPage,
          olderError: list.isFetchNextPageError ? list.error : null,
          loadOlder: () => void list.fetchNextPage(),
        }}
      />
    </>
  )
}
