import { setTimeout as sleep } from 'node:timers/promises'
import type { CircuitBreakers } from '#ports/circuit-breakers.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { makeWriteBehind } from '../write-behind.ts'
import { type Finding, makeCircuitBreakers } from './circuit-breakers.ts'
import { makeConcurrencyLimit } from './concurrency-limit.ts'
import type { Answer, Http, Opened } from './http.ts'
import { openCall } from './opened-calls.ts'
import type { CallOutcome, CallRecord } from './provider-calls.ts'
import {
  CircuitOpen,
  type ProviderHttp,
  type ProviderOpening,
  type ProviderRequest,
  type ProviderStreams,
} from './provider-http.ts'
import { type Try, tryOnce, waitBeforeMs } from './tries.ts'

/** The longest duration of a whole call, whatever a provider's folder allows. */
const longestMs = 30_000
/** A mail of 25 MB is 34 MB on its way: this is 2.4 Mbit/s. */
const longestOfLargeMs = 120_000
/** A try that would have less time than this is not made. */
const leastTryMs = 500

/**
 * At once: of one workspace, or of one member's account, with one provider, of all members of one workspace, of one provider for all, and
 * of all. A slow provider holds no more than its share.
 */
const mostAtOnce = { ofAccount: 10, ofMembers: 20, ofProvider: 60, ofAll: 200 }
/** Answers in pieces, of one workspace with one provider and of all: each is a socket and some kilobytes. */
const mostStreams = { ofAccount: 500, ofAll: 2_000 }
const membersEnd = ' members'
const streamsEnd = ' streams'
const mostOf = (name: string): number => {
  if (name.endsWith(streamsEnd)) return name === `all${streamsEnd}` ? mostStreams.ofAll : mostStreams.ofAccount
  if (name === 'all') return mostAtOnce.ofAll
  if (!name.includes(' ')) return mostAtOnce.ofProvider
  return name.endsWith(membersEnd) ? mostAtOnce.ofMembers : mostAtOnce.ofAccount
}

export interface Account {
  readonly orgId: string
  readonly connectionId: string
  readonly provider: string
  /** It is a member's, not the workspace's: its failures are its own, and rest no colleague's. */
  readonly isOfMember?: boolean
  /** A member typed the host: it is called as a stranger's address is. */
  readonly isChosen?: boolean
}

/** What rests together: one workspace's calls to a provider, or those of one member's account. */
const breakerOf = ({ provider, orgId, connectionId, isOfMember }: Account): string =>
  isOfMember ? `${provider} ${orgId} ${connectionId}` : `${provider} ${orgId}`

const slotsOf = (account: Account): string[] => [
  breakerOf(account),
  ...(account.isOfMember ? [`${account.provider} ${account.orgId}${membersEnd}`] : []),
  account.provider,
  'all',
]

/**
 * Outbound HTTP to providers, behind each of their folders: a time and a size limit, a concurrency limit, retries of what is safe to
 * repeat, a circuit breaker for each provider and workspace or member's account, and a record of each call, without a word of what was said. Redirects are not followed:
 * credentials go where they were meant to and nowhere else.
 */
