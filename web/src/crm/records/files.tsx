import { ActionIcon, Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconDownload, IconFile, IconTrash, IconX } from '#icons'
import { call, downloadAddress } from '#web/gateway.ts'
import { bytesText } from '#web/i18n/bytes-text.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FileZone, pastedFiles } from '#web/ui/file-zone.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { RecordFile } from '#web/wire.ts'
import classes from './files.module.css'
import type { RecordOf } from './record-kinds.ts'
import { strings } from './strings.ts'
import { useUploads } from './use-uploads.ts'

const FilePreview = laterWindow(() => import('./file-preview.tsx').then(({ FilePreview }) => FilePreview))

const isShown = ({ media_type }: RecordFile): boolean => /^image\/(png|jpeg|gif|webp)$|^application\/pdf$/.test(media_type)

/** The button that adds files, with the chooser of the browser behind it. */
const AddFiles = ({ onAdd }: { onAdd: (files: readonly File[]) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <AddButton label={strings.addFiles} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={strings.addFiles}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])]
          // The same file may be chosen again.
          event.currentTarget.value = ''
          onAdd(chosen)
        }}
      />
    </>
  )
}

const UploadRows = ({ uploads: { all, dismiss } }: { uploads: ReturnType<typeof useUploads> }) => (
  <div role="status">
    {all.map(({ key, name, error }) => (
      <div key={key} className={classes.upload} data-failed={error !== null || undefined}>
        <span>{error === null ? strings.uploading(name) : `${strings.fileNotAdded(name)}: ${error}`}</span>
        {error !== null && (
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={strings.dismiss} onClick={() => dismiss(key)}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )}
      </div>
    ))}
  </div>
)

/** The files of a record: chosen, dropped or pasted; shown, downloaded and removed. */
export const RecordFiles = ({ of: record }: { of: RecordOf }) => {
  const [shown, setShown] = useState<RecordFile | null>(null)
  const list = useInfiniteQuery({
    queryKey: ['list-record-files', record],
    queryFn: ({ pageParam, signal }) =>
      call(
        'list-record-files',
        { kind: record.kind, recordId: record.id, limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const uploads = useUploads(record)
  usePastedFiles(uploads.add)
  const files = list.data?.pages.flatMap((page) => page.files) ?? []
  return (
    <FileZone words={strings.dropFiles} onFiles={uploads.add}>
      <Card title={strings.files} actions={<AddFiles onAdd={uploads.add} />}>
        {list.error && files.length === 0 && (
          <ErrorNote error={list.error} title={strings.filesFailed} onRetry={() => void list.refetch()} />
        )}
        {list.data && files.length === 0 && uploads.all.length === 0 && <p className="dim">{strings.noFiles}</p>}
        <UploadRows uploads={uploads} />
        {files.length > 0 && (
          // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
          <ul className={classes.files} role="list">
            {files.map((file) => (
              <FileRow key={file.id} file={file} onShow={isShown(file) ? () => setShown(file) : undefined} />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <Button
            size="compact-sm"
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {strings.moreFiles}
          </Button>
        )}
      </Card>
      <FilePreview opened={shown !== null} file={shown} onClose={() => setShown(null)} />
    </FileZone>
  )
}

const FileRow = ({ file, onShow }: { file: RecordFile; onShow: (() => void) | undefined }) => {
  const queries = useQueryClient()
  const again = (): Promise<unknown> =>
    Promise.all(['list-record-files', 'list-timeline'].map((root) => queries.invalidateQueries({ queryKey: [root] })))
  const remove = async (): Promise<void> => {
    try {
      await call('remove-record-file', { fileId: file.id })
      say(strings.fileRemoved(file.name), () => void call('restore-record-file', { fileId: file.id }).then(again, sayFailure))
    } catch (error) {
      sayFailure(error, strings.fileNotRemoved)
    } finally {
      await again()
    }
  }
  const address = downloadAddress('download-record-file', { fileId: file.id })
  return (
    <li className={classes.file}>
      <IconFile size={16} className={classes.mark} aria-hidden />
      <div className={classes.about}>
        {onShow ? (
          <button
            type="button"
            className={classes.name}
            aria-label={strings.preview(file.name)}
            title={file.name}
            onClick={onShow}
          >
            <bdi>{file.name}</bdi>
          </button>
        ) : (
          <a className={classes.name} href={address} download title={file.name}>
            <bdi>{file.name}</bdi>
          </a>
        )}
        <div className={classes.under}>
          {bytesText(file.bytes)} · {file.added_by?.name ?? strings.formerMember} · <RelativeTime at={file.created_at} />
        </div>
      </div>
      <ActionIcon
        component="a"
        href={address}
        download
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={strings.downloadFile(file.name)}
        title={strings.download}
      >
        <IconDownload size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={strings.removeFile(file.name)}
        title={strings.removeFile(file.name)}
        onClick={() => void remove()}
      >
        <IconTrash size={15} aria-hidden />
      </ActionIcon>
    </li>
  )
}

/** What is pasted anywhere on the page, but in a field that takes files of its own. */
const usePastedFiles = (add: (files: readonly File[]) => void): void => {
  const take = useEffectEvent((event: ClipboardEvent): void => {
    const files = pastedFiles(event.clipboardData)
    if (files.length === 0 || event.defaultPrevented) return
    event.preventDefault()
    add(files)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => take(event)
    addEventListener('paste', listen)
    return () => removeEventListener('paste', listen)
  }, [])
}
