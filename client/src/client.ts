import { type ClientCode, type FoyerCode, FoyerError } from './errors.ts'
import { type LiveEvent, type LiveLine, type LiveOptions, openLive } from './live.ts'
import { type CallOptions, type Credential, type Order, type Settings, send } from './sending.ts'
import {
  emailFilePlace,
  type KnowledgeFile,
  type KnowledgeFileOptions,
  type LogoOptions,
  type RecordFileOptions,
  sendKnowledgeFile,
  sendLogo,
  sendRecordFile,
  sendTemplateFile,
  type TakenLogo,
  type TakenPdf,
  type TemplateFileOptions,
  type UploadedRecordFile,
  type UploadOptions,
  uploadContent,
  uploadPlace,
} from './uploading.ts'
import { type Actions, type Downloads, open, type PublicApi, reads } from './wire.ts'

export { type ClientCode, type FoyerCode, FoyerError } from './errors.ts'
export type { LiveEvent, LiveLine, LiveOptions } from './live.ts'
export type { CallOptions, Credential } from './sending.ts'
export type {
  KnowledgeFile,
  KnowledgeFileOptions,
  LogoOptions,
  TakenLogo,
  TakenPdf,
  TemplateFileOptions,
  UploadOptions,
} from './uploading.ts'
export type * from './wire.ts'
/** The names of actions that change nothing. */
export { reads } from './wire.ts'

/** The name of an action of the gateway. */
export type ActionName = keyof Actions
/** What an action takes. */
export type Input<Name extends ActionName> = Actions[Name]['input']
/** What an action answers. */
export type Output<Name extends ActionName> = Actions[Name]['output']
/** The codes with which an action can fail, those of the client itself among them. */
export type CodeOf<Name extends ActionName> = Actions[Name]['errors'] | ClientCode

/** The actions that can be called without an input. */
type Bare = { [Name in ActionName]: Record<never, never> extends Input<Name> ? Name : never }[ActionName]
/** The actions that answer piece by piece, where that is wanted. */
export type StreamedName = { [Name in ActionName]: 'stream' extends keyof Input<Name> ? Name : never }[ActionName]

/** A piece of such an answer. The texts add up to that of the answer; the last piece has everything else of it. */
export type Piece<Name extends StreamedName> = {
  readonly text: string
  /** Of `ask-assistant`: what is being looked up. */
  readonly looking?: { readonly action: string; readonly summary: string }
} & Partial<Omit<Output<Name>, 'text'>>

/** The actions that answer page by page. */
type Paged = { [Name in ActionName]: Output<Name> extends { next_cursor: string | null } ? Name : never }[ActionName]

export type DownloadName = keyof Downloads
export type DownloadInput<Name extends DownloadName> = Downloads[Name]['input']

/** The body of `POST /v1/leads`. */
export type Lead = PublicApi['create-lead']['input']
/** Its four fields. */
export type TakenLead = PublicApi['create-lead']['output']
/** What a dry run says: what would be answered, and the lead as it would be stored. */
export interface ForeseenLead {
  ok: true
  dry_run: true
  lead_id: string | null
  contact_id: string | null
  deduplicated: boolean
  lead: Record<string, unknown>
  unused_fields: string[]
}

export interface WriteOptions extends CallOptions {
  /** Names this call for 24 hours, so that a repeat is answered and not done again. Made anew for each call unless given. */
  readonly idempotencyKey?: string | undefined
}

export type Result<Value, Code extends string = FoyerError['code']> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: FoyerError<Code> }

export interface FoyerOptions {
  /** Where Foyer is: `https://foyer.example.com`. The empty text is the page's own origin. */
  readonly address: string
  /** Of a person, or a key with the scope that an action names. A function is asked before every request. */
  readonly token?: Credential | undefined
  /** Of the lead API: `fo_live_…`. Stands in for a missing token. */
  readonly key?: Credential | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  /** For a whole call, its repeats and waits included. Default: 30,000; 0 for no limit. */
  readonly timeoutMs?: number | undefined
  /** Further tries after the first, where repeating is safe. Default: 3. */
  readonly retries?: number | undefined
  /** A `Retry-After` beyond this is answered, not waited for. Default: 30,000. */
  readonly longestWaitMs?: number | undefined
}

