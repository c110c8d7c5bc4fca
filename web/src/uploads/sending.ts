import { useSyncExternalStore } from 'react'
import { CallError, call, freshToken, isUnreachable } from '../gateway.ts'
import type { Output } from '../wire.ts'

export type Shown = Output<'show-upload'>['upload']

/** A file that this tab is sending. It goes on while other pages are looked at. */
export interface Sending {
  readonly file: File
  readonly sent: number
  readonly error: Error | null
}

const sendings = new Map<string, Sending>()
const watchers = new Set<() => void>()

/** Small enough for any proxy, large enough that the way there and back does not count. */
const partBytes = 8 * 1024 * 1024
const mostTries = 6

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
  set(uploadId, { file, sent: from, error: null })
  void send(uploadId, file, from)
}

const send = async (uploadId: string, file: File, from: number): Promise<void> => {
  let sent = from
  let tries = 0
  while (sendings.has(uploadId)) {
    try {
      sent = await sendPart(uploadId, file, sent)
      tries = 0
      if (sent >= file.size) return end(uploadId)
      set(uploadId, { file, sent, error: null })
    } catch (error) {
      const passes = isUnreachable(error) || (error instanceof CallError && (error.status >= 500 || error.status === 408))
      const isBehind = error instanceof CallError && error.code === 'upload_offset_wrong'
      if ((!passes && !isBehind) || ++tries >= mostTries)
        return set(uploadId, { file, sent, error: error instanceof Error ? error : new Error(String(error)) })
      await new Promise((done) => setTimeout(done, 500 * 2 ** tries))
      // An answer may have been lost behind its part: the server knows how much is there.
      const known = await call('show-upload', { uploadId }).catch(() => null)
      if (known) {
        if (known.upload.state !== 'uploading') return end(uploadId)
        sent = known.upload.received_bytes
      }
    }
  }
}

const sendPart = async (uploadId: string, file: File, from: number): Promise<number> => {
  const part = file.slice(from, from + partBytes)
  let response: Response
  try {
    response = await fetch(`/uploads/${uploadId}/content?from=${from}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${await freshToken()}`, 'Content-Type': 'application/octet-stream' },
      body: part,
    })
  } catch (cause) {
    if (cause instanceof CallError) throw cause
    throw new CallError({ message: 'Foyer cannot be reached right now.', code: 'network', status: 0, cause })
  }
  if (response.ok) return from + part.size
  const said = (await response.json().catch(() => ({}))) as { error?: string; code?: string; request_id?: string }
  throw new CallError({
    message: said.error ?? `The server answered ${response.status}.`,
    code: said.code ?? 'server_error',
    status: response.status,
    requestId: said.request_id ?? null,
  })
}

/** Forgets what this tab was sending. */
export const forgetSending = (uploadId: string): void => end(uploadId)

const set = (uploadId: string, sending: Sending): void => {
  sendings.set(uploadId, sending)
  tell()
}

const end = (uploadId: string): void => {
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
