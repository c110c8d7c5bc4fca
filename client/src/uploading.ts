import { FoyerError, mayPass } from './errors.ts'
import { type CallOptions, type Credential, type Settings, send } from './sending.ts'
import type { TemplateFile } from './wire.ts'

export interface UploadOptions extends Pick<CallOptions, 'signal'> {
  /** The byte to go on from: `received_bytes` of `show-upload`. Default: 0. */
  readonly from?: number | undefined
  /** After each part, with all the bytes that are there. */
  readonly onProgress?: ((sent: number) => void) | undefined
}

/** A PDF for a template, as it was taken. */
export type TakenPdf = TemplateFile

export interface TemplateFileOptions extends Pick<CallOptions, 'signal'> {
  /** As the file is called. */
  readonly name: string
}

/** What could be read of a file that answers are taken from. */
export interface KnowledgeFile {
  /** The `file` of `save-knowledge`. */
  readonly id: string
  readonly name: string
  readonly kind: 'text' | 'markdown' | 'html' | 'pdf'
  /** As its words show it: `en`, `de`, … or `other`. */
  readonly language: string
  readonly words: number
}

export interface KnowledgeFileOptions extends Pick<CallOptions, 'signal'> {
  /** As the file is called: its ending says what it is where its bytes do not. */
  readonly name: string
}

export type LogoOptions = Pick<CallOptions, 'signal'>

/** A logo, as it was taken. */
export interface TakenLogo {
  /** The `logoId` of `save-business`. */
  readonly id: string
  readonly width: number
  readonly height: number
  /** Where it can be loaded from. */
  readonly url: string
}

/** A file that is stored, and part of no record yet. */
export interface UploadedRecordFile {
  /** The `fileId` of `add-record-file`. */
  readonly id: string
  /** Without folders and hidden characters. */
  readonly name: string
  /** As its first bytes say. */
  readonly media_type: string
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

export interface RecordFileOptions extends Pick<CallOptions, 'signal'> {
  /** As the file is called. */
  readonly name: string
}

/** Where the bytes of a file go, and in parts of which size. */
export interface UploadPlace {
  readonly path: string
  readonly partBytes: number
}

/** Small enough for any proxy, large enough that the way there and back does not count. */
export const uploadPlace = (uploadId: string): UploadPlace => ({
  path: `/uploads/${encodeURIComponent(uploadId)}/content`,
  partBytes: 8 * 1024 * 1024,
})

/** Smaller: a person watches how far it is. */
export const emailFilePlace = (fileId: string): UploadPlace => ({
  path: `/email-files/${encodeURIComponent(fileId)}/content`,
  partBytes: 1024 * 1024,
})

const partTimeoutMs = 10 * 60_000
const mostTries = 6

/** Sends what is missing, part after part. Throws a FoyerError when a part fails for good. */
export const uploadContent = async (
  settings: Settings,
  credential: Credential | undefined,
  { path, partBytes }: UploadPlace,
  content: Blob,
  /** How far the server has got; null when it takes no more. */
  received: () => Promise<number | null>,
  { from = 0, onProgress, signal }: UploadOptions,
): Promise<void> => {
  let sent = from
  let tries = 0
  while (sent < content.size || content.size === 0) {
    const part = content.slice(sent, sent + partBytes)
    try {
      await send(
        settings,
        {
          method: 'PUT',
          path: `${path}?from=${sent}`,
          headers: { 'Content-Type': 'application/octet-stream' },
          body: part,
          credential,
          repeatable: false,
        },
        { signal, timeoutMs: partTimeoutMs },
        async () => {},
      )
      sent += part.size
      tries = 0
      onProgress?.(sent)
      if (content.size === 0) return
    } catch (error) {
      if (!(error instanceof FoyerError)) throw error
      const mayGoOn =
        error.code === 'upload_offset_wrong' ||
        error.code === 'email_file_offset_wrong' ||
        error.status === 500 ||
        mayPass(error)
      if (!mayGoOn || ++tries >= mostTries) throw error
      await new Promise((done) => setTimeout(done, 500 * 2 ** tries))
      // An answer may have been lost behind its part: the server knows how much is there.
      const known = await received().catch(() => sent)
      if (known === null) return
      sent = known
    }
  }
}

/** Sends a file in one request; what the server makes of it is the `file` of its answer. */
const sendFile = <Taken>(
  settings: Settings,
  credential: Credential | undefined,
  content: Blob,
  { path, type, name, ...options }: TemplateFileOptions & { readonly path: string; readonly type: string },
): Promise<Taken> =>
  send(
    settings,
    {
      method: 'PUT',
      path: `${path}?name=${encodeURIComponent(name)}`,
      headers: { 'Content-Type': type },
      body: content,
      credential,
      repeatable: true,
    },
    { timeoutMs: partTimeoutMs, ...options },
    async (response) => ((await response.json()) as { file: Taken }).file,
  )

/** Sends a PDF for a template. A repeat answers the same file. */
export const sendTemplateFile = (
  settings: Settings,
  credential: Credential | undefined,
  content: Blob,
  options: TemplateFileOptions,
): Promise<TakenPdf> =>
  sendFile(settings, credential, content, { ...options, path: '/template-files', type: 'application/pdf' })

/** Sends a file of text, Markdown, HTML or a PDF, of which a document for answers can be made. */
export const sendKnowledgeFile = (
  settings: Settings,
  credential: Credential | undefined,
  content: Blob,
  options: KnowledgeFileOptions,
): Promise<KnowledgeFile> =>
  sendFile(settings, credential, content, { ...options, path: '/knowledge-files', type: 'application/octet-stream' })

/** Sends a logo: a PNG or JPEG. A repeat answers the same logo. */
export const sendLogo = (
  settings: Settings,
  credential: Credential | undefined,
  content: Blob,
  options: LogoOptions,
): Promise<TakenLogo> =>
  sendFile(settings, credential, content, { ...options, name: 'logo', path: '/business-logo', type: content.type })

/** Sends a file of at most 25 MB that is to be added to a contact, company, lead or deal. */
export const sendRecordFile = (
  settings: Settings,
  credential: Credential | undefined,
  content: Blob,
  options: RecordFileOptions,
): Promise<UploadedRecordFile> =>
  sendFile(settings, credential, content, { ...options, path: '/record-files', type: 'application/octet-stream' })