interface Calling {
  /** Calls an action of the gateway. */
  call: {
    <Name extends Bare>(name: Name): Promise<Output<Name>>
    <Name extends ActionName>(name: Name, input: Input<Name>, options?: WriteOptions): Promise<Output<Name>>
  }
  readonly leads: {
    create: {
      /** Says what would happen, and stores nothing. */
      (lead: Lead, options: WriteOptions & { readonly dryRun: true }): Promise<ForeseenLead>
      /** Sends a lead in: `POST /v1/leads`. Needs the `key`. */
      (lead: Lead, options?: WriteOptions & { readonly dryRun?: false }): Promise<TakenLead>
    }
  }
  /** A file, as the response that streams it. */
  download<Name extends DownloadName>(name: Name, input: DownloadInput<Name>, options?: CallOptions): Promise<Response>
  /** Sends the bytes of a file that `create-upload` announced, in parts, and goes on where a broken line left off. */
  upload(uploadId: string, content: Blob, options?: UploadOptions): Promise<void>
  /** The same for a file that `create-email-file` announced. */
  uploadEmailFile(fileId: string, content: Blob, options?: UploadOptions): Promise<void>
  /** Sends a PDF for a template, and answers what `create-template` takes as `file`: its `id`, with its pages. */
  uploadTemplateFile(content: Blob, options: TemplateFileOptions): Promise<TakenPdf>
  /** Sends text, Markdown, HTML or a PDF, and answers what `save-knowledge` takes as `file`: its `id`. */
  uploadKnowledgeFile(content: Blob, options: KnowledgeFileOptions): Promise<KnowledgeFile>
  /** Sends a PNG or JPEG, and answers what `save-business` takes as `logoId`: its `id`. */
  uploadLogo(content: Blob, options?: LogoOptions): Promise<TakenLogo>
  /** Sends a file, and answers what `add-record-file` takes as `fileId`: its `id`. */
  uploadRecordFile(content: Blob, options: RecordFileOptions): Promise<UploadedRecordFile>
}

interface Trying {
  call: {
    <Name extends Bare>(name: Name): Promise<Result<Output<Name>, CodeOf<Name>>>
    <Name extends ActionName>(
      name: Name,
      input: Input<Name>,
      options?: WriteOptions,
    ): Promise<Result<Output<Name>, CodeOf<Name>>>
  }
  readonly leads: {
    create: {
      (lead: Lead, options: WriteOptions & { readonly dryRun: true }): Promise<Result<ForeseenLead>>
      (lead: Lead, options?: WriteOptions & { readonly dryRun?: false }): Promise<Result<TakenLead>>
    }
  }
  download<Name extends DownloadName>(name: Name, input: DownloadInput<Name>, options?: CallOptions): Promise<Result<Response>>
  upload(uploadId: string, content: Blob, options?: UploadOptions): Promise<Result<void>>
  uploadEmailFile(fileId: string, content: Blob, options?: UploadOptions): Promise<Result<void>>
  uploadTemplateFile(content: Blob, options: TemplateFileOptions): Promise<Result<TakenPdf>>
  uploadKnowledgeFile(content: Blob, options: KnowledgeFileOptions): Promise<Result<KnowledgeFile>>
  uploadLogo(content: Blob, options?: LogoOptions): Promise<Result<TakenLogo>>
  uploadRecordFile(content: Blob, options: RecordFileOptions): Promise<Result<UploadedRecordFile>>
}

/** A page of the server's own reference: an action, an event, an error code, a chapter of the guide. */
export interface ReferencePage {
  name: string
  title: string
  /** A path of the server. */
  href: string
  /** Everything else that it speaks of, for a search. */
  words: string
  /** Of two that fit equally, the smaller comes first: actions are 0. */
  order: number
  /** Actions alone have one. */
  effect?: 'read' | 'write'
}

