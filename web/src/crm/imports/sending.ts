import { useSyncExternalStore } from 'react'
import { call, foyer } from '#web/gateway.ts'

/** A file that this tab is sending. It goes on while other pages are looked at. */
export interface Sending {
  readonly file: File
  readonly sent: number
  readonly error: Error | null
}

const sendings = new Map<string, Sending & { readonly stop: AbortController }>()
const watchers = new Set<() => void>()

/** What this tab is sending for an upload; undefined when it is not. */
export const useSending = (uploadId: string): Sending | undefined =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => sendings.get(uploadId),
  )

/** Announces a file and begins to send it. Answers as soon as the upload has a page of its own. */
export const sendFile = async (file: File): Promise<string> => {
  const { upload } = await call('create-upload', { name: file.name.slice(0, 255), size: file.size })
  resumeFile(upload.id, file, 0)
  return upload.id
}

/** Sends the rest of a file, from the byte on up to which it is there. */
export const resumeFile = (uploadId: string, file: File, from: number): void => {
  sendings.get(uploadId)?.stop.abort()
  const stop = new AbortController()
  set(uploadId, { file, sent: from, error: null, stop })
  void send(uploadId, file, from, stop)
}

const send = async (uploadId: string, file: File, from: number, stop: AbortController): Promise<void> => {
  let sent = from
  const result = await foyer.try.upload(uploadId, file, {
    from,
    signal: stop.signal,
    onProgress(known) {
      sent = known
      if (!stop.signal.aborted) set(uploadId, { file, sent, error: null, stop })
    },
  })
  if (stop.signal.aborted) return
  if (result.ok) end(uploadId)
  else set(uploadId, { file, sent, error: result.error, stop })
}

/** Forgets what this tab was sending. */
export const forgetSending = (uploadId: string): void => end(uploadId)

const set = (uploadId: string, sending: Sending & { readonly stop: AbortController }): void => {
  sendings.set(uploadId, sending)
  tell()
}

const end = (uploadId: string): void => {
  sendings.get(uploadId)?.stop.abort()
  sendings.delete(uploadId)
  tell()
}

const isSending = (): boolean => [...sendings.values()].some(({ error }) => error === null)
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

const tell = (): void => {
  if (isSending()) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
  for (const changed of watchers) changed()
}
