import type { IncomingMessage, ServerResponse } from 'node:http'
import { bucketOfKey } from '#core/actions/call.ts'
import { asFailure } from '#core/actions/dispatch.ts'
import { type Limits, rateLimited } from '#core/actions/rate-limits.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Database } from '#db/connect.ts'
import { workflowErrors } from '#domains/automation/workflows/errors.ts'
import { messageNameOf, readHookBody, readHookHeaders } from '#domains/automation/workflows/hook-bodies.ts'
import { isProven } from '#domains/automation/workflows/hook-proofs.ts'
import { type Taken, takeHookRequest } from '#domains/automation/workflows/hook-requests.ts'
import type { KnownHook, KnownHooks } from '#domains/automation/workflows/known-hooks.ts'
import { countRefused, tokenInUrl } from '#domains/automation/workflows/workflow-hooks.ts'
import type { WorkflowCaps } from '#shapes/workflow-caps.ts'
import { Answer, ClientGone, readBody } from '../server/http-adapter.ts'
import type { SlowBodies } from '../server/slow-bodies.ts'

const mostBytes = 65_536

export interface WorkflowHookParts {
  readonly hooks: KnownHooks
  readonly limits: Limits
  readonly database: Pick<Database, 'inOrg'>
  readonly log: Log
  readonly metrics: Metrics
  readonly now: () => Date
  readonly closing: () => boolean
  readonly slowBodies: SlowBodies
  readonly caps: WorkflowCaps
}

export const isOfWorkflowHooks = (url: string): boolean => tokenInUrl(url) !== null

/**
 * `POST /hooks/workflows/<token>`: starts a run of the workflow at this address. 202 means that the request and its run are in the database; what
 * cannot be stored is 503, so that its sender tries again. Anything but a POST is 405, and nothing happens.
 */
export const workflowHooks = (parts: WorkflowHookParts) => {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = newId()
    const answer = new Answer(request, response, requestId, parts.closing)
    try {
      if (request.method !== 'POST') {
        answer.header('Allow', 'POST')
        throw new Failure('method_not_allowed')
      }
      const { isRepeat, outcome, runId } = await take(parts, request, answer)
      parts.metrics.workflowHooks.inc({ outcome: isRepeat ? 'repeat' : outcome })
      answer.json(202, JSON.stringify({ runId }))
    } catch (thrown) {
      if (!request.complete) await new Promise(setImmediate)
      const failure = refusalOf(thrown)
      parts.metrics.workflowHooks.inc({ outcome: failure.code })
      if (failure.status >= 500 && thrown !== failure)
        parts.log.error(
          { err: thrown, request_id: requestId, code: failure.code },
          'a request to a workflow could not be stored',
        )
      answer.failure(failure)
    }
  }
}

const take = async (parts: WorkflowHookParts, request: IncomingMessage, answer: Answer): Promise<Taken> => {
  const now = parts.now()
  const hook = await parts.hooks.find(tokenInUrl(request.url ?? '') ?? '')
  if (!hook || (hook.until !== null && hook.until <= now)) throw new Failure(workflowErrors.workflow_hook_not_found)
  await admit(parts, answer, hook)
  const { trigger } = hook
  if (!trigger) throw new Failure(workflowErrors.workflow_not_published)
  const body = await parts.slowBodies.watch(request, readBody(request, mostBytes))
  const raw = { method: 'POST', url: request.url ?? '', headers: headersOf(request), body }
  if (!isProven(raw, trigger.check, hook, now)) {
    await parts.database.inOrg(hook.orgId, (db) => countRefused(db, hook.orgId, hook.workflowId))
    throw new Failure(workflowErrors.workflow_hook_unproven)
  }
  const value = readHookBody(raw)
  return parts.database.inOrg(hook.orgId, (db) =>
    takeHookRequest(
      db,
      hook.orgId,
      {
        ...{ workflowId: hook.workflowId, headers: readHookHeaders(raw, trigger), body: value, at: now },
        messageName: messageNameOf(raw, value, trigger),
        traceparent: raw.headers.traceparent,
      },
      parts.caps,
    ),
  )
}

/** By the workflow, whichever of its addresses is called. */
const admit = async (parts: WorkflowHookParts, answer: Answer, { workflowId, ratePerMinute }: KnownHook): Promise<void> => {
  const limit = { times: ratePerMinute, seconds: 60 }
  const verdict = await parts.limits.take(bucketOfKey(workflowId), limit)
  answer.limited(limit, verdict)
  if (!verdict.ok) throw rateLimited(verdict)
}

const headersOf = (request: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )

const refusalOf = (thrown: unknown): Failure => {
  if (thrown instanceof ClientGone) return new Failure('body_incomplete')
  const failure = asFailure(thrown)
  if (failure.code === 'body_too_large') return new Failure('body_too_large', { message: 'The body is larger than 64 KiB.' })
  // Whatever the reason: it is not stored, and its sender is to try again.
  return failure.status < 500 || failure.code === 'unavailable'
    ? failure
    : new Failure('unavailable', { cause: failure.cause ?? thrown, retryAfterSeconds: 2 })
}