export interface Foyer extends Calling {
  /** The same calls, for those who branch on the code: they answer `{ ok, value }` or `{ ok, error }` and throw nothing. */
  readonly try: Trying
  /** The pages of a list, one after the other: `for await (const { leads } of foyer.pages('list-leads', {}))`. */
  pages<Name extends Paged>(name: Name, input: Input<Name>, options?: CallOptions): AsyncGenerator<Output<Name>, void, void>
  /**
   * An answer as it comes: `for await (const { text } of foyer.stream('ai-chat', { prompt }))`. It has no time limit but that of the server;
   * leaving the loop, or `signal`, ends it there too. What breaks it off is thrown: the texts before it are not the whole answer.
   */
  stream<Name extends StreamedName>(
    name: Name,
    input: Omit<Input<Name>, 'stream'>,
    options?: Pick<WriteOptions, 'signal' | 'idempotencyKey'>,
  ): AsyncGenerator<Piece<Name>, void, void>
  /** Says what kind of thing changed, as it happens. Comes back by itself when the line is lost. */
  live(onEvent: (event: LiveEvent) => void, options?: LiveOptions): LiveLine
  /** What the server's own reference, at `/docs`, can be searched for. */
  reference(options?: CallOptions): Promise<ReferencePage[]>
  /** The address of a download, for a link in a page where the session's cookie opens it. */
  downloadAddress<Name extends DownloadName>(name: Name, input: DownloadInput<Name>): string
}

/**
 * A client of one Foyer. Every call resolves with the answer or throws a FoyerError. What reads, and what carries an
 * Idempotency-Key (every write of a person or a key does), is repeated by itself after a trouble that passes.
 */
export const makeFoyer = (options: FoyerOptions): Foyer => {
  const settings: Settings = {
    address: options.address.replace(/\/+$/, ''),
    // Looked up at each call, and called as a bare function: browsers insist on both.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 3,
    longestWaitMs: options.longestWaitMs ?? 30_000,
  }
  const personal = options.token ?? options.key

  const call = async (
    name: string,
    input: object = {},
    { idempotencyKey, asMember, ...call }: WriteOptions = {},
  ): Promise<unknown> => {
    const isOpen = open.has(name)
    const isRead = reads.has(name)
    // Idempotency keys are stored per credential: calls without one are sent once.
    const key = isRead || isOpen ? undefined : (idempotencyKey ?? newIdempotencyKey())
    return send(
      settings,
      {
        method: 'POST',
        path: '/gateway',
        headers: jsonHeaders(key),
        body: JSON.stringify({ ...input, type: name }),
        credential: isOpen && !asMember ? undefined : personal,
        repeatable: isRead || key !== undefined,
      },
      call,
      readJson,
    )
  }

  const create = async (
    lead: Lead,
    { dryRun = false, idempotencyKey, ...call }: WriteOptions & { readonly dryRun?: boolean } = {},
  ): Promise<unknown> =>
    send(
      settings,
      {
        method: 'POST',
        path: dryRun ? '/v1/leads?dry_run=true' : '/v1/leads',
        headers: jsonHeaders(dryRun ? undefined : (idempotencyKey ?? newIdempotencyKey())),
        body: JSON.stringify(lead),
        credential: options.key,
        repeatable: true,
      },
      call,
      readJson,
    )

  const download = (name: string, input: object, call: CallOptions = {}): Promise<Response> =>
    send(
      settings,
      { ...downloadOf(name, input), credential: personal, repeatable: true, streams: true },
      call,
      async (response) => response,
    )

  const uploads = uploadsOf(settings, personal, () => foyer)
  const calling = { call, leads: { create }, download, ...uploads } as unknown as Calling
  const foyer: Foyer = {
    ...calling,
    try: {
      call: settled(call),
      leads: { create: settled(create) },
      download: settled(download),
      upload: settled(uploads.upload),
      uploadEmailFile: settled(uploads.uploadEmailFile),
      uploadTemplateFile: settled(uploads.uploadTemplateFile),
      uploadKnowledgeFile: settled(uploads.uploadKnowledgeFile),
      uploadLogo: settled(uploads.uploadLogo),
      uploadRecordFile: settled(uploads.uploadRecordFile),
    } as unknown as Trying,
    async *pages(name, input, more) {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = (await call(name, cursor ? { ...input, cursor } : input, more)) as Output<typeof name>
        yield page
        cursor = (page as { next_cursor: string | null }).next_cursor
      }
    },
    stream: (name, input, more = {}) => piecesOf(settings, personal, { ...more, name, input }),
    live: (onEvent, more = {}) => openLive(settings, personal, onEvent, more),
    reference: async (more = {}) =>
      (await send(settings, { method: 'GET', path: '/docs/search.json', repeatable: true }, more, readJson)) as ReferencePage[],
    downloadAddress: (name, input) => `${settings.address}${downloadPath(name, input)}`,
  }
  return foyer
}

/** What the last event but one of a stream says that broke off. */
interface Broken {
  readonly error?: string
  readonly code?: string
  readonly request_id?: string | null
}

