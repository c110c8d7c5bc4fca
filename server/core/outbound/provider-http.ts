import type { Answer, Opened, Opening, Sending } from './http.ts'

/** One call to a provider. */
export interface ProviderRequest extends Sending {
  /** For everything: waiting for a slot, each try, and the waits between. Never more than 30 s, or 120 s of what `isLarge`. */
  readonly timeoutMs: number
  /** Megabytes, one way or the other: a whole mail. */
  readonly isLarge?: boolean
  /** In the provider's words, for the list of calls: `checkout.sessions.create`. Never a value. */
  readonly operation: string
  /**
   * Whether the same request may be sent again when no answer came: a read, or one with the provider's key against doubles. `turned_away`:
   * only where the answer says that nothing was done, because each time that it is done is paid for.
   */
  readonly canRepeat: boolean | 'turned_away'
  /** An answer longer than `maxBytes` is no failure: the caller asks in another way for what is so large. */
  readonly mayBeCut?: boolean
  /** A redirect is an answer: the caller looks at where it leads, and asks there. */
  readonly mayRedirect?: boolean
}

/** Outbound HTTP as a provider's folder sees it: time limits, retries, the circuit breaker and the list of calls are behind it. */
export interface ProviderHttp {
  /** Throws NoAnswer, and CircuitOpen without having called. */
  send(request: ProviderRequest): Promise<Answer>
}

/** A call whose answer comes piece by piece: never repeated here, for a part of it may have been shown. */
export interface ProviderOpening extends Opening {
  readonly operation: string
}

/** The same for answers in pieces. Their slots are their own: what takes minutes keeps no other call waiting. */
export interface ProviderStreams {
  /** Throws NoAnswer, and CircuitOpen without having called. */
  open(request: ProviderOpening): Promise<Opened>
}

/** The provider failed so often that it is left alone for a moment. */
export class CircuitOpen extends Error {
  readonly retryAt: Date
  constructor(retryAt: Date) {
    super('The provider keeps failing; calls to it are paused for a moment.')
    this.name = 'CircuitOpen'
    this.retryAt = retryAt
  }
}
