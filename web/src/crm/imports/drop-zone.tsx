import { Button, Title } from '@mantine/core'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { IconFileUpload } from '#icons'
import { strings } from './strings.ts'
import classes from './uploads.module.css'

/** Where a file is dropped, or chosen with the keyboard. */
export const DropZone = ({ onFile, busy }: { onFile: (file: File) => void; busy: boolean }) => {
  const [isOver, setIsOver] = useState(false)
  const [hint, setHint] = useState('')
  useFilesStayOut()

  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    const { files } = event.dataTransfer
    setHint(files.length > 1 ? strings.onlyOne : '')
    if (files.length === 1 && files[0]) onFile(files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button works for all input
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={32} stroke={1.5} className={classes.dropMark} aria-hidden />
      <Title order={2}>{isOver ? strings.dropHere : strings.dropTitle}</Title>
      <p className={classes.dropText}>{strings.dropText}</p>
      <ChooseFile label={strings.choose} onFile={onFile} busy={busy} />
      <div role="status">{hint}</div>
    </div>
  )
}

export const ChooseFile = ({
  label,
  onFile,
  busy = false,
}: {
  label: string
  onFile: (file: File) => void
  busy?: boolean
}) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button loading={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        hidden
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // The same file may be chosen again.
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

/** A file that misses the zone would replace the app by itself. */
const useFilesStayOut = (): void => {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}
