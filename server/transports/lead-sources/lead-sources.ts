import type { IncomingMessage, ServerResponse } from 'node:http'
import type pg from 'pg'
import { bucketOfKey } from '#core/actions/call.ts'
import { asFailure } from '#core/actions/dispatch.ts'
import { type Limits, rateLimited } from '#core/actions/rate-limits.ts'
import { addressBlock } from '#core/address-blocks.ts'
import { Failure } from '#core/errors.ts'
import type { AddressOf } from '#core/http/client-address.ts'
import { newId } from '#core/ids.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Database } from '#db/connect.ts'
import { leadSourceErrors } from '#domains/crm/lead-sources/errors.ts'
import { kindAtPath } from '#domains/crm/lead-sources/kinds.ts'
import { type KnownLead, leadsOfSourceText, underKnownId } from '#domains/crm/lead-sources/known-ids.ts'
import type { FoundSource, KnownSources } from '#domains/crm/lead-sources/known-sources.ts'
import type {
  LeadSourceKind,
  SourceAnswer,
  SourceBody,
  SourceRequest,
  SourceResult,
} from '#domains/crm/lead-sources/source-kind.ts'
import { readSourceLead } from '#domains/crm/lead-sources/source-leads.ts'
import { noticeTroubles } from '#domains/crm/lead-sources/source-troubles.ts'
import type { IntakeLine } from '#domains/crm/leads/intake-batcher.ts'
import { quotaExceeded } from '#domains/crm/leads/quotas.ts'
import type { RejectedLog } from '#domains/crm/leads/rejected-log.ts'
import { leadRow } from '#domains/crm/leads/take-leads.ts'
import { type RecordedDelivery, statementOf } from '#domains/crm/request-log/recorded-deliveries.ts'
import { Answer, ClientGone, readBody } from '../server/http-adapter.ts'
import type { SlowBodies } from '../server/slow-bodies.ts'
import { makeOverrunRoom } from './overrun-room.ts'

const functions = '/functions/v1/'

export interface LeadSourceParts {
  readonly sources: KnownSources
  readonly limits: Limits
  readonly line: IntakeLine
  readonly rejected: RejectedLog
  readonly pool: pg.Pool
  readonly database: Database
  readonly log: Log
  readonly metrics: Metrics
  readonly now: () => Date
  readonly addressOf: AddressOf
  readonly closing: () => boolean
  readonly slowBodies: SlowBodies
}

/** A request at the address of a source, as far as its head says. */
interface Place {
  readonly kind: LeadSourceKind
  readonly address: string
}

/** Whether a source may stand at an address. */
export const isOfLeadSources = (url: string): boolean => url.startsWith(functions) && placeOf(url) !== null

const placeOf = (url: string): Place | null => {
  const [pathname = ''] = url.split('?', 1)
  const [path = '', address, ...rest] = pathname.slice(functions.length).split('/')
  const kind = kindAtPath(path)
  return kind && address !== undefined && rest.length === 0 ? { kind, address } : null
}

/**
 * Leads that forms, advertisers and other services send to an address of their own, by the line of `POST /v1/leads` and with its rules. An
 * answer of success means that the lead, or its delivery, is in the database.
 */
