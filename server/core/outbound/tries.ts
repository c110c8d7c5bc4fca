import { retryAfterMs } from '#shapes/retry-after.ts'
import type { Finding } from './circuit-breakers.ts'
import { type ConcurrencyLimit, NoFreeSlot } from './concurrency-limit.ts'
import { type Answer, type Http, NoAnswer } from './http.ts'
import type { CallOutcome } from './provider-calls.ts'
import type { ProviderRequest } from './provider-http.ts'

const usualMaxBytes = 1_048_576
/** Tries after the first, of what may be repeated. */
const mostRepeats = 2
/** Who asks for more patience than this has the caller give up, with the answer that says how long. */
const longestRetryAfterMs = 5_000
const repeatedStatuses = new Set([429, 502, 503, 504])
/** Of those: what was never begun. */
const turnedAway = new Set([429, 503])

/** What became of one try. */
export interface Try {
  readonly answer: Answer | null
  readonly error: unknown
  /** Null: nothing was sent, or we ended it ourselves. */
  readonly outcome: CallOutcome | null
  readonly finding: Finding
  /** Another try may find it otherwise. */
  readonly mayPass: boolean
}

/** Once, within a slot; `onTry` is called when there is one. */
export const tryOnce = async (
  { http, slots }: { readonly http: Pick<Http, 'send'>; readonly slots: ConcurrencyLimit },
  request: ProviderRequest,
  { slotNames, deadline, onTry }: { slotNames: readonly string[]; deadline: number; onTry: () => void },
): Promise<Try> => {
  let giveBack: (() => void) | undefined
  try {
    giveBack = await slots.take(slotNames, Math.max(0, deadline - performance.now()), request.signal)
    onTry()
    const { operation: _operation, canRepeat: _canRepeat, isLarge: _isLarge, mayBeCut, mayRedirect, ...sending } = request
    const maxBytes = request.maxBytes ?? usualMaxBytes
    const answer = await http.send({
      ...sending,
      timeoutMs: Math.max(1, Math.round(deadline - performance.now())),
      maxBytes,
      redirects: 0,
    })
    // What ended before the limit broke off, and is no large answer.
    const isBroken = answer.isCut && !(mayBeCut && answer.body.length >= maxBytes)
    return judged(answer, { isBroken, mayRedirect: mayRedirect ?? false })
  } catch (error) {
    return fallen(error, request)
  } finally {
    giveBack?.()
  }
}

/** How long to wait before the next try; null when there is to be none. */
export const waitBeforeMs = (
  request: ProviderRequest,
  last: Try,
  { tries, now, chance, backoffMs }: { tries: number; now: () => Date; chance: () => number; backoffMs: number },
): number | null => {
  if (!request.canRepeat || tries === 0 || tries > mostRepeats || !last.mayPass) return null
  if (request.canRepeat === 'turned_away' && !turnedAway.has(last.answer?.status ?? 0)) return null
  const asked = retryAfterMs(last.answer?.headers['retry-after'], now())
  if (asked !== null && asked > longestRetryAfterMs) return null
  // By chance over the whole time: those that failed together do not come back together.
  return Math.max(asked ?? 0, chance() * backoffMs * 4 ** (tries - 1))
}

const judged = (answer: Answer, { isBroken, mayRedirect }: { isBroken: boolean; mayRedirect: boolean }): Try => {
  const { status } = answer
  const of = (outcome: CallOutcome, finding: Finding, mayPass: boolean): Try => ({
    answer,
    error: null,
    outcome,
    finding,
    mayPass,
  })
  if (status === 429) return of('rate_limited', 'failed', true)
  // A replayed error: as a failure of the provider it was counted when it happened.
  if (status >= 500 && answer.headers['idempotent-replayed'] === 'true') return of('failed', 'well', false)
  if (status >= 500) return of('failed', 'failed', repeatedStatuses.has(status))
  if (status >= 400) return of('refused', 'well', false)
  if (mayRedirect && status >= 300 && answer.headers.location !== undefined) return of('ok', 'well', false)
  // A program's interface neither sends people elsewhere nor shows them a page: something else stands before it.
  if (status >= 300 || answer.headers['content-type']?.includes('text/html')) return of('failed', 'failed', false)
  if (isBroken) return of('cut', 'failed', true)
  return of('ok', 'well', false)
}

const fallen = (error: unknown, request: ProviderRequest): Try => {
  const of = (more: Pick<Try, 'error' | 'outcome' | 'finding' | 'mayPass'>): Try => ({ answer: null, ...more })
  if (request.signal?.aborted) {
    const stopped = error instanceof NoAnswer ? error : new NoAnswer('stopped', 'The request was aborted.', error)
    return of({ error: stopped, outcome: null, finding: 'unknown', mayPass: false })
  }
  if (error instanceof NoFreeSlot) {
    const busy = new NoAnswer('timed_out', 'Too many calls to this provider are queued.', error)
    return of({ error: busy, outcome: null, finding: 'unknown', mayPass: false })
  }
  if (!(error instanceof NoAnswer)) throw error
  const outcome = error.reason === 'timed_out' ? 'timed_out' : 'no_answer'
  return of({ error, outcome, finding: 'failed', mayPass: true })
}
