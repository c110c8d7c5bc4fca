import { setTimeout as sleep } from 'node:timers/promises'
import type { CircuitBreakers } from '#ports/circuit-breakers.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { makeWriteBehind } from '../write-behind.ts'
import { type Finding, makeCircuitBreakers } from './circuit-breakers.ts'
import { makeConcurrencyLimit, NoFreeSlot } from './concurrency-limit.ts'
import { type Answer, type Http, NoAnswer } from './http.ts'
import type { CallOutcome, CallRecord } from './provider-calls.ts'
import { CircuitOpen, type ProviderHttp, type ProviderRequest } from './provider-http.ts'

/** The longest duration of a whole call, whatever a provider's folder allows. */
const longestMs = 30_000
const usualMaxBytes = 1_048_576
/** Tries after the first, of what may be repeated. */
const mostRepeats = 2
/** Who asks for more patience than this has the caller give up, with the answer that says how long. */
const longestRetryAfterMs = 5_000
/** A try that would have less time than this is not made. */
const leastTryMs = 500

/** At once: of one workspace with one provider, of one provider for all, and of all. A slow provider holds no more than its share. */
const mostAtOnce = { ofWorkspace: 10, ofProvider: 60, ofAll: 200 }
const mostOf = (name: string): number =>
  name === 'all' ? mostAtOnce.ofAll : name.includes(' ') ? mostAtOnce.ofWorkspace : mostAtOnce.ofProvider

const repeatedStatuses = new Set([429, 502, 503, 504])

export interface Account {
  readonly orgId: string
  readonly connectionId: string
  readonly provider: string
}

/**
 * Outbound HTTP to providers, behind each of their folders: a time and a size limit, a concurrency limit, retries of what is safe to
 * repeat, a circuit breaker for each provider and workspace, and a record of each call, without a word of what was said. Redirects are not followed:
 * credentials go where they were meant to and nowhere else.
 */
export const makeOutboundHttp = (parts: {
  readonly http: Pick<Http, 'send'>
  /** Keeps records, behind the calls. */
  readonly record: (calls: readonly CallRecord[]) => Promise<void>
  readonly metrics: Metrics
  readonly log: Log
  readonly now: () => Date
  readonly chance?: () => number
  /** The wait before the first repeat, at the most; before the second it is four times as long. */
  readonly backoffMs?: number
}) => {
  const { log, metrics, now, chance = Math.random, backoffMs = 250 } = parts
  const records = makeWriteBehind<CallRecord>({
    keep: parts.record,
    drop: (calls, error) => {
      metrics.providerCallsDropped.inc(calls)
      if (error) log.warn({ err: error, calls }, 'calls to providers could not be recorded')
    },
    atOnce: 500,
    most: 5_000,
    gatherMs: 250,
  })
  const slots = makeConcurrencyLimit(mostOf)
  const circuitBreakers = makeCircuitBreakers({
    nowMs: () => now().getTime(),
    onChange: (name, to) => {
      const [provider = '', orgId] = name.split(' ')
      metrics.providerCircuits.inc({ provider }, to === 'open' ? 1 : -1)
      log.warn({ provider, org_id: orgId, circuit: to }, 'a circuit breaker opened or closed')
    },
  })

  const call = async (account: Account, request: ProviderRequest): Promise<Answer> => {
    const name = `${account.provider} ${account.orgId}`
    const begun = performance.now()
    const at = now()
    const deadline = begun + Math.min(request.timeoutMs, longestMs)
    const begunAtMs = at.getTime()
    const may = circuitBreakers.ask(name)
    if (!may.may) {
      metrics.providerCalls.inc({ provider: account.provider, outcome: 'circuit_open' })
      throw new CircuitOpen(new Date(may.retryAtMs))
    }
    let tries = 0
    let last: Try | undefined
    let finding: Finding = 'unknown'
    try {
      for (;;) {
        last = await tryOnce(account, request, deadline, () => {
          tries++
        })
        if (last.finding !== 'unknown') finding = last.finding
        const waitMs = waitBefore(request, last, tries)
        if (waitMs === null || performance.now() + waitMs + leastTryMs > deadline) break
        await sleep(waitMs, undefined, { signal: request.signal }).catch(() => {})
        // Others have found out meanwhile that it is away.
        if (request.signal?.aborted || circuitBreakers.stateOf(name) === 'open') break
      }
    } finally {
      // Once a call, whatever its tries: three of them in a second are one finding.
      circuitBreakers.tell(name, finding, begunAtMs)
    }
    // What never left, and what we ended ourselves, says nothing of the provider.
    if (tries > 0 && last.outcome !== null) {
      const durationMs = Math.round(performance.now() - begun)
      metrics.providerCalls.inc({ provider: account.provider, outcome: last.outcome })
      metrics.providerSeconds.observe({ provider: account.provider }, durationMs / 1_000)
      void records.add(recordOf(account, request, last, { tries, durationMs, at, begun }))
    } else metrics.providerCalls.inc({ provider: account.provider, outcome: 'not_made' })
    if (last.answer) return last.answer
    throw last.error
  }

  const tryOnce = async (account: Account, request: ProviderRequest, deadline: number, onTry: () => void): Promise<Try> => {
    const names = [`${account.provider} ${account.orgId}`, account.provider, 'all']
    let giveBack: (() => void) | undefined
    try {
      giveBack = await slots.take(names, Math.max(0, deadline - performance.now()), request.signal)
      onTry()
      const { operation: _operation, canRepeat: _canRepeat, ...sending } = request
      const answer = await parts.http.send({
        ...sending,
        timeoutMs: Math.max(1, Math.round(deadline - performance.now())),
        maxBytes: request.maxBytes ?? usualMaxBytes,
        redirects: 0,
      })
      return judged(answer)
    } catch (error) {
      return fallen(error, request)
    } finally {
      giveBack?.()
    }
  }

  /** How long to wait before the next try; null when there is to be none. */
  const waitBefore = (request: ProviderRequest, last: Try, tries: number): number | null => {
    if (!request.canRepeat || tries === 0 || tries > mostRepeats || !last.mayPass) return null
    const asked = retryAfterMs(last.answer?.headers['retry-after'], now())
    if (asked !== null && asked > longestRetryAfterMs) return null
    // By chance over the whole time: those that failed together do not come back together.
    return Math.max(asked ?? 0, chance() * backoffMs * 4 ** (tries - 1))
  }

  return {
    /** Outbound HTTP of one connection. */
    for: (account: Account): ProviderHttp => ({ send: (request) => call(account, request) }),
    circuitBreakers: {
      stateOf: ({ orgId, provider }) => circuitBreakers.stateOf(`${provider} ${orgId}`),
    } satisfies CircuitBreakers as CircuitBreakers,
    /** Keeps what is still to be kept. */
    close: () => records.close(),
  }
}

