import { ActionIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { IconArrowBackUp, IconTrash } from '#icons'
import { pageOf } from '#web/crm/records/record-kinds.ts'
import { call } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { OlderRows } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { BinnedRecord } from '#web/wire.ts'
import { type BinKind, binKinds } from './bin-search.ts'
import { daysLeft } from './days-left.ts'
import { strings } from './strings.ts'
import { useDeletion } from './use-deletion.ts'

const route = getRouteApi('/staff/settings/bin')

/** Settings → Bin: what was deleted, with the way back. */
export const BinPage = () => {
  const asked = route.useSearch()
  const kind = binKinds.find((each) => each === asked.kind)
  const { search } = asked
  const navigate = route.useNavigate()
  const mayRemove = isAtLeast(useSession().role, 'admin')
  const [removing, setRemoving] = useState<BinnedRecord | null>(null)
  const list = useKeyset(
    'list-bin',
    { ...(kind && { kind }), ...(search && { search }), limit: 50 },
    { rows: ({ records }) => records, on: ['record.deleted', 'record.restored', 'record.removed'], isReadWhole: true },
  )
  const change = (next: { kind?: BinKind | undefined; search?: string | undefined }): void => {
    const { kind: kindNow, search: searchNow } = { kind, search, ...next }
    void navigate({
      search: { ...(kindNow && { kind: kindNow }), ...(searchNow && { search: searchNow }) },
      replace: true,
      resetScroll: false,
    })
  }
  const isFiltered = kind !== undefined || search !== undefined
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} />
      <Toolbar>
        <SearchBox
          value={search ?? ''}
          label={strings.search}
          placeholder={strings.search}
          onChange={(typed) => change({ search: typed || undefined })}
        />
        <Select
          aria-label={strings.kind}
          data={[{ value: '', label: strings.allKinds }, ...binKinds.map((value) => ({ value, label: strings.kinds[value] }))]}
          value={kind ?? ''}
          allowDeselect={false}
          onChange={(value) => change({ kind: binKinds.find((each) => each === value) })}
        />
      </Toolbar>
      {list.error && <ErrorNote error={list.error} title={strings.loadFailed} onRetry={list.retry} />}
      {list.isPending && <TablePending rows={6} />}
      {!list.isPending && !list.error && list.rows.length === 0 && (
        <Empty
          icon={<IconTrash size={24} stroke={1.6} />}
          title={isFiltered ? strings.noMatch : strings.emptyTitle}
          text={strings.emptyText}
        />
      )}
      {list.rows.length > 0 && <Rows rows={list.rows} mayRemove={mayRemove} onRemove={setRemoving} />}
      <OlderRows list={list} />
      <RemoveWindow record={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

const nameOf = ({ name }: BinnedRecord): string => name ?? strings.unnamed

const Rows = ({
  rows,
  mayRemove,
  onRemove,
}: {
  rows: readonly BinnedRecord[]
  mayRemove: boolean
  onRemove: (record: BinnedRecord) => void
}) => {
  const { restore } = useDeletion()
  return (
    <DataTable
      label={strings.title}
      rows={rows}
      idOf={({ id }) => id}
      name={strings.name}
      nameOf={(record) => <Name record={record} />}
      linkOf={linkOf}
      columns={columns}
      actionsWidth={mayRemove ? '5.5rem' : '3rem'}
      actionsOf={(record) => (
        <>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={`${strings.restore}: ${nameOf(record)}`}
            title={strings.restore}
            onClick={() => void restore({ ...record, name: nameOf(record) })}
          >
            <IconArrowBackUp size={16} aria-hidden />
          </ActionIcon>
          {mayRemove && (
            <ActionIcon
              variant="default"
              size={32}
              aria-label={`${strings.removeNow}: ${nameOf(record)}`}
              title={strings.removeNow}
              onClick={() => onRemove(record)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </>
      )}
    />
  )
}

/** A task has no page. */
const linkOf = ({ kind, id }: BinnedRecord) => (kind === 'task' ? null : pageOf({ kind, id }))

const Name = ({ record }: { record: BinnedRecord }) => {
  const along = strings.along(record.leads, record.tasks)
  return (
    <>
      <bdi>{nameOf(record)}</bdi>
      {along !== '' && <span className="dim"> · {strings.withIt(along)}</span>}
    </>
  )
}

const Left = ({ record }: { record: BinnedRecord }) => strings.leftFor(daysLeft(record.deleted_at, useClock()))

const columns: readonly Column<BinnedRecord>[] = [
  { key: 'kind', name: strings.kind, cell: ({ kind }) => strings.kinds[kind], width: '7rem', phone: 'below' },
  { key: 'by', name: strings.deletedBy, cell: ({ deleted_by }) => deleted_by?.name ?? '–', width: '10rem', isExtra: true },
  {
    key: 'at',
    name: strings.deletedAt,
    cell: ({ deleted_at }) => <RelativeTime at={deleted_at} />,
    width: '8rem',
    atEnd: true,
    phone: 'belowEnd',
  },
  { key: 'left', name: strings.left, cell: (record) => <Left record={record} />, width: '6rem', atEnd: true },
]

const RemoveWindow = ({ record, onClose }: { record: BinnedRecord | null; onClose: () => void }) => {
  const removal = useMutation({
    mutationFn: ({ kind, id }: BinnedRecord) => call('remove-from-bin', { kind, ids: [id] }),
  })
  const close = (): void => {
    removal.reset()
    onClose()
  }
  const name = record ? nameOf(record) : ''
  return (
    <ConfirmWindow
      opened={record !== null}
      title={strings.removeTitle(name)}
      text={strings.removeText}
      confirm={strings.removeNow}
      isFinal
      error={removal.error}
      isPending={removal.isPending}
      onConfirm={() =>
        record &&
        removal.mutate(record, {
          onSuccess: ({ restored }) => {
            say(restored.length > 0 ? strings.keptAfterAll(name) : strings.removed(name))
            close()
          },
        })
      }
      onClose={close}
    />
  )
}
