/** An account of Google Business Profile: a person's own, or a group of locations. */
export interface BusinessAccountRow {
  readonly id: string
  /** Who may see it: addresses. */
  readonly managers: readonly string[]
  readonly name: string
  readonly type: 'PERSONAL' | 'LOCATION_GROUP'
  /** It was closed: it is listed no more, and nothing below it is found. */
  readonly isGone: boolean
}

/** A location: a place of business. */
export interface LocationRow {
  readonly id: string
  /** The accounts that list it. */
  readonly accountIds: readonly string[]
  readonly title: string
  readonly locality: string
  readonly isVerified: boolean
}

export const replyStates = ['APPROVED', 'PENDING', 'REJECTED'] as const
export type ReplyState = (typeof replyStates)[number]

export interface ReviewRow {
  readonly id: string
  readonly locationId: string
  /** Null: «A Google user», without a name. */
  readonly reviewer: string | null
  readonly stars: number
  readonly comment: string | null
  readonly pictures: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly reply: {
    readonly comment: string
    readonly updatedAt: number
    /** Null: as before April 2026, when Google said nothing of it. */
    readonly state: ReplyState | null
    readonly violation: string | null
  } | null
}

/** How Google behaves, at will. One row, of the id `now`. */
export interface BusinessBehaviour {
  readonly id: string
  /** Why calls are refused. */
  readonly refusal: BusinessRefusalName | 'none'
  /** Of which calls: all, or a part of `GET /v4/accounts/…/reviews`. */
  readonly refusedCalls: string
  /** Reviews a page at the most. Google’s own: 50. */
  readonly pageSize: number
  /** So many reviews are counted and not listed, as when a list lags behind. */
  readonly leavesOut: number
  /** The id of a review that is listed without a time, or `unnamed`: the newest without an id, too. */
  readonly garbled: string
  /** What a reply is when it was put; `none`: nothing is said of it. */
  readonly replies: ReplyState | 'none'
  /** Replies written or removed in a minute, of a location. */
  readonly editsAMinute: number
}

export const usualBehaviour: BusinessBehaviour = {
  ...{ id: 'now', refusal: 'none', refusedCalls: '' },
  ...{ pageSize: 50, leavesOut: 0, garbled: '', replies: 'APPROVED', editsAMinute: 10 },
}

/** Status, name of the status, words and the reason among the details of what Google refuses with. */
export const refusals = {
  quotaZero: [
    429,
    'RESOURCE_EXHAUSTED',
    'Quota exceeded for quota metric ‘Requests’ and limit ‘Requests per minute’.',
    'quota 0',
  ],
  serviceDisabled: [
    403,
    'PERMISSION_DENIED',
    'The API has not been used in this project before or it is disabled.',
    'SERVICE_DISABLED',
  ],
  rateLimited: [
    429,
    'RESOURCE_EXHAUSTED',
    'Quota exceeded for quota metric ‘Requests’ and limit ‘Requests per minute’.',
    'quota 300',
  ],
  insufficientPermissions: [
    403,
    'PERMISSION_DENIED',
    'Request had insufficient authentication scopes.',
    'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  ],
  permissionDenied: [403, 'PERMISSION_DENIED', 'The caller does not have permission', ''],
  notFound: [404, 'NOT_FOUND', 'Requested entity was not found.', ''],
  authError: [401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.', ''],
  invalid: [400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', ''],
  backendError: [503, 'UNAVAILABLE', 'The service is currently unavailable.', ''],
} as const satisfies Readonly<Record<string, readonly [number, string, string, string]>>
export type BusinessRefusalName = keyof typeof refusals

export class BusinessRefusal extends Error {
  readonly status: number
  readonly body: unknown
  constructor(name: BusinessRefusalName) {
    const [code, status, message, reason] = refusals[name]
    super(message)
    this.status = code
    this.body = { error: { code, message, status, ...(reason !== '' && { details: [detailOf(reason)] }) } }
  }
}

const detailOf = (reason: string): unknown => {
  const type = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', domain: 'googleapis.com' }
  const [, limit] = /^quota (\d+)$/.exec(reason) ?? []
  if (limit === undefined) return { ...type, reason }
  return { ...type, reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_limit_value: limit } }
}
