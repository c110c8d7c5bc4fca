import type { z } from 'zod'
import { type Database, enterOrg, inside, insideAs, isDatabaseAway, type Opening, outside } from '#db/connect.ts'
import type { Ports } from '#ports/ports.ts'
import { isStorable } from '#shapes/texts.ts'
import { type AnyAction, type Limit, usualLimit } from './action.ts'
import { type AuditEntry, recordAudit, targetOf } from './audit.ts'
import { atLeast, type Caller, lesser, type Role, roles } from './caller.ts'
import type { AskingContext, BaseContext, OpenAskingContext, OpenContext, OrgContext, Step, WebsiteContext } from './context.ts'
import { type ErrorCode, errors, Failure, type FailureDetail } from './errors.ts'
import { recordEvent } from './events.ts'
import { firstAnswer, type Idempotency, keepAnswer, readIdempotencyKey } from './idempotency.ts'
import { digestId, newId, rememberedDigestId } from './ids.ts'
import type { AnyJob } from './job.ts'
import type { KnownMembers } from './known-members.ts'
import type { Limits, Verdict } from './limits.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Queue } from './queue.ts'
import type { Vault } from './vault.ts'

/** What a call came with, beside its body. */
export interface Call {
  readonly caller: Caller
  readonly requestId: string
  readonly clientAddress: string
  /** The User-Agent header. */
  readonly agent?: string | undefined
  /** The Origin header. */
  readonly origin?: string | undefined
  /** The Idempotency-Key header; only what writes for a person or a key heeds it. */
  readonly idempotencyKey?: string | string[] | undefined
}

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly failure?: Failure
  readonly limit?: { readonly limit: Limit; readonly verdict: Verdict }
  /** The session cookie to set (text) or to take away (null). */
  readonly session?: string | null
  /** The first answer of an Idempotency-Key, once more. */
  readonly replayed?: boolean
}

export interface DispatchParts {
  readonly actions: readonly AnyAction[]
  readonly jobs: readonly Pick<AnyJob, 'name' | 'summary'>[]
  readonly database: Database
  readonly limits: Limits
  readonly queue: Queue
  readonly ports: Ports
  readonly log: Log
  readonly metrics: Metrics
  readonly now: () => Date
  readonly settings: BaseContext['settings']
  readonly signToken: OpenContext['signToken']
  readonly vault: Vault
  readonly members: KnownMembers
}

export type Dispatch = (name: unknown, body: unknown, call: Call) => Promise<Reply>

