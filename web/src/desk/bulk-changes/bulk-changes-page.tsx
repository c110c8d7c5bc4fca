import { Button, Group } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { IconChecks } from '#icons'
import { call } from '#web/gateway.ts'
import { serverMessage } from '#web/i18n/server-messages.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { KeysetFound } from '#web/ui/keyset-found.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { sayFailure } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { BulkChange } from '#web/wire.ts'
import { isUnderWay, useBulkChange } from './api.ts'
import classes from './bulk-changes.module.css'
import { changeName, changeResult, reasonText } from './change-words.ts'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/settings/bulk-changes')

/** The changes of many records in the last 30 days: how each went, and the way to undo it. */
export const BulkChangesPage = () => {
  const { change: opened } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useKeyset(
    'list-bulk-changes',
    { limit: 50 },
    { rows: (answer) => answer.bulk_changes, on: ['bulk_change.changed'], isReadWhole: true },
  )
  const open = (change: string | null): void =>
    void navigate({ search: change === null ? {} : { change }, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} />
      <KeysetFound
        list={list}
        failed={strings.loadFailed}
        empty={<Empty icon={<IconChecks size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText} />}
      >
        <DataTable
          label={strings.list}
          rows={list.rows}
          idOf={({ id }) => id}
          name={strings.change}
          nameOf={changeName}
          onOpen={({ id }) => open(id)}
          columns={columns}
          actionsOf={(change) => <ChangeButtons change={change} />}
          actionsWidth="7rem"
        />
      </KeysetFound>
      <Window opened={opened !== undefined} onClose={() => open(null)} title={strings.recordsTitle} wide>
        {opened !== undefined && <Records bulkChangeId={opened} />}
      </Window>
    </>
  )
}

const tones = {
  selecting: 'accent',
  changing: 'accent',
  undoing: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: undefined,
  undone: undefined,
} as const

const columns: readonly Column<BulkChange>[] = [
  {
    key: 'state',
    name: strings.stateColumn,
    cell: ({ state }) => <Pill tone={tones[state]}>{strings.states[state]}</Pill>,
    width: '8rem',
    phone: 'belowEnd',
  },
  {
    key: 'counts',
    name: strings.counts,
    cell: (change) => (change.problem ? serverMessage(change.problem.message) : changeResult(change)),
    width: 'minmax(0, 2fr)',
    phone: 'below',
  },
  {
    key: 'by',
    name: strings.by,
    cell: ({ created_by }) => <bdi>{created_by?.name ?? strings.byKey}</bdi>,
    width: '10rem',
    isExtra: true,
  },
  {
    key: 'at',
    name: strings.at,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
    width: '7rem',
    atEnd: true,
    phone: 'end',
  },
]

const ChangeButtons = ({ change }: { change: BulkChange }) => {
  const cancel = useBulkChange('cancel-bulk-change')
  const undo = useBulkChange('undo-bulk-change')
  const { id, state, done } = change
  if (isUnderWay(change) && state !== 'undoing')
    return (
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`${strings.cancel}: ${changeName(change)}`}
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ bulkChangeId: id }, { onError: (error) => sayFailure(error, strings.cancelFailed) })}
      >
        {strings.cancel}
      </Button>
    )
  if (done === 0 || !['done', 'cancelled', 'failed'].includes(state)) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`${strings.undo}: ${changeName(change)}`}
      loading={undo.isPending}
      onClick={() => undo.mutate({ bulkChangeId: id }, { onError: (error) => sayFailure(error, strings.undoFailed) })}
    >
      {strings.undo}
    </Button>
  )
}

/** Those that were left as they were, each with the reason. */
const Records = ({ bulkChangeId }: { bulkChangeId: string }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['list-bulk-change-records', bulkChangeId],
    queryFn: ({ pageParam, signal }) =>
      call('list-bulk-change-records', { bulkChangeId, after: pageParam, limit: 50 }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next_after,
  })
  if (error) return <ErrorNote error={error} title={strings.recordsFailed} onRetry={() => void refetch()} />
  const records = data?.pages.flatMap((page) => page.records)
  if (!records) return null
  if (records.length === 0) return <p>{strings.allChanged}</p>
  return (
    <>
      <ul className={classes.rows}>
        {records.map(({ place, name, reason }) => (
          <li key={place} className={classes.row}>
            <bdi>{name ?? strings.unnamed}</bdi>
            <span className={classes.hint}>{reason && reasonText(reason)}</span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Group justify="center" mt="sm">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {strings.more}
          </Button>
        </Group>
      )}
    </>
  )
}
