/** A mail in one account. Its bytes are a row of their own. */
export interface MailRow {
  readonly id: string
  /** Whose it is. */
  readonly email: string
  readonly threadId: string
  readonly labelIds: readonly string[]
  readonly internalDate: number
  /** The number of the last change to it. */
  readonly historyId: number
  readonly sizeBytes: number
  readonly snippet: string
  readonly facts: MailFacts
}

/** What lists and searches look at. */
export interface MailFacts {
  readonly from: string
  readonly to: string
  readonly cc: string
  readonly subject: string
  /** With angle brackets; empty where there is none. */
  readonly messageId: string
  /** Ids of In-Reply-To and References. */
  readonly references: readonly string[]
  readonly hasFiles: boolean
}

export interface RawRow {
  readonly id: string
  readonly base64: string
}

export const historyKinds = ['messageAdded', 'messageDeleted', 'labelAdded', 'labelRemoved'] as const
export type HistoryKind = (typeof historyKinds)[number]

export interface HistoryRow {
  readonly id: string
  readonly number: number
  readonly email: string
  readonly kind: HistoryKind
  readonly messageId: string
  readonly threadId: string
  /** Of the mail after the change. */
  readonly labelIds: readonly string[]
  /** Those that were added or removed. */
  readonly changed: readonly string[]
}

/** How Gmail behaves, at will. One row, of the id `now`. */
export interface MailBehaviour {
  readonly id: string
  /** The most ids or records of a page, whatever is asked for. */
  readonly pageSize: number
  /** Gives what is sent a Message-ID of its own. */
  readonly replacesMessageId: boolean
  /** Sends a mail, and closes the connection without an answer. */
  readonly losesAnswers: boolean
  /** Records of the history have ids of mails and not their labels. */
  readonly hasBareHistory: boolean
  readonly refusal: keyof typeof refusals | 'none'
  /** Cursors before this number are forgotten. */
  readonly historyFloor: number
}

export const usualBehaviour: MailBehaviour = {
  ...{ id: 'now', pageSize: 500, replacesMessageId: false, losesAnswers: false, hasBareHistory: false },
  ...{ refusal: 'none', historyFloor: 0 },
}

/** The topic that an account's changes are published to. */
export interface WatchRow {
  /** The address. */
  readonly id: string
  readonly topic: string
  readonly expiresAt: number
}

/** Status, the two names of it, and words of what Gmail refuses with. */
export const refusals = {
  rateLimitExceeded: [403, 'rateLimitExceeded', 'PERMISSION_DENIED', 'Rate Limit Exceeded'],
  userRateLimitExceeded: [403, 'userRateLimitExceeded', 'PERMISSION_DENIED', 'User Rate Limit Exceeded'],
  dailyLimitExceeded: [403, 'dailyLimitExceeded', 'PERMISSION_DENIED', 'Daily Limit Exceeded'],
  tooManyRequests: [429, 'rateLimitExceeded', 'RESOURCE_EXHAUSTED', 'User-rate limit exceeded.'],
  insufficientPermissions: [403, 'insufficientPermissions', 'PERMISSION_DENIED', 'Insufficient Permission'],
  domainPolicy: [403, 'domainPolicy', 'PERMISSION_DENIED', 'The domain administrators have disabled Gmail apps.'],
  backendError: [503, 'backendError', 'UNAVAILABLE', 'Backend Error'],
  authError: [401, 'authError', 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'],
  delegationDenied: [403, 'forbidden', 'PERMISSION_DENIED', 'Delegation denied'],
  notFound: [404, 'notFound', 'NOT_FOUND', 'Requested entity was not found.'],
  invalidArgument: [400, 'invalidArgument', 'INVALID_ARGUMENT', 'Invalid argument'],
  failedPrecondition: [400, 'failedPrecondition', 'FAILED_PRECONDITION', 'Precondition check failed.'],
} as const satisfies Readonly<Record<string, readonly [number, string, string, string]>>

/** An error in Google's words. */
export class MailRefusal extends Error {
  readonly status: number
  readonly body: unknown
  constructor(name: keyof typeof refusals, words?: string) {
    const [code, reason, status, usual] = refusals[name]
    const message = words ?? usual
    super(message)
    this.status = code
    this.body = { error: { code, message, errors: [{ message, domain: 'global', reason }], status } }
  }
}

export const systemLabels = [
  'INBOX',
  'SENT',
  'DRAFT',
  'SPAM',
  'TRASH',
  'UNREAD',
  'STARRED',
  'IMPORTANT',
  'CATEGORY_PERSONAL',
  'CATEGORY_PROMOTIONS',
  'CATEGORY_UPDATES',
] as const
export const userLabels = [
  { id: 'Label_1', name: 'Leads' },
  { id: 'Label_2', name: 'Leads/Later' },
] as const
export const labelIds: ReadonlySet<string> = new Set([...systemLabels, ...userLabels.map(({ id }) => id)])
