import { Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconTable } from '#icons'
import { ListBar } from '#web/desk/lists/list-bar.tsx'
import { useListCount } from '#web/desk/lists/list-count.ts'
import { ListExport } from '#web/desk/lists/list-export.tsx'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { ListTable } from '#web/desk/lists/list-table.tsx'
import { type ListOf, type ListState, useList } from '#web/desk/lists/use-list.ts'
import { ViewActions, ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { bytesText } from '#web/i18n/bytes-text.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { ListedRecord, UploadState } from '#web/wire.ts'
import { DropZone } from './drop-zone.tsx'
import { sendFile } from './sending.ts'
import { stateTones, stateWords, strings } from './strings.ts'

const route = getRouteApi('/staff/uploads')

const uploads: ListOf = {
  kind: 'upload',
  usual: ['state', 'imported', 'rejected', 'created_by', 'created_at'],
  along: ['state', 'progress'],
  names: {
    name: strings.fileColumn,
    state: strings.stateColumn,
    progress: strings.progress,
    rows: strings.factsColumn,
    imported: stateWords.done,
    duplicates: strings.duplicatesColumn,
    rejected: strings.rejectedColumn,
    undone: stateWords.undone,
    bytes: strings.sizeColumn,
    source: strings.source,
    created_by: strings.uploadedBy,
    started_at: strings.importStarted,
    finished_at: strings.importFinished,
    created_at: strings.uploadedColumn,
  },
  choices: { state: stateWords },
  order: '-created_at',
  isReadWhole: true,
}

/** The files that were uploaded, and the place to drop the next one. */
export const UploadsPage = () => {
  const navigate = useNavigate()
  const narrow = route.useNavigate()
  const change = (next: ListSearch): void => void narrow({ search: next, replace: true, resetScroll: false })
  const state = useList(uploads, route.useSearch(), change)
  const count = useListCount(state)
  const { list } = state
  const isFirst = state.isWhole && !list.isPending && !list.error && !list.hasOlder && list.rows.length === 0
  const begin = useMutation({
    mutationFn: sendFile,
    onSuccess: (uploadId) => navigate({ to: '/uploads/$uploadId', params: { uploadId } }),
  })
  return (
    <>
      <PageHeader
        title={strings.title}
        count={count}
        tabs={state.views.length > 0 && <ViewTabs state={state} />}
        actions={!isFirst && <ListExport state={state} />}
      />
      <DropZone onFile={(file) => begin.mutate(file)} busy={begin.isPending} />
      <ErrorNote title={strings.sendFailed} error={begin.error} />
      {!isFirst && (
        <ListBar state={state} label={strings.search} placeholder={strings.searchPlaceholder}>
          <ViewActions state={state} />
        </ListBar>
      )}
      <FileList state={state} />
    </>
  )
}

const FileList = ({ state }: { state: ListState }) => (
  <ListTable
    state={state}
    label={strings.list}
    failed={strings.loadFailed}
    name={strings.fileColumn}
    nameOf={({ name }) => <bdi>{name}</bdi>}
    nameField="name"
    linkOf={({ id }) => ({ to: '/uploads/$uploadId', params: { uploadId: id } })}
    cells={cells}
    looks={looks}
    empty={<Empty icon={<IconTable size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText} />}
  />
)

const State = ({ of: { values } }: { of: ListedRecord }) => {
  const state = values.state as UploadState
  const [text, tone] = [stateWords[state], stateTones[state]]
  const isMoving = ['uploading', 'checking', 'importing', 'undoing'].includes(state)
  return (
    <>
      <Pill tone={tone}>{text}</Pill>
      {isMoving && <Progress mt={4} value={Number(values.progress) * 100} size="xs" aria-label={text} />}
    </>
  )
}

const cells: Readonly<Record<string, (upload: ListedRecord) => ReactNode>> = {
  state: (upload) => <State of={upload} />,
  progress: ({ values }) => <Progress value={Number(values.progress) * 100} size="xs" aria-label={strings.progress} />,
  bytes: ({ values }) => <span className="numbers">{bytesText(Number(values.bytes))}</span>,
}

const looks = {
  state: { width: '11rem', phone: 'below' },
  created_by: { isExtra: true },
  created_at: { width: '6.5rem', phone: 'end' },
} as const
