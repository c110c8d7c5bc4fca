export interface ErrorText {
  readonly status: number
  /** What a caller may read: what is wrong. `<N>` stands for a number: of seconds, or of records. */
  readonly message: string
  /** What to do about it. */
  readonly fix: string
}

/** One way in which a call can fail, with the code by which programs know it. */
export interface ErrorDefinition<Code extends string = string> extends ErrorText {
  readonly code: Code
}

/**
 * The errors of a module. Each carries its own code, so that core looks nothing up in a table of the domains. docs/errors.md is
 * written from those of the catalogue (`npm run docs`).
 */
export const errors = <const Texts extends Record<string, ErrorText>>(texts: Texts) =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, { ...text, code }])) as {
    readonly [Code in keyof Texts & string]: ErrorDefinition<Code>
  }

/** What any call may answer, whatever it is for. */
export const transportErrors = errors({
  bad_request: {
    status: 400,
    message: 'The request body is not valid.',
    fix: 'Compare the body with the API reference of this action.',
  },
  missing_field: { status: 400, message: 'Missing required field', fix: 'Send the field named in `field`.' },
  unknown_action: { status: 400, message: 'Invalid action type', fix: 'Use one of the types in the API reference.' },
  not_signed_in: {
    status: 401,
    message: 'Missing or invalid token',
    fix: 'Sign in again, or send a fresh token as `Authorization: Bearer …`.',
  },
  forbidden: { status: 403, message: 'You are not allowed to do this.', fix: 'Ask an owner or admin of the workspace.' },
  foreign_organization: {
    status: 403,
    message: 'You are not a member of this organization.',
    fix: 'Leave the field out: the credential determines the organization.',
  },
  origin_not_allowed: {
    status: 403,
    message: 'Requests from this origin are not allowed.',
    fix: 'Open the app at its own address, or set ALLOWED_ORIGIN_DOMAIN.',
  },
  foreign_person: {
    status: 403,
    message: 'This user id is not yours.',
    fix: 'Leave the field out: the credential determines the user.',
  },
  not_found: {
    status: 404,
    message: 'Nothing was found at this address.',
    fix: 'Check the address against the API reference.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This method is not allowed here.',
    fix: 'Use the method in the API reference.',
  },
  conflict: { status: 409, message: 'Another change was made at the same time.', fix: 'Reload and repeat the change.' },
  body_too_large: {
    status: 413,
    message: 'The body is larger than 64 KB.',
    fix: 'Send one lead per request; the limit is 65,536 bytes after decompression.',
  },
  encoding_not_supported: {
    status: 415,
    message: 'This Content-Encoding is not supported.',
    fix: 'Send the body uncompressed, or as gzip, deflate or br.',
  },
  request_timeout: {
    status: 408,
    message: 'The request took too long to arrive.',
    fix: 'Send the headers within 10 s and the body within 30 s.',
  },
  malformed_http: {
    status: 400,
    message: 'The request is not valid HTTP.',
    fix: 'Use an HTTP client; send one Content-Length or chunked encoding, not both.',
  },
  body_incomplete: {
    status: 400,
    message: 'The connection closed before the body was complete.',
    fix: 'Send it again: nothing was stored. Look for a timeout or a restart on the sender’s side.',
  },
  headers_too_large: { status: 431, message: 'The request headers are too large.', fix: 'Keep all headers under 16 KB.' },
  storage_full: {
    status: 507,
    message: 'The server has no disk space for the file.',
    fix: 'Parts stored so far are kept: resume from `received_bytes` once the operator has freed disk space.',
  },
  files_unavailable: {
    status: 503,
    message: 'The store of files cannot be reached right now.',
    fix: 'Nothing of the file was changed. Try again in a moment; the operator sees with `npx foyer doctor` what the store answers.',
  },
  too_many_connections: {
    status: 503,
    message: 'Too many connections are open.',
    fix: 'Close unused connections, and retry after `Retry-After`. The operator sets MAX_CONNECTIONS and MAX_CONNECTIONS_PER_ADDRESS.',
  },
  too_many_streams: {
    status: 429,
    message: 'You have too many live streams or transfers open at once.',
    fix: 'Close some, and retry after `Retry-After`. The operator sets MAX_STREAMS_PER_MEMBER.',
  },
  too_much_at_once: {
    status: 503,
    message: 'Too many large requests are in progress.',
    fix: 'Nothing was stored. Send large bodies one at a time, and retry after `Retry-After`.',
  },
  rate_limited: {
    status: 429,
    message: 'Rate limited. Try again in <N> seconds',
    fix: 'Wait for the seconds in `Retry-After`.',
  },
  server_error: {
    status: 500,
    message: 'An unexpected error occurred.',
    fix: 'Try again; if it persists, search the log for the request id.',
  },
  unavailable: {
    status: 503,
    message: 'The service cannot store anything right now.',
    fix: 'Nothing was stored. Send it again in a moment.',
  },
  idempotency_key_invalid: {
    status: 400,
    message: 'Idempotency-Key must be 1 to 255 visible characters.',
    fix: 'Use a UUID.',
  },
  idempotency_in_flight: {
    status: 409,
    message: 'A request with this Idempotency-Key is still in progress.',
    fix: 'Wait for its response, or retry in a second.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'This Idempotency-Key was used with a different payload.',
    fix: 'Use a new key for a new payload.',
  },
  key_invalid: {
    status: 401,
    message: 'Missing or invalid API key',
    fix: 'Send `Authorization: Bearer fo_live_…` with a key from Settings → API keys.',
  },
  key_expired: { status: 401, message: 'This API key has expired.', fix: 'Create or roll a key in Settings → API keys.' },
  key_revoked: { status: 401, message: 'This API key was revoked.', fix: 'Create a new key in Settings → API keys.' },
  scope_missing: {
    status: 403,
    message: 'This API key lacks the required scope.',
    fix: 'Create a key with the scope named in the API reference.',
  },
  quota_exceeded: {
    status: 429,
    message: 'The monthly lead quota of this workspace is used up. Try again in <N> seconds',
    fix: 'Raise the quota in Settings → Workspace.',
  },
  body_empty: { status: 400, message: 'The body is empty; send a JSON object.', fix: 'Send the lead as JSON in the body.' },
  body_not_utf8: { status: 400, message: 'The body is not valid UTF-8.', fix: 'Encode the body as UTF-8.' },
  body_not_json: { status: 400, message: 'The body is not valid JSON.', fix: 'Check the body with a JSON validator.' },
  body_not_object: {
    status: 400,
    message: 'The body must be a JSON object.',
    fix: 'Send one lead as one object, not an array or a bare value.',
  },
  body_too_deep: {
    status: 400,
    message: 'The body is nested deeper than 32 levels.',
    fix: 'Send the fields at the top level.',
  },
  body_forbidden_key: {
    status: 400,
    message: 'The body contains a member name that is not allowed.',
    fix: 'Remove members named __proto__ or constructor.prototype.',
  },
  email_malformed: { status: 400, message: 'email is not a valid address', fix: 'Send an address such as maya@example.com.' },
  phone_unreadable: {
    status: 400,
    message: 'phone is not a readable number',
    fix: 'Send it in international form, such as +4915112345678.',
  },
  field_bad_text: {
    status: 400,
    message: 'A field contains NUL or a broken surrogate pair.',
    fix: 'Remove U+0000 and send complete Unicode characters.',
  },
  linkedin_url_invalid: {
    status: 400,
    message: 'linkedin_url must be an http or https address',
    fix: 'Send the full URL, with https://.',
  },
  letter_without_font: {
    status: 400,
    message: 'PDFs cannot show a character in this text.',
    fix: 'Replace the character, or ask the operator to install the font that the message names.',
  },
  sandbox_is_off: {
    status: 409,
    message: 'The sandbox is turned off.',
    fix: 'Start Foyer with SANDBOX=on, or connect a real account.',
  },
})

