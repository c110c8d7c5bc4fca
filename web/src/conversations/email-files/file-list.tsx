import { Button, CloseButton } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { IconFile, IconFilePlus } from '#icons'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { FileZone } from '#web/ui/file-zone.tsx'
import classes from './file-list.module.css'
import { mostBytes, mostFiles, shownSize } from './sizes.ts'
import { strings } from './strings.ts'
import type { ComposedFile, EmailFiles } from './use-email-files.ts'

/** Where an email is written: files can be dropped and pasted anywhere in it. Null: nothing takes files now. */
export const EmailFileZone = ({ files, children }: { files: EmailFiles | null; children: ReactNode }) => (
  <FileZone words={strings.drop} takesPasted onFiles={files?.add ?? null}>
    {children}
  </FileZone>
)

/** The files of an email, how much they are, and the button that adds some. */
export const FileList = ({ files, size = 'xs' }: { files: EmailFiles; size?: 'xs' | 'compact-xs' }) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={classes.files}>
      {files.files.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.list} role="list" aria-label={strings.list}>
          {files.files.map((file) => (
            <Row key={file.key} file={file} files={files} />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        <Button
          size={size}
          variant="default"
          leftSection={<IconFilePlus size={15} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {strings.add}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={strings.add}
          onChange={(event) => {
            const chosen = [...(event.currentTarget.files ?? [])]
            // The same file may be chosen again.
            event.currentTarget.value = ''
            files.add(chosen)
          }}
        />
        <span className={classes.sum} role="status" data-bad={isTooMuch(files) || undefined}>
          {sumOf(files)}
        </span>
      </div>
    </div>
  )
}

const isTooMuch = ({ bytes, files }: EmailFiles): boolean => bytes > mostBytes || files.length > mostFiles

const sumOf = ({ bytes, files }: EmailFiles): string => {
  if (bytes > mostBytes) return strings.tooLarge(shownSize(bytes))
  if (files.length > mostFiles) return strings.tooMany
  return files.length === 0 ? strings.limit : strings.sum(shownSize(bytes), files.length)
}

const Row = ({ file, files }: { file: ComposedFile; files: EmailFiles }) => {
  const { key, name, bytes, sent, id, error } = file
  const isHere = id !== null && sent === bytes
  return (
    <li className={classes.file}>
      <IconFile size={16} stroke={1.6} aria-hidden />
      <span className={classes.name}>
        <bdi>{strings.file(name, shownSize(bytes))}</bdi>
        {error ? <span className={classes.error}>{sentenceOf(error)}</span> : null}
      </span>
      {error ? (
        <Button size="compact-xs" variant="default" onClick={() => files.again(key)}>
          {strings.again(name)}
        </Button>
      ) : (
        !isHere &&
        bytes <= mostBytes && (
          <progress className={classes.progress} max={bytes} value={sent} aria-label={strings.sending(name, percentOf(file))} />
        )
      )}
      <CloseButton size="sm" aria-label={strings.remove(name)} onClick={() => files.remove(key)} />
    </li>
  )
}

const percentOf = ({ sent, bytes }: ComposedFile): number => (bytes === 0 ? 100 : Math.floor((100 * sent) / bytes))
