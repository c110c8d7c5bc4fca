/** How a call to a provider ended. `refused`: a 4xx, so the provider is well. `cut`: the answer was too long, or broke off. */
export const callOutcomes = ['ok', 'refused', 'rate_limited', 'failed', 'cut', 'timed_out', 'no_answer'] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** A call to a provider as it is kept: what was done, and not a word of what was said. */
export interface CallRecord {
  readonly orgId: string
  readonly connectionId: string
  readonly provider: string
  /** In the provider's words: `checkout.sessions.create`. */
  readonly operation: string
  readonly method: string
  readonly host: string
  /** Null when no answer came. */
  readonly status: number | null
  readonly outcome: CallOutcome
  readonly tries: number
  /** Of all tries, with the waits between them. */
  readonly durationMs: number
  readonly providerRequestId: string | null
  readonly at: Date
  /** When it began by `performance.now()`: how long ago that was is known whatever the clocks say. */
  readonly begun: number
}
