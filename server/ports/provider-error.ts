/**
 * Why a provider did not do what was asked. The first five can happen at any port, the others at those that name them.
 * - `unreachable`: the request did not leave, or repeating it is safe. Passes by itself.
 * - `busy`: the provider is rate limiting requests, or asks for patience. Passes by itself.
 * - `broken`: it answered something that cannot be used. Passes by itself.
 * - `credentials`: the connection must be edited.
 * - `refused`: the same request will be refused again.
 * - `uncertain` (messaging, mailboxes, CRM): the request left and no answer came: it may have been done, and is never repeated automatically.
 *   Of the mail port it passes by itself: a repeat has the same key.
 * - `malformed` (AI): it answered, but not what was asked; the next attempt may succeed.
 * - `model_gone` (AI): the provider has no such model, or no longer; another must be configured.
 * - `denied` (OAuth): the user did not consent.
 * - `forged` (OAuth): what came back does not answer what was asked.
 * - `dead` (OAuth): the grant or code has ended; the user must consent again.
 * - `changed` (CRM): the record was changed there meanwhile, and nothing was written.
 * - `client` (OAuth): the service does not accept Foyer's client; the operator must fix it.
 */
export type ProviderErrorKind =
  | 'unreachable'
  | 'busy'
  | 'broken'
  | 'credentials'
  | 'refused'
  | 'uncertain'
  | 'malformed'
  | 'model_gone'
  | 'denied'
  | 'forged'
  | 'dead'
  | 'changed'
  | 'client'

interface Used {
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
}

/** More than a model takes in; null is what its provider does not tell. */
export interface TooLong {
  readonly tokens: number | null
  readonly limit: number | null
}

interface Details {
  readonly retryAfterMs?: number | null
  readonly code?: string | null
  readonly model?: string | null
  readonly spendsKey?: boolean
  readonly lacks?: string | null
  readonly isBillable?: boolean
  readonly usage?: Used | null
  readonly tooLong?: TooLong | null
  readonly cause?: unknown
}

/** What every port throws, and the only thing it throws that is expected. One mapping makes failures of it: `asProviderFailure`. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  /** For people: one line without a secret, an address, a number, or anything of what was asked. */
  readonly reason: string
  /** How long the provider asks to be left alone. */
  readonly retryAfterMs: number | null
  /** The provider's own code, such as WhatsApp's 131047. */
  readonly code: string | null
  /** The AI model that is gone. */
  readonly model: string | null
  /** The provider keeps this answer under the idempotency key of the request, and gives it to every repeat. */
  readonly spendsKey: boolean
  /** The permission that the key lacks, in the provider's words. */
  readonly lacks: string | null
  /** A model may have worked on it, and its provider bill that, whatever came of it. */
  readonly isBillable: boolean
  /** What its provider says that a model used for it. */
  readonly usage: Used | null

  /** It was refused because it is more than the model takes in, by its provider's own count. */
  readonly tooLong: TooLong | null

  constructor(kind: ProviderErrorKind, reason: string, details: Details = {}) {
    super(reason, { cause: details.cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.reason = reason
    this.retryAfterMs = details.retryAfterMs ?? null
    this.code = details.code ?? null
    this.model = details.model ?? null
    this.spendsKey = details.spendsKey ?? false
    this.lacks = details.lacks ?? null
    this.usage = details.usage ?? null
    this.tooLong = details.tooLong ?? null
    this.isBillable = details.isBillable ?? (this.usage !== null || kind === 'malformed' || kind === 'refused')
  }

  /** The same request will be refused again: trying once more is of no use. */
  get isPermanent(): boolean {
    return this.kind === 'refused'
  }
}