/** One path for every door: find the action, admit the caller, take from its limit, parse, run in one transaction, answer. */
export const makeDispatch = (parts: DispatchParts): Dispatch => {
  const byName = new Map(parts.actions.map((action) => [action.name, action]))

  return async (name, body, call) => {
    const begun = performance.now()
    const action = typeof name === 'string' ? byName.get(name) : undefined
    const log = childOf(parts.log, { request_id: call.requestId, ...(action ? { action: action.name } : {}) })
    let limited: Reply['limit']
    try {
      if (!action)
        throw new Failure(
          name === undefined ? 'missing_field' : 'unknown_action',
          name === undefined ? { message: 'Missing required field: type', field: 'type' } : {},
        )
      recognise(action, call.caller)
      limited = await takeFromLimit(parts.limits, action, call)
      admit(action, call.caller)
      await refuseForeign(parts.database, action, body, call.caller)
      if (!limited.verdict.ok) throw rateLimited(limited.verdict)
      refuseUnstorable(body)
      const input = readInput(action, body)
      const { output, session, replayed } = await run(parts, action, input, call, idempotencyOf(action, body, call), log)
      count(parts, action, 200, begun)
      return {
        status: 200,
        body: output,
        ...(limited && { limit: limited }),
        ...(session !== undefined && { session }),
        replayed,
      }
    } catch (thrown) {
      const failure = asFailure(thrown)
      if (failure.status >= 500) log().error({ err: thrown, code: failure.code }, 'action failed')
      else log().debug({ code: failure.code }, 'action refused')
      if (action) {
        count(parts, action, failure.status, begun)
        if (limited?.verdict.ok) await auditRefusal(parts, action, body, call, failure, log)
      }
      return { status: failure.status, body: null, failure, ...(limited && { limit: limited }) }
    }
  }
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
  if (action.effect === 'read' || (caller.kind !== 'person' && caller.kind !== 'key')) return
  if (failure.code === 'not_signed_in' || failure.code === 'unavailable') return
  try {
    const entry = auditEntry(action, body, call, failure.code)
    await parts.database.inOrg(caller.orgId, (db) => recordAudit(db, caller.orgId, entry))
  } catch (error) {
    log().warn({ err: error }, 'a refused call could not be recorded')
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

const auditEntry = (action: AnyAction, body: unknown, call: Call, outcome: string): AuditEntry => ({
  personId: call.caller.kind === 'person' || call.caller.kind === 'session' ? call.caller.personId : null,
  keyId: call.caller.kind === 'key' ? call.caller.keyId : null,
  action: action.name,
  outcome,
  target: targetOf(body),
  address: call.clientAddress,
  agent: call.agent ?? null,
  requestId: call.requestId,
})

const count = (parts: DispatchParts, action: AnyAction, status: number, begun: number): void => {
  parts.metrics.actions.inc({ action: action.name, status })
  parts.metrics.actionSeconds.observe({ action: action.name }, (performance.now() - begun) / 1_000)
}

type Entrance = Pick<AnyAction, 'who' | 'scope' | 'website'>

/** 401 for whoever is not known. */
export const recognise = ({ who, website }: Entrance, caller: Caller): void => {
  if (who === 'public' || caller.kind === 'key' || (caller.kind === 'visitor' && website)) return
  if (who.startsWith('key:')) {
    if (caller.kind === 'nobody') throw new Failure('key_invalid')
  } else if (caller.kind !== (who === 'session' ? 'session' : 'person')) throw new Failure('not_signed_in')
}

/**
 * 403 for whoever is known and may not. A key does what its scopes say and nothing else, not even what anybody may; a visitor's
 * token is for their chat.
 */
export const admit = ({ who, scope, website }: Entrance, caller: Caller): void => {
  if (caller.kind === 'key') {
    const wanted = who.startsWith('key:') ? who.slice(4) : scope
    if (wanted === undefined || !caller.scopes.includes(wanted)) throw new Failure('scope_missing')
  } else if (who.startsWith('key:') || (caller.kind === 'visitor' && !website)) throw new Failure('forbidden')
  else if (caller.kind === 'person' && isRole(who) && !atLeast(caller.role, who)) throw new Failure('forbidden')
}

const summariesOf =
  ({ actions, jobs }: DispatchParts): OrgContext['summaryOf'] =>
  (name) =>
    [...actions, ...jobs].find((each) => each.name === name)?.summary ?? null

const isRole = (who: AnyAction['who']): who is Role => (roles as readonly string[]).includes(who)

/** The one bucket of a key, whatever door it comes by. */
export const bucketOfKey = (keyId: string): string => rememberedDigestId(`key ${keyId}`)

const takeFromLimit = async (limits: Limits, action: AnyAction, call: Call): Promise<NonNullable<Reply['limit']>> => {
  if (action.limitedByKey && call.caller.kind === 'key') {
    const limit = { times: call.caller.ratePerMinute, seconds: 60 }
    return { limit, verdict: await limits.take(bucketOfKey(call.caller.keyId), limit) }
  }
  const limit = action.limit ?? usualLimit(action.who)
  const verdict = await limits.take(rememberedDigestId(`action ${action.name} ${limitedAs(action, call)}`), limit)
  return { limit, verdict }
}

/** Whom a call counts for: the person or key that it proves, and on a public action the address that it comes from. */
const limitedAs = (action: AnyAction, { caller, clientAddress }: Call): string => {
  if (action.who === 'public' || caller.kind === 'nobody') return addressBlock(clientAddress)
  if (caller.kind === 'visitor') return caller.sessionId
  return caller.kind === 'key' ? caller.keyId : caller.personId
}

/** 429 with the text of the specification; the same N as in `Retry-After`. */
export const rateLimited = ({ retryAfterSeconds }: Pick<Verdict, 'retryAfterSeconds'>): Failure =>
  new Failure('rate_limited', { message: `Rate limited. Try again in ${retryAfterSeconds} seconds`, retryAfterSeconds })

/** An IPv6 customer holds a /64 at the least: that is one caller. */
export const addressBlock = (address: string): string => {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const groups = plain.includes('::')
    ? [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
    : front
  // A proxy may write 2001:0DB8 for 2001:db8.
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

const readInput = (action: AnyAction, body: unknown): unknown => {
  const parsed = action.input.safeParse(body)
  if (parsed.success) return parsed.data
  throw describeIssue(parsed.error, body)
}

/** One problem, in words: the first missing field by the message that the specification shows, else the first of all. */
export const describeIssue = (error: z.ZodError, body: unknown): Failure => {
  const problems = error.issues
    .map(({ path, message }) => ({ path: path.map(String), message }))
    .filter(({ path }) => path.length > 0)
  const missing = problems.find(({ path }) => memberAt(body, path) === undefined)
  const { path, message } = missing ?? problems[0] ?? { path: [], message: '' }
  if (path.length === 0) return new Failure('bad_request')
  const field = path.join('.')
  if (missing) return new Failure('missing_field', { message: `Missing required field: ${field}`, field })
  return new Failure('bad_request', { message: `${field}: ${message}`, field })
}

const memberAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    body,
  )

/**
 * An organization or person named in a body must be the caller's own, in every action, listed field or not. A person that
 * an action lists as its input is for the action to judge: an admin may speak of others.
 */
const refuseForeign = async (database: Database, action: AnyAction, body: unknown, caller: Caller): Promise<void> => {
  if (typeof body !== 'object' || body === null || caller.kind === 'nobody') return
  const { orgId, userId, userEmail, identity } = body as Record<string, unknown>
  if (orgId != null && orgId !== caller.orgId) throw new Failure('foreign_organization', { field: 'orgId' })

  const listed = (action.input as { readonly shape?: Readonly<Record<string, unknown>> }).shape ?? {}
  const personId = caller.kind === 'key' || caller.kind === 'visitor' ? null : caller.personId
  if (userId != null && !('userId' in listed) && userId !== personId) throw new Failure('foreign_person', { field: 'userId' })
  for (const [field, value] of Object.entries({ userEmail, identity })) {
    if (value == null || field in listed || (value === personId && field === 'identity')) continue
    const person =
      personId === null
        ? undefined
        : await database.db.selectFrom('directory.people').select('email').where('id', '=', personId).executeTakeFirst()
    if (typeof value !== 'string' || value.trim().toLowerCase() !== person?.email.toLowerCase())
      throw new Failure('foreign_person', { field })
  }
}

/** As deep as the lead API allows. */
const deepest = 32

/** Text that PostgreSQL cannot hold, and nesting that nobody means, are refused before anything is done, by every action alike. */
const refuseUnstorable = (value: unknown, path: readonly string[] = []): void => {
  if (typeof value === 'string' && !isStorable(value)) {
    const field = path.join('.')
    throw new Failure('field_bad_text', { message: `${field} contains NUL or a broken surrogate pair`, field })
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length >= deepest) throw new Failure('body_too_deep')
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) throw new Failure('field_bad_text')
    refuseUnstorable(member, [...path, name])
  }
}

const idempotencyOf = (action: AnyAction, body: unknown, { caller, idempotencyKey }: Call): Idempotency | null => {
  if (action.effect === 'read' || (caller.kind !== 'person' && caller.kind !== 'key')) return null
  return readIdempotencyKey(
    idempotencyKey,
    `gateway ${caller.orgId} ${caller.kind === 'key' ? caller.keyId : caller.personId}`,
    JSON.stringify(body),
  )
}

const run = async (
  parts: DispatchParts,
  action: AnyAction,
  input: unknown,
  call: Call,
  idempotency: Idempotency | null,
  log: () => Log,
): Promise<{ output: unknown; session: string | null | undefined; replayed: boolean }> => {
  const { caller } = call
  const fail = (code: ErrorCode, detail?: FailureDetail): Failure => new Failure(code, detail)
  const base: Omit<BaseContext, 'log'> = {
    ports: parts.ports,
    now: parts.now,
    newId,
    requestId: call.requestId,
    vault: parts.vault,
    settings: parts.settings,
  }
  let session: string | null | undefined
  let replayed = false
  // A download's content is a stream; everything else must fit the shape that the reference shows. Looked at before the
  // commit: an answer that cannot be given must not have happened.
  const checked = (output: unknown): unknown => (action.doors.includes('download') ? output : action.output.parse(output))
  const isWrite = action.effect === 'write'

  if (action.asksProvider) {
    const asked = await ask(parts, action, input, call, idempotency, { base, log, fail, checked })
    return { ...asked, session }
  }

  if (action.who === 'public' || action.who === 'session') {
    const output = await parts.database.transact(outside, async (db) => {
      let entered: string | undefined
      let personId: string | undefined
      const context: OpenContext & { fail: typeof fail } = {
        ...base,
        get log() {
          return log()
        },
        db,
        fail,
        enterOrg: async (orgId, whoItIs) => {
          await enterOrg(db, orgId)
          entered = orgId
          personId = whoItIs
        },
        session: {
          current: caller.kind === 'session' ? caller : null,
          give: (token) => {
            session = token
          },
        },
        clientAddress: call.clientAddress,
        agent: call.agent ?? null,
        origin: call.origin ?? null,
        enqueue: (job, data) => parts.queue.send(db, job, data),
        emitIn: (orgId, ...event) => recordEvent(db, orgId, ...event),
        allow: async (bucket, limit) => (await parts.limits.take(digestId(bucket), limit)).ok,
        signToken: parts.signToken,
      }
      const answer = checked(await action.run(input as never, context as never))
      // Whose organization it was is known only now: by the token of an invitation, or by whoever signed in.
      if (isWrite && entered) {
        const entry = auditEntry(action, input, call, 'done')
        await recordAudit(db, entered, { ...entry, personId: personId ?? entry.personId })
      }
      return answer
    })
    return { output, session, replayed }
  }

  if (caller.kind !== 'person' && caller.kind !== 'key' && caller.kind !== 'visitor') throw new Failure('not_signed_in')
  // What a person may read was asked for less than a second ago, most of the time. What writes asks each time.
  const roleKnown = caller.kind === 'person' && !isWrite ? parts.members.roleOf(caller) : undefined
  const opening: Opening<unknown> =
    caller.kind === 'person' && roleKnown === undefined
      ? insideAs(caller.orgId, caller, !isWrite)
      : inside(caller.orgId, !isWrite)
  const output = await parts.database.transact<unknown, unknown>(opening, async (db, opened) => {
    if (caller.kind === 'person' && roleKnown === undefined) parts.members.learn(caller, opened as Role | null)
    const person = caller.kind === 'person' ? personNow(action, caller, roleKnown ?? (opened as Role | null)) : null
    const first = idempotency && (await firstAnswer(db, caller.orgId, idempotency, parts.vault))
    if (first) {
      replayed = true
      return first
    }
    const context: WebsiteContext & { fail: typeof fail } = {
      ...base,
      get log() {
        return log()
      },
      db,
      fail,
      org: { id: caller.orgId },
      person,
      keyId: caller.kind === 'key' ? caller.keyId : null,
      emit: (...event) => recordEvent(db, caller.orgId, ...event),
      enqueue: (job, data) => parts.queue.send(db, job, data),
      inOrg: (work) => parts.database.inOrg(caller.orgId, work),
      summaryOf: summariesOf(parts),
      visitor: caller.kind === 'visitor' ? caller : null,
      origin: call.origin ?? null,
      agent: call.agent ?? null,
      clientAddress: call.clientAddress,
      allow: async (bucket, limit) => (await parts.limits.take(digestId(bucket), limit)).ok,
    }
    const answer = checked(await action.run(input as never, context as never))
    if (idempotency) await keepAnswer(db, caller.orgId, idempotency, answer, parts.vault)
    // What a visitor writes stands in the thread; the record of who did what is of people here.
    if (isWrite && caller.kind !== 'visitor') await recordAudit(db, caller.orgId, auditEntry(action, input, call, 'done'))
    return answer
  })
  return { output, session, replayed }
}

/** Idempotency-Keys of actions that ask a provider just now, in this process. Across processes the effect's own key holds. */
const askedFor = new Set<string>()

/**
 * Runs an action that asks a provider: whoever calls is looked at in a first short transaction, the action opens its own, and
 * the last one keeps the answer for repeats and the audit row.
 */
const ask = async (
  parts: DispatchParts,
  action: AnyAction,
  input: unknown,
  call: Call,
  idempotency: Idempotency | null,
  {
    base,
    log,
    fail,
    checked,
  }: {
    base: Omit<BaseContext, 'log'>
    log: () => Log
    fail: (code: ErrorCode, detail?: FailureDetail) => Failure
    checked: (output: unknown) => unknown
  },
): Promise<{ output: unknown; replayed: boolean }> => {
  const { caller } = call
  const isWrite = action.effect === 'write'
  const inStep = <T>(orgId: string, work: (step: Step) => Promise<T>): Promise<T> =>
    parts.database.inOrg(orgId, (db) =>
      work({
        db,
        emit: (...event) => recordEvent(db, orgId, ...event),
        enqueue: (job, data) => parts.queue.send(db, job, data),
      }),
    )

  if (action.who === 'public') {
    let entered: string | undefined
    const context: OpenAskingContext & { fail: typeof fail } = {
      ...base,
      log: log(),
      fail,
      signedIn: caller.kind === 'person' ? { personId: caller.personId, orgId: caller.orgId } : null,
      clientAddress: call.clientAddress,
      agent: call.agent ?? null,
      outside: (work) => parts.database.transact(outside, work),
      inOrg: (orgId, work) => {
        entered = orgId
        return inStep(orgId, work)
      },
    }
    const output = checked(await action.run(input as never, context as never))
    const orgId = entered
    if (isWrite && orgId)
      await parts.database.inOrg(orgId, (db) => recordAudit(db, orgId, auditEntry(action, input, call, 'done')))
    return { output, replayed: false }
  }

  if (caller.kind !== 'person' && caller.kind !== 'key') throw new Failure('not_signed_in')
  const { orgId } = caller
  if (idempotency && askedFor.has(idempotency.id)) throw new Failure('idempotency_in_flight')
  if (idempotency) askedFor.add(idempotency.id)
  try {
    const opening: Opening<unknown> = caller.kind === 'person' ? insideAs(orgId, caller, !isWrite) : inside(orgId, !isWrite)
    const { person, first } = await parts.database.transact<{ person: OrgContext['person']; first: unknown }, unknown>(
      opening,
      async (db, role) => ({
        person: caller.kind === 'person' ? personNow(action, caller, role as Role | null) : null,
        first: idempotency && (await firstAnswer(db, orgId, idempotency, parts.vault)),
      }),
    )
    if (first) return { output: first, replayed: true }
    const context: AskingContext & { fail: typeof fail } = {
      ...base,
      log: log(),
      fail,
      org: { id: orgId },
      person,
      keyId: caller.kind === 'key' ? caller.keyId : null,
      summaryOf: summariesOf(parts),
      inOrg: (work) => inStep(orgId, work),
    }
    const output = checked(await action.run(input as never, context as never))
    if (!isWrite) return { output, replayed: false }
    return await parts.database.inOrg(orgId, async (db) => {
      if (idempotency && !(await keepAnswer(db, orgId, idempotency, output, parts.vault)))
        return { output: await firstAnswer(db, orgId, idempotency, parts.vault), replayed: true }
      await recordAudit(db, orgId, auditEntry(action, input, call, 'done'))
      return { output, replayed: false }
    })
  } finally {
    if (idempotency) askedFor.delete(idempotency.id)
  }
}

/** What a token said a while ago holds as far as it still does: whoever was removed or signed out is out at once, and nobody gains by an old token. */
const personNow = (
  action: AnyAction,
  caller: Extract<Caller, { kind: 'person' }>,
  roleNow: Role | null,
): NonNullable<OrgContext['person']> => {
  if (roleNow === null) throw new Failure('not_signed_in')
  const role = lesser(caller.role, roleNow)
  admit(action, { ...caller, role })
  return { id: caller.personId, role, sessionId: caller.sessionId }
}

/** What was thrown, as an answer: named trouble as it is, a database that is away as 503, the rest as 500. */
export const asFailure = (thrown: unknown): Failure => {
  if (thrown instanceof Failure) return thrown
  if (isDatabaseAway(thrown)) return new Failure('unavailable', { cause: thrown, retryAfterSeconds: 2 })
  return new Failure('server_error', { cause: thrown, message: errors.server_error.message })
}