export type OutboundHttp = ReturnType<typeof makeOutboundHttp>

/** What became of one try. */
interface Try {
  readonly answer: Answer | null
  readonly error: unknown
  /** Null: nothing was sent, or we ended it ourselves. */
  readonly outcome: CallOutcome | null
  readonly finding: Finding
  /** Another try may find it otherwise. */
  readonly mayPass: boolean
}

const judged = (answer: Answer): Try => {
  const { status } = answer
  const of = (outcome: CallOutcome, finding: Finding, mayPass: boolean): Try => ({
    answer,
    error: null,
    outcome,
    finding,
    mayPass,
  })
  if (status === 429) return of('rate_limited', 'failed', true)
  // An error of before that is told again: what it says of the provider was counted then.
  if (status >= 500 && answer.headers['idempotent-replayed'] === 'true') return of('failed', 'well', false)
  if (status >= 500) return of('failed', 'failed', repeatedStatuses.has(status))
  if (status >= 400) return of('refused', 'well', false)
  // A program's interface neither sends people elsewhere nor shows them a page: something else stands before it.
  if (status >= 300 || answer.headers['content-type']?.includes('text/html')) return of('failed', 'failed', false)
  if (answer.isCut) return of('cut', 'failed', true)
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

/** Where providers write what their support asks for. */
const requestIdHeaders = ['request-id', 'x-request-id', 'x-razorpay-request-id', 'x-fb-trace-id', 'twilio-request-id']

const recordOf = (
  account: Account,
  request: ProviderRequest,
  last: Try,
  more: Pick<CallRecord, 'tries' | 'durationMs' | 'at' | 'begun'>,
): CallRecord => {
  const requestId = requestIdHeaders.map((name) => last.answer?.headers[name]).find((text) => text !== undefined)
  return {
    orgId: account.orgId,
    connectionId: account.connectionId,
    provider: account.provider,
    operation: request.operation.slice(0, 100),
    method: request.method,
    host: URL.canParse(request.url) ? new URL(request.url).host.slice(0, 255) : '',
    status: last.answer?.status ?? null,
    outcome: last.outcome ?? 'no_answer',
    // A stranger's text: it is kept only if it looks like an id.
    providerRequestId: requestId !== undefined && /^[\w.:-]{1,100}$/.test(requestId) ? requestId : null,
    ...more,
  }
}
