import { useEffect, useRef, useState } from 'react'
import { call, foyer } from '#web/gateway.ts'
import { mostBytes, mostFiles } from './sizes.ts'

/** A file that is here, as a draft keeps it. */
export interface StoredFile {
  readonly id: string
  readonly name: string
  readonly bytes: number
}

export interface ComposedFile {
  readonly key: string
  readonly name: string
  readonly bytes: number
  readonly sent: number
  /** Null until it was announced. */
  readonly id: string | null
  readonly error: unknown
}

interface Work {
  readonly file: File
  readonly stop: AbortController
}

export interface EmailFiles {
  readonly files: readonly ComposedFile[]
  readonly bytes: number
  /** All are here, and they fit. */
  readonly isReady: boolean
  readonly ids: readonly string[]
  add(files: readonly File[]): void
  /** Those that are here already. */
  addStored(files: readonly StoredFile[]): void
  remove(key: string): void
  again(key: string): void
  clear(): void
}

/** The files of an email that is being written: uploaded at once, while it is written on. `onChange` gets those that are here. */
export const useEmailFiles = (
  initial: readonly StoredFile[],
  onChange?: (files: readonly StoredFile[]) => void,
): EmailFiles => {
  const [files, setFiles] = useState<readonly ComposedFile[]>(() => initial.map(asComposed))
  const work = useRef(new Map<string, Work>())
  const changed = useRef(onChange)
  changed.current = onChange
  const present = useRef(files)
  const set = (next: readonly ComposedFile[]): void => {
    present.current = next
    setFiles(next)
    changed.current?.(storedOf(next))
  }
  const change = (key: string, changes: Partial<ComposedFile>): void =>
    set(present.current.map((file) => (file.key === key ? { ...file, ...changes } : file)))
  const upload = async (key: string): Promise<void> => {
    const given = work.current.get(key)
    if (!given) return
    change(key, { error: null, sent: 0, id: null })
    try {
      const { file } = await announced(given)
      change(key, { id: file.id })
      await foyer.uploadEmailFile(file.id, given.file, {
        signal: given.stop.signal,
        onProgress: (sent) => change(key, { sent }),
      })
      change(key, { sent: given.file.size })
      work.current.delete(key)
    } catch (error) {
      if (!given.stop.signal.aborted) change(key, { error })
    }
  }
  useEffect(() => {
    const under = work.current
    return () => {
      for (const { stop } of under.values()) stop.abort()
    }
  }, [])
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return {
    files,
    bytes,
    isReady:
      bytes <= mostBytes && files.length <= mostFiles && files.every((file) => file.id !== null && file.sent === file.bytes),
    ids: files.flatMap(({ id }) => (id === null ? [] : [id])),
    add: (given) => {
      const fresh = given.map((file) => ({ key: crypto.randomUUID(), file }))
      set([...present.current, ...fresh.map(({ key, file }) => announcing(key, file))])
      for (const { key, file } of fresh) {
        work.current.set(key, { file, stop: new AbortController() })
        // What is too large alone is refused before a byte of it is sent.
        if (file.size <= mostBytes) void upload(key)
      }
    },
    addStored: (stored) => set([...present.current, ...stored.map(asComposed)]),
    remove: (key) => {
      const file = present.current.find((each) => each.key === key)
      work.current.get(key)?.stop.abort()
      work.current.delete(key)
      set(present.current.filter((each) => each.key !== key))
      // Where that fails it is removed by itself in a day.
      if (file?.id) void call('remove-email-file', { fileId: file.id }).catch(() => {})
    },
    again: (key) => void upload(key),
    clear: () => set([]),
  }
}

const asComposed = ({ id, name, bytes }: StoredFile): ComposedFile => ({ key: id, id, name, bytes, sent: bytes, error: null })

const storedOf = (files: readonly ComposedFile[]): StoredFile[] =>
  files.flatMap(({ id, name, bytes, sent }) => (id !== null && sent === bytes ? [{ id, name, bytes }] : []))

/** A picture that is pasted has no name of its own. */
const announcing = (key: string, file: File): ComposedFile => ({
  ...{ key, name: file.name || 'file', bytes: file.size, sent: 0, id: null, error: null },
})

const announced = ({ file, stop }: Work) =>
  call(
    'create-email-file',
    {
      name: (file.name || 'file').replace(/\p{Cc}/gu, ' ').slice(0, 255),
      size: file.size,
      ...(/^[\w.+-]+\/[\w.+-]+$/.test(file.type) && { mediaType: file.type }),
    },
    { signal: stop.signal },
  )
