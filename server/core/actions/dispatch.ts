import { isDatabaseAway } from '#db/connect.ts'
import { FilesError } from '#ports/files.ts'
import { Failure, transportErrors } from '../errors.ts'
import { rememberedDigestId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Behind } from '../write-behind.ts'
import { type AnyAction, usualLimit } from './action.ts'
import { admit, recognise, refuseForeign, refuseForeignPage } from './admission.ts'
import { anonymousCallId, answerOnce } from './anonymous-idempotency.ts'
import type { CallAgain } from './assistant-door.ts'
import { type AuditEntry, auditEntry, isAudited, recordAudit } from './audit.ts'
import { bucketOfKey, type Call, hasLeft, keyOwnerOf, limitedAs } from './call.ts'
import { callInTransaction, callWithoutTransaction } from './external-calls.ts'
import { type Idempotency, readIdempotencyKey } from './idempotency.ts'
import { readInput, refuseUnstorable } from './inputs.ts'
import type { Limit } from './limit.ts'
import { type Limits, rateLimited, type Verdict } from './rate-limits.ts'
import { type Admitted, type Outcome, type RunParts, runInTransaction, runWithoutTransaction } from './transactions.ts'

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly failure?: Failure
  readonly limit?: { readonly limit: Limit; readonly verdict: Verdict }
  /** The session cookie to set (text) or to take away (null). */
  readonly session?: string | null
  /** The device cookie to set. */
  readonly device?: string
  /** The first answer of an Idempotency-Key, once more. */
  readonly replayed?: boolean
}

export interface DispatchParts extends RunParts {
  readonly log: Log
  readonly metrics: Metrics
  /** Records, after the response, what was rejected for a claimed user. */
  readonly refusedClaims: Pick<Behind<AuditEntry>, 'add'>
}

/** A caller who was let in before the body was there: what was taken from the limit. */
export type Entered = NonNullable<Reply['limit']>

export interface Dispatch {
  (name: unknown, body: unknown, call: Call, entered?: Entered): Promise<Reply>
  /**
   * For a body that is still on its way: whether its caller may, and has not asked too often. What is refused is answered at once;
   * an admitted caller passes on what was taken.
   */
  enter(name: string, call: Call): Promise<{ readonly entered: Entered } | { readonly refusal: Reply }>
}

/** One path for every transport: find the action, admit the caller, take from its limit, parse, run in one transaction, answer. */
export const makeDispatch = (parts: DispatchParts): Dispatch => {
  const byName = new Map(parts.actions.map((action) => [action.name, action]))

  /** What is asked before the body. Tells what was taken from the limit as soon as it is known: a refusal says it too. */
  const enter = async (action: AnyAction, call: Call, tell: (entered: Entered) => void): Promise<Entered> => {
    refuseForeignPage(action, call)
    recognise(action, call.caller)
    const entered = await takeFromLimit(parts.limits, action, call)
    tell(entered)
    admit(action, call.caller)
    return entered
  }

  const dispatch = async (name: unknown, body: unknown, call: Call, before?: Entered): Promise<Reply> => {
    const begun = performance.now()
    const action = typeof name === 'string' ? byName.get(name) : undefined
    const log = childOf(parts.log, { request_id: call.requestId, ...(action ? { action: action.name } : {}) })
    let limited: Reply['limit'] = before
    const { watched, isOfAlongside } = watchAlongside(call)
    try {
      if (!action)
        throw new Failure(
          name === undefined ? 'missing_field' : 'unknown_action',
          name === undefined ? { message: 'Missing required field: type', field: 'type' } : {},
        )
      const { verdict } =
        before ??
        (await enter(action, call, (taken) => {
          limited = taken
        }))
      await refuseForeign(parts.database, action, body, call.caller)
      if (!verdict.ok) throw rateLimited(verdict)
      refuseUnstorable(body)
      const input = readInput(action, body)
      const idempotency = idempotencyOf(action, body, call)
      const anonymous = anonymousIdOf(action, body, call)
      const admitted = { action, input, call: watched, idempotency, log }
      const runs = { ...parts, callAgain: dispatch }
      const { output, session, device, replayed } = await (anonymous
        ? answerOnce(parts, anonymous, () => run(runs, admitted))
        : run(runs, admitted))
      count(parts, action, 200, begun)
      return {
        status: 200,
        body: output,
        ...(limited && { limit: limited }),
        ...(session !== undefined && { session }),
        ...(device !== undefined && { device }),
        replayed,
      }
    } catch (thrown) {
      if (isOfAlongside(thrown)) throw thrown
      return refused(thrown, { action, body, call, limited, log, begun })
    }
  }

  const refused = async (thrown: unknown, about: Refused): Promise<Reply> => {
    const { action, body, call, limited, log, begun } = about
    const failure = asFailure(thrown)
    if (hasLeft(call)) log().debug({ code: failure.code }, 'its caller went away')
    else if (failure.status >= 500) log().error({ err: thrown, code: failure.code }, 'action failed')
    else log().debug({ code: failure.code }, 'action rejected')
    if (action) {
      count(parts, action, failure.status, begun)
      if (limited?.verdict.ok) await auditRefusal(parts, action, body, call, failure, log)
    }
    return { status: failure.status, body: null, failure, ...(limited && { limit: limited }) }
  }

  return Object.assign(dispatch, {
    enter: async (name: string, call: Call): ReturnType<Dispatch['enter']> => {
      const begun = performance.now()
      const action = byName.get(name)
      if (!action) throw new Error('a transport serves an action that is not in the catalogue')
      const log = childOf(parts.log, { request_id: call.requestId, action: name })
      let limited: Reply['limit']
      try {
        const entered = await enter(action, call, (taken) => {
          limited = taken
        })
        if (!entered.verdict.ok) throw rateLimited(entered.verdict)
        return { entered }
      } catch (thrown) {
        return { refusal: await refused(thrown, { action, body: {}, call, limited, log, begun }) }
      }
    },
  })
}