export type TransportCode = keyof typeof transportErrors

/** Words for the caller, and where to look: `field` is the body's own member name. */
export interface FailureDetail {
  readonly message?: string | undefined
  readonly field?: string | undefined
  readonly cause?: unknown
  /** Whole seconds until a retry can succeed; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined
  /** The claimed, unproven user: for the audit log of their workspace, never for the caller. */
  readonly claimedPersonId?: string | undefined
  /** What a program can go on with, beside the words: further members of the error body, such as `nearest`. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined
  /** Where the contract of one action names another status than the code has. */
  readonly status?: number
}

/** Expected trouble with a name. Whatever else is thrown is a defect and answers `server_error`. */
export class Failure extends Error {
  readonly definition: ErrorDefinition
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly claimedPersonId: string | undefined
  readonly status: number
  readonly facts: Readonly<Record<string, unknown>>

  constructor(error: ErrorDefinition | TransportCode, detail: FailureDetail = {}) {
    const definition: ErrorDefinition = typeof error === 'string' ? transportErrors[error] : error
    super(detail.message ?? definition.message, { cause: detail.cause })
    this.definition = definition
    this.field = detail.field
    this.retryAfterSeconds = detail.retryAfterSeconds
    this.claimedPersonId = detail.claimedPersonId
    this.status = detail.status ?? definition.status
    this.facts = detail.facts ?? {}
  }

  get code(): string {
    return this.definition.code
  }
}

export type Fail<Code extends string> = (code: Code, detail?: FailureDetail) => Failure

/** `fail` of an action: the errors that it lists, by their codes. */
export const failOf =
  <Code extends string>(listed: readonly ErrorDefinition<Code>[]): Fail<Code> =>
  (code, detail) => {
    const definition = listed.find((error) => error.code === code)
    if (!definition) throw new Error(`${code} is not declared in the errors of this action`)
    return new Failure(definition, detail)
  }

/** The error body of both surfaces, or the same facts as RFC 9457 problem details. */
export const errorBody = (failure: Failure, requestId: string, problem = false): Record<string, unknown> => {
  const facts = {
    ...failure.facts,
    code: failure.code,
    request_id: requestId,
    ...(failure.field === undefined ? {} : { field: failure.field }),
  }
  if (!problem) return { error: failure.message, ...facts }
  return {
    type: `/docs/errors#${failure.code}`,
    title: failure.definition.message,
    status: failure.status,
    detail: failure.message,
    ...facts,
  }
}

/** Whether the caller asked for RFC 9457 in so many words. */
export const wantsProblem = (accept: string | undefined): boolean => accept?.includes('application/problem+json') ?? false