export const leadSources = (parts: LeadSourceParts) => {
  const tell = makeTeller(parts)
  const room = makeOverrunRoom()

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const deliveryId = newId()
    const answer = new Answer(request, response, deliveryId, parts.closing)
    const place = placeOf(request.url ?? '')
    let source: FoundSource | null = null
    let raw: SourceRequest | null = null
    let body: SourceBody | null = null
    try {
      if (!place) throw new Failure('not_found')
      const { kind } = place
      const found = parts.sources.find(place.address)
      const known = found instanceof Promise ? await found : found
      // An address of one kind is none of another.
      if (!known || known.kind !== kind.kind) throw new Failure(leadSourceErrors.lead_source_not_found)
      source = known
      raw = requestOf(request)
      for (const [name, value] of Object.entries(kind.headers?.(raw, source) ?? {})) answer.header(name, value)
      if (request.method !== 'POST') return greet(raw, answer, kind, source)

      const overrun = await admit(parts, request, answer, kind, source)
      if (overrun && !room.take(source.orgId, declaredBytes(request, kind))) throw overrun
      const bytes = await parts.slowBodies.watch(request, readBody(request, kind.bodyLimitBytes))
      raw = { ...raw, body: bytes }
      body = kind.open(raw, source, parts.now())
      const aside = kind.prove(raw, body, source, parts.now())
      // After the proof: what a stranger sends meanwhile is not kept as the sender's, nor as one to replay what would make no lead.
      if (source.isOff && !aside) throw new Failure(leadSourceErrors.lead_source_off)
      if (overrun && !aside) throw overrun
      if (aside) {
        await record(parts.pool, source, deliveryId, body, {
          status: 200,
          outcome: aside.outcome,
          code: aside.code,
          message: aside.message,
        })
        parts.metrics.leads.inc({ outcome: aside.outcome })
        if (aside.outcome === 'held') tell(source)
        return give(answer, kind, { outcome: aside.outcome }, raw, source)
      }
      give(answer, kind, await take(source, kind, body, deliveryId), raw, source)
    } catch (thrown) {
      if (!request.complete) await new Promise(setImmediate)
      await refuse(parts, thrown, { source, kind: place?.kind, raw: raw ?? requestOf(request), body }, deliveryId, answer)
      if (source && body && asFailure(thrown).code === 'rate_limited') tell(source)
    }
  }

  const greet = (request: SourceRequest, answer: Answer, kind: LeadSourceKind, source: FoundSource): void => {
    const greeting = kind.greet?.(request, source)
    if (greeting) return sendAnswer(answer, greeting)
    answer.header('Allow', 'POST')
    throw new Failure('method_not_allowed')
  }

  const take = async (
    source: FoundSource,
    kind: LeadSourceKind,
    body: SourceBody,
    deliveryId: string,
  ): Promise<SourceResult> => {
    const begun = performance.now()
    const read = readSourceLead(kind, source, body, { defaultCountry: source.defaultCountry, now: parts.now() })
    const lead = await underKnownId(source.orgId, read, async (digests) => {
      const values = [source.orgId, source.id, digests]
      return (await parts.pool.query<KnownLead>({ name: 'leads_of_source', text: leadsOfSourceText, values })).rows
    })
    const result = await parts.line.take(
      leadRow({
        ...{ orgId: source.orgId, lead, via: 'source', deliveryId, keyId: source.id },
        ...{ body: Buffer.from(body.text), quota: source.quotaPerMonth },
      }),
    )
    if (result.outcome === 'over_quota') throw quotaExceeded(parts.now())
    if (!('leadId' in result)) throw new Error('a lead of a source has no Idempotency-Key')
    if (result.conflict) tell(source)
    parts.metrics.leads.inc({ outcome: result.outcome })
    parts.metrics.intakeSeconds.observe((performance.now() - begun) / 1_000)
    return { outcome: 'taken', leadId: result.leadId, deduplicated: result.deduplicated }
  }

  return handle
}

/** A burst is told of once; what came of it meanwhile, the watch over sources sees. */
const toldAgainMs = 60_000
const mostTold = 10_000

/** Tells of kept requests that wait for a person, behind the answer: their deliveries say it already. */
const makeTeller = ({ database, log }: LeadSourceParts) => {
  const toldAtMs = new Map<string, number>()
  return (source: FoundSource): void => {
    const nowMs = performance.now()
    if (nowMs - (toldAtMs.get(source.id) ?? Number.NEGATIVE_INFINITY) < toldAgainMs) return
    if (toldAtMs.size >= mostTold) toldAtMs.clear()
    toldAtMs.set(source.id, nowMs)
    database
      .inOrg(source.orgId, (db) => noticeTroubles(db, source))
      .catch((error: unknown) =>
        log.warn({ err: error, source_id: source.id }, 'a notice about a lead source could not be created'),
      )
  }
}

/** As many bytes as a body can have by what its head says, before it is read. */
const declaredBytes = ({ headers }: IncomingMessage, { bodyLimitBytes }: LeadSourceKind): number => {
  const declared =
    headers['content-encoding'] === undefined ? Number(headers['content-length'] ?? bodyLimitBytes) : bodyLimitBytes
  return Math.min(declared, bodyLimitBytes)
}

/**
 * Before its body is waited for: the limit of the address that it comes from, and of the source. In this order: who floods a form from one
 * address must not use up what is left for others. Answers what is above the limit of the source, which is still kept where there is room.
 */
const admit = async (
  parts: LeadSourceParts,
  request: IncomingMessage,
  answer: Answer,
  kind: LeadSourceKind,
  source: FoundSource,
): Promise<Failure | null> => {
  if (kind.limitOfAddress) {
    const from = bucketOfKey(`${source.id} ${addressBlock(parts.addressOf(request))}`)
    const ofAddress = await parts.limits.take(from, kind.limitOfAddress)
    if (!ofAddress.ok) throw rateLimited(ofAddress)
  }
  const limit = { times: source.ratePerMinute, seconds: 60 }
  const taken = parts.limits.take(bucketOfKey(source.id), limit)
  const verdict = taken instanceof Promise ? await taken : taken
  answer.limited(limit, verdict)
  return verdict.ok ? null : rateLimited(verdict)
}

