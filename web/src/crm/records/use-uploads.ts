import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, foyer } from '#web/gateway.ts'
import { sentenceOf } from '#web/ui/error-note.tsx'
import type { RecordOf } from './record-kinds.ts'
import { strings } from './strings.ts'

const mostBytes = 25 * 2 ** 20

/** A file on its way, or why it did not get there. */
export interface Upload {
  readonly key: string
  readonly name: string
  readonly error: string | null
}

/** Sends files one after the other and adds each to the record. */
export const useUploads = ({ kind, id }: RecordOf) => {
  const queries = useQueryClient()
  const [all, setAll] = useState<readonly Upload[]>([])
  const drop = (key: string): void => setAll((before) => before.filter((each) => each.key !== key))
  const fail = (key: string, error: string): void =>
    setAll((before) => before.map((each) => (each.key === key ? { ...each, error } : each)))
  const send = async (file: File, key: string): Promise<void> => {
    if (file.size > mostBytes) return fail(key, strings.fileTooLarge)
    try {
      const { id: fileId } = await foyer.uploadRecordFile(file, { name: file.name })
      await call('add-record-file', { kind, recordId: id, fileId })
      drop(key)
    } catch (error) {
      fail(key, sentenceOf(error))
    }
  }
  return {
    all,
    dismiss: drop,
    async add(files: readonly File[]): Promise<void> {
      const given = files.map((file) => ({ file, key: crypto.randomUUID() }))
      setAll((before) => [...before, ...given.map(({ file, key }) => ({ key, name: file.name, error: null }))])
      for (const { file, key } of given) await send(file, key)
      await Promise.all(['list-record-files', 'list-timeline'].map((root) => queries.invalidateQueries({ queryKey: [root] })))
    },
  }
}