/** What `alongside` throws is the business of who gave it: no failure of the action, and no refusal for the log of calls. */
const watchAlongside = (call: Call): { watched: Call; isOfAlongside(thrown: unknown): boolean } => {
  const { alongside } = call
  if (!alongside) return { watched: call, isOfAlongside: () => false }
  const thrownThere: unknown[] = []
  const watched: Call = {
    ...call,
    alongside: async (db, output) => {
      try {
        await alongside(db, output)
      } catch (error) {
        thrownThere.push(error)
        throw error
      }
    },
  }
  return { watched, isOfAlongside: (thrown) => thrownThere.includes(thrown) }
}

/** A call that came to nothing. */
interface Refused {
  readonly action: AnyAction | undefined
  readonly body: unknown
  readonly call: Call
  readonly limited: Reply['limit']
  readonly log: () => Log
  readonly begun: number
}

/** An action that calls a provider waits without a transaction; a public one begins outside any organization. */
const run = (parts: RunParts & { readonly callAgain: CallAgain }, admitted: Admitted): Promise<Outcome> => {
  const { who, callsProvider } = admitted.action
  if (callsProvider) return who === 'public' ? callWithoutTransaction(parts, admitted) : callInTransaction(parts, admitted)
  return who === 'public' || who === 'session' ? runWithoutTransaction(parts, admitted) : runInTransaction(parts, admitted)
}

const takeFromLimit = async (limits: Limits, action: AnyAction, call: Call): Promise<NonNullable<Reply['limit']>> => {
  if (action.limitedByKey && call.caller.kind === 'key') {
    const limit = { times: call.caller.ratePerMinute, seconds: 60 }
    return { limit, verdict: await limits.take(bucketOfKey(call.caller.keyId), limit) }
  }
  const limit = action.limit ?? usualLimit(action.who)
  const verdict = await limits.take(rememberedDigestId(`action ${action.name} ${limitedAs(action, call)}`), limit)
  return { limit, verdict }
}

const idempotencyOf = (action: AnyAction, body: unknown, { caller, idempotencyKey }: Call): Idempotency | null => {
  if (action.effect === 'read' || caller.kind === 'nobody' || caller.kind === 'session') return null
  return readIdempotencyKey(idempotencyKey, keyOwnerOf(caller), JSON.stringify(body))
}

const anonymousIdOf = (action: AnyAction, body: unknown, { caller, idempotencyKey }: Call): string | null => {
  if (!action.anonymousIdempotency || caller.kind !== 'nobody' || idempotencyKey === undefined) return null
  const payload = JSON.stringify(body)
  readIdempotencyKey(idempotencyKey, 'anonymous', payload)
  return anonymousCallId(action.name, String(idempotencyKey), payload)
}

/**
 * A write that was refused is worth knowing of too. In a transaction of its own, because that of the call is undone; what
 * the limit refuses is not recorded, or a flood would fill the table.
 */
const auditRefusal = async (
  parts: DispatchParts,
  action: AnyAction,
  body: unknown,
  call: Call,
  failure: Failure,
  log: () => Log,
): Promise<void> => {
  const { caller } = call
  if (failure.claimedPersonId !== undefined) {
    void parts.refusedClaims.add({ ...auditEntry(action, body, call, failure.code), personId: failure.claimedPersonId })
    return
  }
  if (!isAudited(action, body) || (caller.kind !== 'person' && caller.kind !== 'key' && caller.kind !== 'workflow')) return
  if (failure.code === 'not_signed_in' || failure.code === 'unavailable') return
  try {
    const entry = auditEntry(action, body, call, failure.code)
    await parts.database.inOrg(caller.orgId, (db) => recordAudit(db, caller.orgId, entry))
  } catch (error) {
    log().warn({ err: error }, 'a rejected call could not be recorded')
  }
}

/** A child of the log, made when there is something to say: most calls say nothing, and a child costs 5 µs. */
const childOf = (log: Log, bindings: Record<string, string>): (() => Log) => {
  let child: Log | undefined
  return () => {
    child ??= log.child(bindings) as Log
    return child
  }
}

const count = (parts: DispatchParts, action: AnyAction, status: number, begun: number): void => {
  parts.metrics.actions.inc({ action: action.name, status })
  parts.metrics.actionSeconds.observe({ action: action.name }, (performance.now() - begun) / 1_000)
}

/** What was thrown, as an answer: named trouble as it is, a database that is away as 503, the rest as 500. */
export const asFailure = (thrown: unknown): Failure => {
  if (thrown instanceof Failure) return thrown
  if (isDatabaseAway(thrown)) return new Failure('unavailable', { cause: thrown, retryAfterSeconds: 2 })
  // With the store's own words in the log: what is wrong with it is the operator's to know.
  if (thrown instanceof FilesError && thrown.trouble !== 'taken')
    return new Failure('files_unavailable', { cause: thrown, retryAfterSeconds: 10 })
  return new Failure('server_error', { cause: thrown, message: transportErrors.server_error.message })
}
