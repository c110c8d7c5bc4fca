import { Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconTable } from '#icons'
import { bytesText } from '#web/i18n/bytes-text.ts'
import { counted } from '#web/i18n/format.ts'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { type Keyset, useKeyset } from '#web/ui/keyset.ts'
import { OlderRows } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Upload } from '#web/wire.ts'
import { DropZone } from './drop-zone.tsx'
import { sendFile } from './sending.ts'
import { stateTones, stateWords, strings } from './strings.ts'

/** The files that were uploaded, and the place to drop the next one. */
export const UploadsPage = () => {
  const navigate = useNavigate()
  const list = useKeyset('list-uploads', { limit: 50 }, { rows: (answer) => answer.uploads, on: ['upload.changed'] })
  const begin = useMutation({
    mutationFn: sendFile,
    onSuccess: (uploadId) => navigate({ to: '/uploads/$uploadId', params: { uploadId } }),
  })
  return (
    <>
      <PageHeader title={strings.title} />
      <DropZone onFile={(file) => begin.mutate(file)} busy={begin.isPending} />
      <ErrorNote title={strings.sendFailed} error={begin.error} />
      <Found list={list} />
    </>
  )
}

const Found = ({ list }: { list: Keyset<Upload> }) => {
  if (list.error) return <ErrorNote title={strings.loadFailed} error={list.error} onRetry={list.retry} />
  if (list.isPending) return <TablePending rows={4} />
  if (list.rows.length === 0)
    return <Empty icon={<IconTable size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText} />
  return (
    <>
      <FileList uploads={list.rows} />
      <OlderRows list={list} />
    </>
  )
}

const factsOf = (upload: Upload): string => {
  const facts = [bytesText(upload.size_bytes)]
  if (upload.state === 'undone' && upload.import) facts.push(`${counted(upload.import.undone)} ${strings.undone}`)
  else if (upload.import) {
    facts.push(`${counted(upload.import.imported)} ${strings.imported}`)
    if (upload.import.rejected > 0) facts.push(`${counted(upload.import.rejected)} ${strings.rejected}`)
  } else if (upload.check) facts.push(`${counted(upload.check.rows)} ${strings.rows}`)
  if (upload.created_by) facts.push(upload.created_by.name)
  return facts.join(' · ')
}

const columns: readonly Column<Upload>[] = [
  { key: 'state', name: strings.stateColumn, cell: (upload) => <State of={upload} />, width: '11rem', phone: 'below' },
  { key: 'facts', name: strings.factsColumn, cell: factsOf, width: 'minmax(0, 2fr)' },
  {
    key: 'time',
    name: strings.uploadedColumn,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
    width: '6.5rem',
    atEnd: true,
    phone: 'end',
  },
]

const FileList = ({ uploads }: { uploads: readonly Upload[] }) => (
  <DataTable
    label={strings.list}
    rows={uploads}
    idOf={({ id }) => id}
    name={strings.fileColumn}
    nameOf={({ name }) => name}
    linkOf={({ id }) => ({ to: '/uploads/$uploadId', params: { uploadId: id } })}
    columns={columns}
  />
)

const State = ({ of: upload }: { of: Upload }) => {
  const [text, tone] = [stateWords[upload.state], stateTones[upload.state]]
  const isMoving = ['uploading', 'checking', 'importing', 'undoing'].includes(upload.state)
  return (
    <>
      <Pill tone={tone}>{text}</Pill>
      {isMoving && <Progress mt={4} value={upload.progress * 100} size="xs" aria-label={text} />}
    </>
  )
}
