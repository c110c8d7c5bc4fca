import type { IncomingMessage, ServerResponse } from 'node:http'
import { bucketOfKey } from '#core/actions/call.ts'
import { asFailure } from '#core/actions/dispatch.ts'
import { type Idempotency, readIdempotencyKey } from '#core/actions/idempotency.ts'
import { type Limits, rateLimited } from '#core/actions/rate-limits.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Database } from '#db/connect.ts'
import { noticeConflict } from '#domains/crm/leads/conflicts.ts'
import type { IntakeLine } from '#domains/crm/leads/intake-batcher.ts'
import { maxBodyBytes, readJson } from '#domains/crm/leads/json-body.ts'
import { type LeadInput, leadFailure, readLead } from '#domains/crm/leads/lead-input.ts'
import { foresee } from '#domains/crm/leads/leads.ts'
import { quotaExceeded } from '#domains/crm/leads/quotas.ts'
import type { RejectedLog } from '#domains/crm/leads/rejected-log.ts'
import { leadRow } from '#domains/crm/leads/take-leads.ts'
import { recordUse } from '#domains/platform/api-keys/keys.ts'
import type { KnownKey, KnownKeys } from '#domains/platform/api-keys/known-keys.ts'
import { Answer, ClientGone, readBody } from '../server/http-adapter.ts'
import type { SlowBodies } from '../server/slow-bodies.ts'

const scope = 'leads:write'

export interface PublicApiParts {
  readonly keys: KnownKeys
  readonly limits: Limits
  readonly line: IntakeLine
  readonly rejected: RejectedLog
  readonly database: Database
  readonly log: Log
  readonly metrics: Metrics
  readonly now: () => Date
  /** True while the server drains: every answer then ends its connection. */
  readonly closing: () => boolean
  readonly slowBodies: SlowBodies
}

/**
 * `POST /v1/leads` on node:http itself: the one path where every microsecond counts (a framework's routing, hooks and
 * reply cost as much as the whole of it). The order of checks is the contract's: 401 and 403, 429, 413, 400, the rest;
 * the first three are answered at once, without waiting for a body.
 */
export const publicApi = (parts: PublicApiParts) => {
  /** Idempotency-Keys whose first request is under way in this process. */
  const underWay = new Set<string>()
  const complain = makeComplaints(parts.log)
  const touch = makeUseRecorder(parts)

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const deliveryId = newId()
    const answer = new Answer(request, response, deliveryId, parts.closing)
    let key: KnownKey | null = null
    let body: Buffer | null = null
    try {
      const found = parts.keys.find(bearer(request.headers.authorization))
      const known = found instanceof Promise ? await found : found
      requireUsable(known, parts.now())
      key = known

      const limit = { times: key.ratePerMinute, seconds: 60 }
      const taken = parts.limits.take(bucketOfKey(key.keyId), limit)
      const verdict = taken instanceof Promise ? await taken : taken
      answer.limited(limit, verdict)
      // After the bucket, so that a key without the scope cannot knock for ever, and with its headers; before the 429.
      if (!key.scopes.includes(scope)) throw new Failure('scope_missing', { message: `This API key lacks the scope ${scope}.` })
      if (!verdict.ok) throw rateLimited(verdict)
      if (request.method !== 'POST') {
        answer.header('Allow', 'POST')
        throw new Failure('method_not_allowed')
      }

      body = await parts.slowBodies.watch(request, readBody(request, maxBodyBytes))
      const lead = readInput(body, key, parts.now())
      const idempotency = readIdempotencyKey(request.headers['idempotency-key'], `v1/leads ${key.keyId}`, body)
      if (readDryRun(request.url)) {
        answer.json(200, JSON.stringify(await foresee(parts.database, key.orgId, lead)))
        parts.metrics.leads.inc({ outcome: 'dry_run' })
        return
      }
      if (idempotency && underWay.has(idempotency.id)) throw new Failure('idempotency_in_flight')
      if (idempotency) underWay.add(idempotency.id)
      try {
        await takeLead(parts, key, lead, body, idempotency, deliveryId, answer)
      } finally {
        if (idempotency) underWay.delete(idempotency.id)
      }
      touch(key)
    } catch (thrown) {
      // A body that came with its headers is read by then, and the answer need not end the connection.
      if (!request.complete) await new Promise(setImmediate)
      refuse(thrown, key, body, deliveryId, answer)
    }
  }

  const refuse = (thrown: unknown, key: KnownKey | null, body: Buffer | null, deliveryId: string, answer: Answer): void => {
    // There is no client to answer; a search for the lead shows why it is missing.
    const failure = thrown instanceof ClientGone ? new Failure('body_incomplete') : asFailure(thrown)
    parts.metrics.leads.inc({ outcome: failure.code })
    if (failure.status >= 500) complain(failure, thrown, deliveryId)
    // While the database is away there is nowhere to keep it.
    if (!key || failure.code === 'unavailable') return answer.failure(failure)
    const kept = parts.rejected.add({
      orgId: key.orgId,
      deliveryId,
      keyId: key.keyId,
      status: failure.status,
      code: failure.code,
      field: failure.field,
      message: failure.message,
      body,
    })
    touch(key)
    // 403, 413 and 429 are answered at once; the sender of an unreadable body can look it up right after.
    if (failure.status === 400 || failure.status === 422) void kept.then(() => answer.failure(failure))
    else answer.failure(failure)
  }

  return handle
}