/** Why what a stranger sent is refused: nothing proves it, and any stranger can send a flood of it. */
const strangers: ReadonlySet<string> = new Set([
  leadSourceErrors.lead_source_unproven.code,
  leadSourceErrors.form_origin_refused.code,
])

/** What was proven and makes no lead is kept before its answer; what is not proven, behind it. */
const refuse = async (
  parts: LeadSourceParts,
  thrown: unknown,
  {
    source,
    kind,
    raw,
    body,
  }: { source: FoundSource | null; kind: LeadSourceKind | undefined; raw: SourceRequest; body: SourceBody | null },
  deliveryId: string,
  answer: Answer,
): Promise<void> => {
  let failure = thrown instanceof ClientGone ? new Failure('body_incomplete') : asFailure(thrown)
  parts.metrics.leads.inc({ outcome: failure.code })
  if (failure.status >= 500 && failure.code !== 'unavailable')
    parts.log.error(
      { err: failure.cause ?? thrown, request_id: deliveryId, code: failure.code },
      'lead of a source not accepted',
    )
  if (!source || !kind || failure.code === 'method_not_allowed') {
    const lost = source ? null : kind?.lost?.(failure, raw)
    return lost ? sendAnswer(answer, lost) : answer.failure(failure)
  }
  if (failure.code === 'unavailable') return give(answer, kind, { outcome: 'refused', failure, isStored: false }, raw, source)
  const isStored = body !== null && !strangers.has(failure.code)
  const own = kind.answer({ outcome: 'refused', failure, isStored }, raw, source)
  const { code, field, message } = failure
  if (isStored) {
    try {
      // With the status that it is answered with: some senders take nothing but 200 for something that was taken.
      const status = own?.status ?? failure.status
      await record(parts.pool, source, deliveryId, body, { status, outcome: 'rejected', code, field, message })
    } catch (cause) {
      failure = new Failure('unavailable', { cause, retryAfterSeconds: 2 })
      return give(answer, kind, { outcome: 'refused', failure, isStored: false }, raw, source)
    }
  } else
    void parts.rejected.add({
      ...{ orgId: source.orgId, deliveryId, keyId: source.id, status: failure.status, code, field, message },
      // What cannot be read whole may have a secret in it.
      body: body ? Buffer.from(body.text) : null,
    })
  sendRefusal(answer, own, failure)
}

/** Stores what makes no lead now. */
const record = async (
  pool: pg.Pool,
  source: FoundSource,
  deliveryId: string,
  body: SourceBody,
  kept: Pick<RecordedDelivery, 'status' | 'outcome' | 'code' | 'field' | 'message'>,
): Promise<void> => {
  await pool.query(statementOf({ ...kept, orgId: source.orgId, deliveryId, keyId: source.id, body: body.text }))
}

/** A request as far as its head says. */
const requestOf = (request: IncomingMessage): SourceRequest => ({
  method: request.method ?? '',
  url: request.url ?? '',
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  ),
  body: nothing,
})
const nothing = Buffer.alloc(0)

const give = (
  answer: Answer,
  kind: LeadSourceKind,
  result: SourceResult,
  request: SourceRequest,
  source: FoundSource,
): void => {
  const own = kind.answer(result, request, source)
  if (result.outcome === 'refused') return sendRefusal(answer, own, result.failure)
  if (own) return sendAnswer(answer, own)
  answer.json(
    200,
    result.outcome === 'taken'
      ? `{"ok":true,"lead_id":"${result.leadId}","deduplicated":${result.deduplicated}}`
      : `{"ok":true,"outcome":"${result.outcome}"}`,
  )
}

/** In the words of the kind, or as everywhere. */
const sendRefusal = (answer: Answer, own: SourceAnswer | null, failure: Failure): void => {
  if (!own) return answer.failure(failure)
  if (failure.retryAfterSeconds !== undefined) answer.header('Retry-After', String(failure.retryAfterSeconds))
  sendAnswer(answer, own)
}

const sendAnswer = (answer: Answer, { status, type, body, headers = {} }: SourceAnswer): void => {
  for (const [name, value] of Object.entries(headers)) answer.headerInstead(name, value)
  answer.send(status, body, type)
}
