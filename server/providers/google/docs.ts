import { z } from 'zod'
import { type Answer, NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import type { OnlineDocFault, OnlineDocs, OnlineDocsAccount } from '#ports/online-docs.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { parsed } from '../answers.ts'
import { docOf, GoogleDoc } from './docs-text.ts'
import { type Asked, type CallParts, type GoogleCalls, makeGoogleCalls, needed } from './google-calls.ts'

const File = z.object({ id: z.string() })
const FileList = z.object({
  files: z.array(z.object({ id: z.string(), createdTime: z.string().nullish() })).default([]),
  nextPageToken: z.string().nullish(),
})
const Replies = z.object({
  replies: z.array(z.object({ replaceAllText: z.object({ occurrencesChanged: z.int().nullish() }).nullish() })).default([]),
})
const Nothing = z.null()

/** A document has 1.02 million characters at most; with what Google says of each run of them it is some times as much. */
const docs = { root: '/v1/documents', timeoutMs: 20_000, maxBytes: 32 * 1024 * 1024, lacks: 'documents' }
const drive = { root: '/drive/v3/files', timeoutMs: 20_000, maxBytes: 1024 * 1024, lacks: 'documents' }
const copyTimeoutMs = 30_000
const exportTimeoutMs = 60_000
/** Google exports 10 MB at most. */
const mostExportBytes = 11 * 1024 * 1024
/** Less than this is not worth a call. */
const leastMs = 500
const mostPages = 10

/** By which a copy is found again; only this OAuth client sees it. */
const markKey = 'foyerAttempt'

/** Google Docs and Drive (https://developers.google.com/workspace/docs/api/reference/rest, …/drive/api/reference/rest/v3), with one consent. */
export const googleDocs = (parts: Parts): OnlineDocs => {
  const kit = kitOf(parts)
  return { ...copiesOf(kit), ...textsOf(kit) }
}

type Parts = CallParts & Pick<OnlineDocsAccount, 'until'> & { readonly filesBase: string }

/** How both APIs are asked, within the time that the caller has left. */
const kitOf = (parts: Parts) => {
  const { until, now } = parts
  const ask = async (calls: GoogleCalls, asked: Asked, more: Parameters<GoogleCalls['ask']>[1] = {}): Promise<Answer> => {
    const leftMs = until.getTime() - now().getTime()
    if (leftMs < leastMs) throw new ProviderError('unreachable', 'Google took too long.')
    const answer = await calls.ask(asked, { ...more, timeoutMs: Math.min(more.timeoutMs ?? docs.timeoutMs, leftMs) })
    const fault = faultOf(answer)
    if (fault) throw new ProviderError('refused', fault.says, { code: fault.code })
    return answer
  }
  return {
    ask,
    /** What changes something: where no answer came that can be read, it may have been done. */
    async change<T>(
      calls: GoogleCalls,
      { shape, ...asked }: Asked & { readonly shape: z.ZodType<T> },
      more: Parameters<typeof ask>[2],
    ): Promise<T> {
      try {
        return needed(calls.read(await ask(calls, asked, { ...more, canRepeat: false }), shape))
      } catch (error) {
        throw asUncertain(error)
      }
    },
    async call<T>(calls: GoogleCalls, { shape, ...asked }: Asked & { readonly shape: z.ZodType<T> }): Promise<T> {
      return needed(calls.read(await ask(calls, asked), shape))
    },
    ofDocs: makeGoogleCalls(parts, docs),
    ofDrive: makeGoogleCalls({ ...parts, base: parts.filesBase }, drive),
  }
}
type Kit = ReturnType<typeof kitOf>

/** What a document says, and what is put into it. */
const textsOf = ({ change, call, ofDocs }: Kit): Pick<OnlineDocs, 'read' | 'replace'> => ({
  async read(fileId) {
    const query = { includeTabsContent: 'true', suggestionsViewMode: 'SUGGESTIONS_INLINE' }
    const path = `/${encodeURIComponent(fileId)}`
    return docOf(await call(ofDocs, { operation: 'documents.get', method: 'GET', path, query, shape: GoogleDoc }))
  },

  async replace(copyId, replacements) {
    const requests = replacements.map(({ find, put }) => ({
      replaceAllText: { containsText: { text: find, matchCase: true }, replaceText: put },
    }))
    const path = `/${encodeURIComponent(copyId)}:batchUpdate`
    const asked = { operation: 'documents.batchUpdate', method: 'POST', path, body: { requests }, shape: Replies } as const
    const { replies } = await change(ofDocs, asked, { timeoutMs: copyTimeoutMs })
    // A reply without a number means that there was nothing to replace.
    return requests.map((_, at) => replies[at]?.replaceAllText?.occurrencesChanged ?? 0)
  },
})

/** Files: copies of documents, and what they look like on paper. */
const copiesOf = ({ ask, change, call, ofDrive }: Kit): Omit<OnlineDocs, 'read' | 'replace'> => ({
  async copy(fileId, { title, mark }) {
    const asked = {
      operation: 'files.copy',
      method: 'POST',
      path: `/${encodeURIComponent(fileId)}/copy`,
      shape: File,
      query: { supportsAllDrives: 'true', fields: 'id' },
      // The folder of the template may be shared with people who must not read this client's contract.
      body: { name: title, parents: ['root'], appProperties: { [markKey]: mark } },
    } as const
    return (await change(ofDrive, asked, { timeoutMs: copyTimeoutMs })).id
  },

  async findCopies(mark) {
    const found: z.output<typeof FileList>['files'] = []
    let pageToken: string | undefined
    for (let pages = 0; pages < mostPages; pages++) {
      const query = {
        q: `appProperties has { key='${markKey}' and value='${mark.replaceAll(/['\\]/g, '\\$&')}' } and trashed = false`,
        ...{ fields: 'nextPageToken,files(id,createdTime)', spaces: 'drive', pageSize: '100', pageToken },
      }
      const page = await call(ofDrive, { operation: 'files.list', method: 'GET', path: '', query, shape: FileList })
      found.push(...page.files)
      if (!page.nextPageToken) break
      pageToken = page.nextPageToken
    }
    return found.sort((a, b) => (a.createdTime ?? '').localeCompare(b.createdTime ?? '')).map(({ id }) => id)
  },

  async exportPdf(fileId) {
    const query = { mimeType: 'application/pdf' }
    const path = `/${encodeURIComponent(fileId)}/export`
    const more = { timeoutMs: exportTimeoutMs, isLarge: true, maxBytes: mostExportBytes }
    const answer = await ask(ofDrive, { operation: 'files.export', method: 'GET', path, query }, more)
    if (answer.status !== 200) return needed(ofDrive.read(answer, z.never()))
    // A proxy's page is no document.
    if (answer.isCut || !answer.body.subarray(0, 1_024).includes('%PDF-'))
      throw new ProviderError('broken', 'Google returned an invalid response.')
    return answer.body
  },

  async remove(copyId) {
    const query = { supportsAllDrives: 'true' }
    const path = `/${encodeURIComponent(copyId)}`
    try {
      await call(ofDrive, { operation: 'files.delete', method: 'DELETE', path, query, shape: Nothing })
    } catch (error) {
      if (!(error instanceof ProviderError && error.code === 'doc_not_there')) throw error
    }
  },
})

const asUncertain = (error: unknown): unknown => {
  if (!(error instanceof ProviderError)) return error
  const isLost = error.kind === 'unreachable' && error.cause instanceof NoAnswer && mayHaveLeft(error.cause)
  // A server that fails may have done it before.
  if (!isLost && error.kind !== 'broken') return error
  return new ProviderError('uncertain', error.reason, { code: error.code, cause: error })
}

/** https://developers.google.com/workspace/drive/api/guides/handle-errors, and the standard errors of Google's newer APIs */
const Refusal = z.object({
  error: z.object({
    status: z.string().nullish(),
    message: z.string().nullish(),
    errors: z.array(z.object({ reason: z.string().nullish() })).nullish(),
    details: z.array(z.looseObject({ reason: z.string().nullish() })).nullish(),
  }),
})

const faults: Readonly<Record<string, OnlineDocFault>> = {
  exportSizeLimitExceeded: 'doc_too_large',
  storageQuotaExceeded: 'doc_storage_full',
  activeItemCreationLimitExceeded: 'doc_storage_full',
  cannotCopyFile: 'doc_locked',
  cannotDownloadFile: 'doc_locked',
  insufficientFilePermissions: 'doc_locked',
  insufficientParentPermissions: 'doc_locked',
  appNotAuthorizedToFile: 'doc_locked',
  forbidden: 'doc_locked',
  fileNotExportable: 'doc_other_kind',
  notFound: 'doc_not_there',
}
const words: Readonly<Record<OnlineDocFault, string>> = {
  doc_not_there: 'Google says: not found.',
  doc_locked: 'Google says: this account may not do that with the document.',
  doc_other_kind: 'Google says: this is no document.',
  doc_too_large: 'Google says: too large to be exported.',
  doc_storage_full: 'Google says: the storage of the account is full.',
}

/** What is wrong with the document, and not with the account or with Google; null for anything else. */
const faultOf = ({ status, body, isCut }: Answer): { readonly code: OnlineDocFault; readonly says: string } | null => {
  if (status < 400 || status >= 500 || isCut) return null
  const refusal = Refusal.safeParse(parsed(body))
  if (!refusal.success) return null
  const { error } = refusal.data
  const reasons = [...(error.details ?? []), ...(error.errors ?? [])].flatMap(({ reason }) => reason ?? [])
  const code =
    reasons.flatMap((reason) => faults[reason] ?? [])[0] ??
    (status === 404 ? 'doc_not_there' : undefined) ??
    // Google's newer APIs say so of a document that is not shared; of rights of a token they give a reason.
    (status === 403 && reasons.length === 0 && error.status === 'PERMISSION_DENIED' ? 'doc_locked' : undefined) ??
    (status === 400 && error.status === 'FAILED_PRECONDITION' ? 'doc_other_kind' : undefined)
  return code === undefined ? null : { code, says: words[code] }
}
