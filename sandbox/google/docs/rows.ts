/** A piece of text of one look. */
export interface Run {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  /** Proposed, and not accepted or rejected yet. */
  readonly suggested?: 'insertion' | 'deletion'
}

export type Style = 'NORMAL_TEXT' | 'TITLE' | 'HEADING_1' | 'HEADING_2' | 'HEADING_3'

export interface Paragraph {
  readonly kind: 'paragraph'
  readonly style: Style
  readonly runs: readonly Run[]
}
export interface Table {
  readonly kind: 'table'
  readonly rows: readonly (readonly (readonly Block[])[])[]
}
export interface PageBreak {
  readonly kind: 'page-break'
}
/** Words in a drawing: on the page, and no text for the API. */
export interface Drawing {
  readonly kind: 'drawing'
  readonly text: string
}
export type Block = Paragraph | Table | PageBreak | Drawing

export interface Tab {
  readonly id: string
  readonly title: string
  readonly body: readonly Block[]
  readonly header: readonly Block[]
  readonly footer: readonly Block[]
}

/** A file in Drive; of a document its tabs. */
export interface FileRow {
  readonly id: string
  /** Whose it is: the address. */
  readonly owner: string
  /** Who else may look at it. */
  readonly sharedWith: readonly string[]
  readonly name: string
  readonly mimeType: string
  readonly tabs: readonly Tab[]
  readonly revision: number
  readonly parents: readonly string[]
  readonly appProperties: Readonly<Record<string, string>>
  /** The client that it was made by, of a copy: others do not see its `appProperties`. */
  readonly madeBy: string | null
  readonly isTrashed: boolean
  /** Its owner lets readers not copy or export it. */
  readonly isLocked: boolean
  readonly createdAt: number
  readonly modifiedAt: number
}

/** How Google behaves, at will. One row, of the id `now`. */
export interface DocsBehaviour {
  readonly id: string
  /** Why calls are refused. */
  readonly refusal: keyof typeof refusals | 'none'
  /** Of which calls: all, or a part of `POST /drive/v3/files/…/copy`. */
  readonly refusedCalls: string
  /** A copy is found by `files.list` so many seconds after it was made. */
  readonly listedAfterSeconds: number
  /** What export is measured against. Google's own: 10 MB. */
  readonly exportMostBytes: number
}

export const usualBehaviour: DocsBehaviour = {
  ...{ id: 'now', refusal: 'none', refusedCalls: '' },
  ...{ listedAfterSeconds: 0, exportMostBytes: 10 * 1024 * 1024 },
}

export const documentType = 'application/vnd.google-apps.document'

/** Status, reason, and words of what Drive refuses with; `status`: the name that the Docs API has for it. */
export const refusals = {
  rateLimitExceeded: [403, 'usageLimits', 'RESOURCE_EXHAUSTED', 'Rate Limit Exceeded'],
  userRateLimitExceeded: [403, 'usageLimits', 'RESOURCE_EXHAUSTED', 'User Rate Limit Exceeded'],
  tooManyRequests: [429, 'usageLimits', 'RESOURCE_EXHAUSTED', 'Rate Limit Exceeded'],
  storageQuotaExceeded: [403, 'global', 'PERMISSION_DENIED', 'The user’s Drive storage quota has been exceeded.'],
  exportSizeLimitExceeded: [403, 'global', 'PERMISSION_DENIED', 'This file is too large to be exported.'],
  cannotCopyFile: [403, 'global', 'PERMISSION_DENIED', 'This file cannot be copied by the user.'],
  fileNotExportable: [403, 'global', 'PERMISSION_DENIED', 'Export only supports Docs Editors files.'],
  insufficientFilePermissions: [
    403,
    'global',
    'PERMISSION_DENIED',
    'The user does not have sufficient permissions for this file.',
  ],
  insufficientPermissions: [403, 'global', 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.'],
  domainPolicy: [403, 'global', 'PERMISSION_DENIED', 'The domain administrators have disabled Drive apps.'],
  permissionDenied: [403, 'global', 'PERMISSION_DENIED', 'The caller does not have permission'],
  notFound: [404, 'global', 'NOT_FOUND', 'File not found.'],
  authError: [401, 'global', 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'],
  invalid: [400, 'global', 'INVALID_ARGUMENT', 'Invalid Value'],
  failedPrecondition: [400, 'global', 'FAILED_PRECONDITION', 'This operation is not supported for this document'],
  backendError: [503, 'global', 'UNAVAILABLE', 'The service is currently unavailable.'],
} as const satisfies Readonly<Record<string, readonly [number, string, string, string]>>
export type RefusalName = keyof typeof refusals

/** An error in Google's words; the two APIs have a form each. */
export class DocsRefusal extends Error {
  readonly reason: RefusalName
  readonly status: number
  constructor(reason: RefusalName, words?: string) {
    const [status, , , usual] = refusals[reason]
    super(words ?? usual)
    this.reason = reason
    this.status = status
  }

  /** https://developers.google.com/workspace/drive/api/guides/handle-errors */
  get ofDrive(): unknown {
    const [code, domain] = refusals[this.reason]
    const reason = this.reason === 'tooManyRequests' ? 'rateLimitExceeded' : this.reason
    const location = this.reason === 'notFound' ? { location: 'fileId', locationType: 'parameter' } : {}
    return { error: { code, message: this.message, errors: [{ message: this.message, domain, reason, ...location }] } }
  }

  /** The newer form, with the name of a status, and of a right that is missing the reason. */
  get ofDocs(): unknown {
    const [code, , status] = refusals[this.reason]
    const said = status === 'RESOURCE_EXHAUSTED' ? 429 : code
    const details =
      this.reason === 'insufficientPermissions'
        ? [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
              domain: 'googleapis.com',
            },
          ]
        : undefined
    return { error: { code: said, message: this.message, status, ...(details && { details }) } }
  }
}