export const makeOutboundHttp = (parts: {
  readonly http: Pick<Http, 'send' | 'open'>
  /** The same to addresses that members chose: nothing of this machine but what the operator lists. */
  readonly guarded: Pick<Http, 'send' | 'open'>
  /** Keeps records, behind the calls. */
  readonly record: (calls: readonly CallRecord[]) => Promise<void>
  readonly metrics: Metrics
  readonly log: Log
  readonly now: () => Date
  readonly chance?: () => number
  /** The wait before the first repeat, at the most; before the second it is four times as long. */
  readonly backoffMs?: number
}) => {
  const { metrics, now, chance = Math.random, backoffMs = 250 } = parts
  const records = keepRecords(parts)
  const slots = makeConcurrencyLimit(mostOf)
  const circuitBreakers = openBreakers(parts)

  const askBreaker = (account: Account): void => {
    const may = circuitBreakers.ask(breakerOf(account))
    if (may.may) return
    metrics.providerCalls.inc({ provider: account.provider, outcome: 'circuit_open' })
    throw new CircuitOpen(new Date(may.retryAtMs))
  }

  const open = async (account: Account, request: ProviderOpening): Promise<Opened> => {
    const [begun, at] = [performance.now(), now()]
    askBreaker(account)
    return openCall({ http: account.isChosen ? parts.guarded : parts.http, slots }, request, {
      slotNames: [`${breakerOf(account)}${streamsEnd}`, `all${streamsEnd}`],
      ended: ({ finding, outcome, ...found }) => {
        circuitBreakers.tell(breakerOf(account), finding, at.getTime())
        if (outcome === null) metrics.providerCalls.inc({ provider: account.provider, outcome: 'not_made' })
        else records.keep(account, request, { ...found, outcome }, { tries: 1, at, begun })
      },
    })
  }

  const call = async (account: Account, request: ProviderRequest): Promise<Answer> => {
    const name = breakerOf(account)
    const http = account.isChosen ? parts.guarded : parts.http
    const begun = performance.now()
    const at = now()
    const deadline = begun + Math.min(request.timeoutMs, request.isLarge ? longestOfLargeMs : longestMs)
    const begunAtMs = at.getTime()
    askBreaker(account)
    let tries = 0
    let last: Try | undefined
    let finding: Finding = 'unknown'
    try {
      for (;;) {
        last = await tryOnce({ http, slots }, request, {
          slotNames: slotsOf(account),
          deadline,
          onTry: () => {
            tries++
          },
        })
        if (last.finding !== 'unknown') finding = last.finding
        const waitMs = waitBeforeMs(request, last, { tries, now, chance, backoffMs })
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
      const found = { status: last.answer?.status ?? null, headers: last.answer?.headers ?? {}, outcome: last.outcome }
      records.keep(account, request, found, { tries, at, begun })
    } else metrics.providerCalls.inc({ provider: account.provider, outcome: 'not_made' })
    if (last.answer) return last.answer
    throw last.error
  }

  return {
    /** Outbound HTTP of one connection. */
    for: (account: Account): ProviderHttp & ProviderStreams => ({
      send: (request) => call(account, request),
      open: (request) => open(account, request),
    }),
    circuitBreakers: {
      stateOf: (account) => {
        const own = circuitBreakers.stateOf(breakerOf({ ...account, isOfMember: true }))
        return own === 'closed' ? circuitBreakers.stateOf(breakerOf(account)) : own
      },
    } satisfies CircuitBreakers as CircuitBreakers,
    /** Keeps what is still to be kept. */
    close: () => records.close(),
  }
}

export type OutboundHttp = ReturnType<typeof makeOutboundHttp>

const openBreakers = ({ now, metrics, log }: Pick<Parameters<typeof makeOutboundHttp>[0], 'now' | 'metrics' | 'log'>) =>
  makeCircuitBreakers({
    nowMs: () => now().getTime(),
    onChange: (name, to) => {
      const [provider = '', orgId, connectionId] = name.split(' ')
      metrics.providerCircuits.inc({ provider }, to === 'open' ? 1 : -1)
      log.warn({ provider, org_id: orgId, connection_id: connectionId, circuit: to }, 'a circuit breaker opened or closed')
    },
  })

/** Calls are counted, and kept behind them. */
const keepRecords = ({ record, metrics, log }: Pick<Parameters<typeof makeOutboundHttp>[0], 'record' | 'metrics' | 'log'>) => {
  const records = makeWriteBehind<CallRecord>({
    keep: record,
    drop: (calls, error) => {
      metrics.providerCallsDropped.inc(calls)
      if (error) log.warn({ err: error, calls }, 'calls to providers could not be recorded')
    },
    atOnce: 500,
    most: 5_000,
    gatherMs: 250,
  })
  return {
    keep(
      account: Account,
      request: Pick<ProviderRequest, 'operation' | 'method' | 'url'>,
      found: Found,
      more: { readonly tries: number; readonly at: Date; readonly begun: number },
    ): void {
      const durationMs = Math.round(performance.now() - more.begun)
      metrics.providerCalls.inc({ provider: account.provider, outcome: found.outcome })
      metrics.providerSeconds.observe({ provider: account.provider }, durationMs / 1_000)
      void records.add(recordOf(account, request, found, { ...more, durationMs }))
    },
    close: () => records.close(),
  }
}

/** Where providers write what their support asks for. */
const requestIdHeaders = ['request-id', 'x-request-id', 'x-razorpay-request-id', 'x-fb-trace-id', 'twilio-request-id']

/** What came of a call. */
interface Found {
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly outcome: CallOutcome
}

const recordOf = (
  account: Account,
  request: Pick<ProviderRequest, 'operation' | 'method' | 'url'>,
  { status, headers, outcome }: Found,
  more: Pick<CallRecord, 'tries' | 'durationMs' | 'at' | 'begun'>,
): CallRecord => {
  const requestId = requestIdHeaders.map((name) => headers[name]).find((text) => text !== undefined)
  return {
    orgId: account.orgId,
    connectionId: account.connectionId,
    provider: account.provider,
    operation: request.operation.slice(0, 100),
    method: request.method,
    host: URL.canParse(request.url) ? new URL(request.url).host.slice(0, 255) : '',
    status,
    outcome,
    // A stranger's text: it is kept only if it looks like an id.
    providerRequestId: requestId !== undefined && /^[\w.:-]{1,100}$/.test(requestId) ? requestId : null,
    ...more,
  }
}
