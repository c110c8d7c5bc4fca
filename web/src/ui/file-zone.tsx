import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react'
import classes from './file-zone.module.css'

/** Where files can be dropped, and with `takesPasted` pasted. Without `onFiles` nothing takes any now. */
export const FileZone = ({
  words,
  takesPasted = false,
  onFiles,
  children,
}: {
  /** What to do, while files are over it. */
  words: string
  takesPasted?: boolean
  onFiles: ((files: readonly File[]) => void) | null
  children: ReactNode
}) => {
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => onFiles !== null && dataTransfer.types.includes('Files')
  const paste = (event: ClipboardEvent): void => {
    const pasted = pastedFiles(event.clipboardData)
    if (!onFiles || pasted.length === 0) return
    event.preventDefault()
    onFiles(pasted)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button works for all input
    <div
      className={classes.zone}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles?.([...event.dataTransfer.files])
      }}
      {...(takesPasted && { onPaste: paste })}
    >
      {children}
      {isOver && <div className={classes.over}>{words}</div>}
    </div>
  )
}

/**
 * Files that are meant by pasting. Programs for texts and tables copy a picture beside the text: the text is meant. macOS copies the name
 * of a file beside the file.
 */
export const pastedFiles = (data: DataTransfer | null): readonly File[] => {
  const files = [...(data?.files ?? [])]
  const names = new Set(files.map(({ name }) => name))
  const lines = (data?.getData('text/plain') ?? '').split(/[\r\n]+/).filter(Boolean)
  return lines.every((line) => names.has(line)) ? files : []
}