/** The caller knows of which action they are. */
async function* piecesOf(
  { address, fetch }: Settings,
  credential: Credential | undefined,
  { signal = new AbortController().signal, ...order }: StreamOrder,
): AsyncGenerator<never, void, void> {
  // A page that streams nothing does not load it.
  const { openStream } = await import('./streaming.ts')
  const token = async (refused?: string): Promise<string> =>
    (typeof credential === 'function' ? await credential(refused) : credential) ?? ''
  try {
    for await (const piece of openStream<Broken>({ ...order, address, fetch, signal, token })) {
      const { error: message, code, request_id: requestId = null } = piece
      if (message !== undefined)
        throw new FoyerError({ ...{ message, code: code as FoyerCode, requestId }, status: 200, facts: { ...piece } })
      yield piece as never
    }
  } catch (error) {
    throw signal.aborted && !(error instanceof FoyerError)
      ? new FoyerError({ message: 'The call was aborted.', code: 'aborted', status: 0, cause: error })
      : error
  }
}

interface StreamOrder extends Pick<WriteOptions, 'idempotencyKey' | 'signal'> {
  readonly name: string
  readonly input: object
}

const parametersOf = (input: object): string => {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return new URLSearchParams(Object.fromEntries(given.map(([member, value]) => [member, String(value)]))).toString()
}

const downloadPath = (name: string, input: object): string => {
  const query = parametersOf(input)
  return `/download/${name}${query ? `?${query}` : ''}`
}

/** What is longer is sent as a form: servers and proxies end addresses at 8 to 16 KB. */
const longestPath = 7_500

const downloadOf = (name: string, input: object): Pick<Order, 'method' | 'path' | 'body' | 'headers'> => {
  const path = downloadPath(name, input)
  if (path.length <= longestPath) return { method: 'GET', path }
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', path: `/download/${name}`, headers, body: parametersOf(input) }
}

/** Sends files in parts; how far the server has got says the action that shows the file. */
const uploadsOf = (settings: Settings, credential: Credential | undefined, foyer: () => Foyer) => ({
  upload: (uploadId: string, content: Blob, more: UploadOptions = {}): Promise<void> => {
    const received = async (): Promise<number | null> => {
      const { upload } = await foyer().call('show-upload', { uploadId })
      return upload.state === 'uploading' ? upload.received_bytes : null
    }
    return uploadContent(settings, credential, uploadPlace(uploadId), content, received, more)
  },
  uploadEmailFile: (fileId: string, content: Blob, more: UploadOptions = {}): Promise<void> => {
    const received = async (): Promise<number | null> => {
      const { file } = await foyer().call('show-email-file', { fileId })
      return file.received_bytes === content.size ? null : file.received_bytes
    }
    return uploadContent(settings, credential, emailFilePlace(fileId), content, received, more)
  },
  uploadTemplateFile: (content: Blob, options: TemplateFileOptions): Promise<TakenPdf> =>
    sendTemplateFile(settings, credential, content, options),
  uploadKnowledgeFile: (content: Blob, options: KnowledgeFileOptions): Promise<KnowledgeFile> =>
    sendKnowledgeFile(settings, credential, content, options),
  uploadLogo: (content: Blob, options: LogoOptions = {}): Promise<TakenLogo> =>
    sendLogo(settings, credential, content, options),
  uploadRecordFile: (content: Blob, options: RecordFileOptions): Promise<UploadedRecordFile> =>
    sendRecordFile(settings, credential, content, options),
})

/** The same call with its failure as a value. Whatever is no FoyerError is a defect, and thrown on. */
const settled =
  <Given extends unknown[], Value>(work: (...given: Given) => Promise<Value>) =>
  async (...given: Given): Promise<Result<Value>> => {
    try {
      return { ok: true, value: await work(...given) }
    } catch (error) {
      if (error instanceof FoyerError) return { ok: false, error }
      throw error
    }
  }

const jsonHeaders = (idempotencyKey: string | undefined): Record<string, string> => ({
  'Content-Type': 'application/json',
  ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
})

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FoyerError({
      message: 'The response did not come from Foyer.',
      code: 'answer_unreadable',
      status: response.status,
      requestId: response.headers.get('X-Request-Id'),
      cause,
    })
  }
}

/** A key for a call that may have to be made again. crypto.randomUUID is missing on pages that came by plain http from another machine. */
export const newIdempotencyKey = (): string =>
  typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
