import { Progress } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { counted } from '#web/i18n/format.ts'
import { useListKeys } from '#web/shell/keyboard.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { type Keyset, useKeyset } from '#web/ui/keyset.ts'
import { OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import rows from '../leads/leads.module.css'
import { DropZone } from './drop-zone.tsx'
import { type Shown, sendFile } from './sending.ts'
import { bytesText, stateTones, stateWords, words } from './strings.ts'
import classes from './uploads.module.css'

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
      <PageHeader title={words.title} />
      <DropZone onFile={(file) => begin.mutate(file)} busy={begin.isPending} />
      <ErrorNote title={words.sendFailed} error={begin.error} />
      <Found list={list} />
    </>
  )
}

const Found = ({ list }: { list: Keyset<Shown> }) => {
  if (list.error) return <ErrorNote title={words.loadFailed} error={list.error} onRetry={list.retry} />
  if (list.isPending) return <RowsPending rows={4} />
  if (list.rows.length === 0)
    return <Empty icon={<IconTable size={24} stroke={1.6} />} title={words.emptyTitle} text={words.emptyText} />
  return (
    <>
      <FileList uploads={list.rows} />
      <OlderRows list={list} />
    </>
  )
}

const FileList = ({ uploads }: { uploads: readonly Shown[] }) => {
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul className={rows.list} ref={list} role="list" aria-label={words.list}>
      {uploads.map((upload) => (
        <li key={upload.id}>
          <FileRow upload={upload} />
        </li>
      ))}
    </ul>
  )
}

const FileRow = ({ upload }: { upload: Shown }) => {
  const [text, tone] = [stateWords[upload.state], stateTones[upload.state]]
  const isMoving = ['uploading', 'checking', 'importing', 'undoing'].includes(upload.state)
  return (
    <Link to="/uploads/$uploadId" params={{ uploadId: upload.id }} className={classes.fileRow} data-row={upload.id}>
      <span style={{ minWidth: 0 }}>
        <span className={classes.fileName}>{upload.name}</span>
        <span className={classes.below}>{factsOf(upload)}</span>
      </span>
      <Pill tone={tone}>{text}</Pill>
      <span className={classes.time}>
        <RelativeTime at={upload.created_at} />
      </span>
      {isMoving && <Progress className={classes.fileBar} value={upload.progress * 100} size="xs" aria-label={text} />}
    </Link>
  )
}

const factsOf = (upload: Shown): string => {
  const facts = [bytesText(upload.size_bytes)]
  if (upload.state === 'undone' && upload.import) facts.push(`${counted(upload.import.undone)} ${words.undone}`)
  else if (upload.import) {
    facts.push(`${counted(upload.import.imported)} ${words.imported}`)
    if (upload.import.rejected > 0) facts.push(`${counted(upload.import.rejected)} ${words.rejected}`)
  } else if (upload.check) facts.push(`${counted(upload.check.rows)} ${words.rows}`)
  if (upload.created_by) facts.push(upload.created_by.name)
  return facts.join(' · ')
}
