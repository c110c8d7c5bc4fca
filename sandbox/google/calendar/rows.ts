/** A moment with its zone, or a day. */
export interface When {
  readonly date?: string
  readonly dateTime?: string
  readonly timeZone?: string
}

/** An event as it was written; an occurrence that differs from its series is a row of its own. */
export interface EventRow {
  /** `<calendar> <event>` */
  readonly id: string
  readonly calendarId: string
  readonly eventId: string
  /** What was sent: title, attendees, properties, and whatever else. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly status: 'confirmed' | 'tentative' | 'cancelled'
  readonly start: When
  readonly end: When
  readonly recurrence: readonly string[]
  /** How the series was before it was changed: its occurrences of then are cancelled. */
  readonly formerly: readonly Pick<EventRow, 'start' | 'end' | 'recurrence'>[]
  readonly recurringEventId: string | null
  readonly originalStart: When | null
  readonly conference: {
    readonly requestId: string
    readonly code: string
    readonly isPending: boolean
    readonly hasFailed?: boolean
  } | null
  readonly sequence: number
  /** Rises with each change in the sandbox. */
  readonly change: number
  readonly createdAt: number
  readonly updatedAt: number
}

export interface ChannelRow {
  readonly id: string
  readonly calendarId: string
  readonly resourceId: string
  readonly address: string
  readonly token: string | null
  readonly expiresAt: number
  readonly lastMessage: number
}

/** How Google behaves, at will. One row, of the id `now`. */
export interface CalendarBehaviour {
  readonly id: string
  /** The most events of a page, whatever is asked for. */
  readonly pageSize: number
  /** Rooms are pending until this is off. */
  readonly hasPendingRooms: boolean
  /** Rooms that are asked for fail while this is on. */
  readonly hasFailingRooms: boolean
  /** Why calls are refused. */
  readonly refusal: keyof typeof refusals | 'none'
  /** Of calendars for which freeBusy answers an error, in the place of busy times and inside a good answer. */
  readonly freeBusyErrors: Readonly<Record<string, Exclude<FreeBusyError, 'none'>>>
  /** Rises when the tokens of before are forgotten. */
  readonly generation: number
}

/** What freeBusy can say of one calendar; Google adds to them. */
export const freeBusyErrors = ['none', 'notFound', 'internalError', 'rateLimitExceeded'] as const
export type FreeBusyError = (typeof freeBusyErrors)[number]

export const usualBehaviour: CalendarBehaviour = {
  id: 'now',
  pageSize: 250,
  hasPendingRooms: false,
  hasFailingRooms: false,
  refusal: 'none',
  freeBusyErrors: {},
  generation: 1,
}

/** Status, domain and words of what Google refuses with. */
export const refusals = {
  rateLimitExceeded: [403, 'usageLimits', 'Rate Limit Exceeded'],
  userRateLimitExceeded: [403, 'usageLimits', 'User Rate Limit Exceeded'],
  quotaExceeded: [403, 'usageLimits', 'Calendar usage limits exceeded.'],
  insufficientPermissions: [403, 'global', 'Insufficient Permission: Request had insufficient authentication scopes.'],
  fullSyncRequired: [410, 'calendar', 'Sync token is no longer valid, a full sync is required.'],
  duplicate: [409, 'global', 'The requested identifier already exists.'],
  deleted: [410, 'global', 'Resource has been deleted'],
  notFound: [404, 'global', 'Not Found'],
  conditionNotMet: [412, 'global', 'Precondition Failed'],
  forbidden: [403, 'global', 'Forbidden'],
  authError: [401, 'global', 'Invalid Credentials'],
  invalid: [400, 'global', 'Invalid Value'],
  required: [400, 'global', 'Required'],
  timeRangeEmpty: [400, 'calendar', 'The specified time range is empty.'],
  channelIdNotUnique: [400, 'global', 'Channel id not unique'],
  'push.webhookUrlNotHttps': [400, 'global', 'WebHook callback must be HTTPS'],
} as const satisfies Readonly<Record<string, readonly [number, string, string]>>

/** An error in Google's words. */
export class CalendarRefusal extends Error {
  readonly status: number
  readonly body: unknown
  constructor(reason: keyof typeof refusals, words?: string) {
    const [code, domain, usual] = refusals[reason]
    const message = words ?? usual
    super(message)
    this.status = code
    this.body = { error: { code, message, errors: [{ domain, reason, message }] } }
  }
}
