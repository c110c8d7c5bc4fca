import type { ErrorCode } from './wire.ts'

/**
 * What only the client can know:
 * `network`: no answer of Foyer's came, so it may have been done or not;
 * `timeout`: the time limit of the call passed;
 * `aborted`: the caller's own signal ended it;
 * `answer_unreadable`: something answered that is not Foyer.
 */
export type ClientCode = 'network' | 'timeout' | 'aborted' | 'answer_unreadable'

/** Every code there is. A newer server may send one that this version does not know: keep a `default`. */
export type FoyerCode = ErrorCode | ClientCode

/** A call that did not work, as data. `message` is the server's own sentence, fit for a person. */
export class FoyerError<Code extends string = FoyerCode> extends Error {
  override readonly name = 'FoyerError'
  readonly code: Code
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** The input's own member that is to blame. */
  readonly field: string | null
  /** Names the request in Foyer's log and in its deliveries. */
  readonly requestId: string | null
  /** Whole seconds until a repeat can work. */
  readonly retryAfterSeconds: number | null
  /** What the answer says beside the words, as the reference of the error names it: `missing`, `faults`. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(facts: {
    message: string
    code: Code
    status: number
    field?: string | null
    requestId?: string | null
    retryAfterSeconds?: number | null
    facts?: Readonly<Record<string, unknown>>
    cause?: unknown
  }) {
    super(facts.message, { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.field = facts.field ?? null
    this.requestId = facts.requestId ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.facts = facts.facts ?? {}
  }
}

/** What went wrong by an answer that is no success. Reads the body. */
export const errorOf = async (response: Response): Promise<FoyerError> => {
  const body: unknown = await response.json().catch(() => null)
  const said = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const code = text(said.code)
  const wait = Number(response.headers.get('Retry-After'))
  return new FoyerError({
    message: text(said.error) ?? text(said.detail) ?? `The server responded with status ${response.status}.`,
    // A proxy that says 502 speaks for a Foyer that was not reached.
    code: (code ?? (passing.has(response.status) ? 'network' : 'answer_unreadable')) as FoyerCode,
    status: response.status,
    field: text(said.field),
    facts: said,
    requestId: text(said.request_id) ?? response.headers.get('X-Request-Id'),
    retryAfterSeconds: Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : null,
  })
}

/** Statuses of a trouble that passes by itself. */
const passing: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

/** Whether the same call may work in a moment. */
export const mayPass = (error: FoyerError): boolean =>
  error.code === 'network' || error.code === 'idempotency_in_flight' || passing.has(error.status)

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