/** When this resolves, the lead is in the database and its sender has the response. */
const takeLead = async (
  parts: PublicApiParts,
  key: KnownKey,
  lead: LeadInput,
  body: Buffer,
  idempotency: Idempotency | null,
  deliveryId: string,
  answer: Answer,
): Promise<void> => {
  const begun = performance.now()
  const result = await parts.line.take(
    leadRow({
      orgId: key.orgId,
      lead,
      via: 'api',
      deliveryId,
      keyId: key.keyId,
      body,
      idempotency,
      quota: key.quotaPerMonth,
    }),
  )
  if (result.outcome === 'mismatch') throw new Failure('idempotency_mismatch')
  if (result.outcome === 'over_quota') throw quotaExceeded(parts.now())
  if (result.outcome === 'replayed') answer.replayed()
  if (result.conflict) await raiseConflict(parts, key.orgId, result.leadId, deliveryId)
  answer.json(
    200,
    `{"ok":true,"lead_id":"${result.leadId}","contact_id":"${result.contactId}","deduplicated":${result.deduplicated}}`,
  )
  parts.metrics.leads.inc({ outcome: result.outcome })
  parts.metrics.intakeSeconds.observe((performance.now() - begun) / 1_000)
}

/** The delivery says so already; a notice makes it visible. The response stays the original in any case. */
const raiseConflict = async (
  { database, log }: PublicApiParts,
  orgId: string,
  leadId: string,
  deliveryId: string,
): Promise<void> => {
  try {
    await database.inOrg(orgId, (db) => noticeConflict(db, orgId, { leadId, deliveryId }))
  } catch (error) {
    log.warn({ err: error, request_id: deliveryId }, 'a notice about a conflict could not be created')
  }
}

/** An error is a defect of ours; while the database is away every request would say so, and one line a second will do. */
const makeComplaints = (log: Log) => {
  let quietUntilMs = 0
  return (failure: Failure, thrown: unknown, deliveryId: string): void => {
    const line = { err: failure.cause ?? thrown, request_id: deliveryId, code: failure.code }
    if (failure.code !== 'unavailable') return log.error(line, 'lead not accepted')
    if (performance.now() < quietUntilMs) return
    quietUntilMs = performance.now() + 1_000
    log.warn(line, 'leads cannot be accepted')
  }
}

/** "Last used", to ten seconds: one small write a key, behind the answer. */
const makeUseRecorder = ({ database, log, now }: PublicApiParts) => {
  const touched = new Map<string, number>()
  return (key: KnownKey): void => {
    const nowMs = Date.now()
    if (nowMs - (touched.get(key.keyId) ?? 0) < 10_000) return
    if (touched.size > 10_000) touched.clear()
    touched.set(key.keyId, nowMs)
    database.inOrg(key.orgId, (db) => recordUse(db, key, now())).catch((error) => log.warn({ err: error }, 'last use of a key'))
  }
}

const bearer = (header: string | undefined): string =>
  header !== undefined && /^bearer /i.test(header) ? header.slice(7).trim() : ''

function requireUsable(key: KnownKey | null, now: Date): asserts key is KnownKey {
  if (!key) throw new Failure('key_invalid')
  if (key.revoked) throw new Failure('key_revoked')
  if (key.expiresAtMs !== null && key.expiresAtMs <= now.getTime()) throw new Failure('key_expired')
}

const readInput = (body: Buffer, key: KnownKey, now: Date): LeadInput => {
  const json = readJson(body)
  if (!json.ok) throw new Failure(json.code, { message: json.message })
  const read = readLead(json.value, {
    defaultCountry: key.defaultCountry,
    today: now.toISOString().slice(0, 10),
    text: json.text,
  })
  if (!read.ok) throw leadFailure(read)
  return read.lead
}

/** Strict, because a `False` that was read as yes would lose the lead with a 200. */
const readDryRun = (url = ''): boolean => {
  const query = url.indexOf('?')
  if (query === -1) return false
  const value = new URLSearchParams(url.slice(query + 1)).get('dry_run')
  if (value === null || /^(?:false|0|no)$/i.test(value)) return false
  if (/^(?:true|1|yes|)$/i.test(value)) return true
  throw new Failure('bad_request', { message: 'dry_run must be true or false', field: 'dry_run' })
}
