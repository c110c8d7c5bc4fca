import { type Database, enterOrg, inside, insideAs, outside } from '#db/connect.ts'
import type { Opening } from '#db/opening-statements.ts'
import type { Ports } from '#ports/ports.ts'
import type { BaseContext, OpenContext, OrgContext, PreparingContext, WebsiteContext } from '../context.ts'
import { type ErrorDefinition, type Fail, Failure, failOf } from '../errors.ts'
import { recordEvent } from '../events/events.ts'
import { digestId, newId } from '../ids.ts'
import type { AnyJob } from '../jobs/job.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Log } from '../log.ts'
import type { DoTogether } from '../together.ts'
import type { Vault } from '../vault.ts'
import type { Within } from '../within.ts'
import type { AnyAction } from './action.ts'
import { personNow } from './admission.ts'
import { auditEntry, auditStatement, isAudited, recordAudit } from './audit.ts'
import { type Call, limitedAs, originOf } from './call.ts'
import { callingAs, personOfCaller, type Role } from './caller.ts'
import type { Turns } from './fair-queue.ts'
import { firstAnswer, type Idempotency, keepAnswer } from './idempotency.ts'
import type { KnownMembers } from './known-members.ts'
import { demand, type Limits } from './rate-limits.ts'

/** What actions run on. */
export interface RunParts {
  readonly actions: readonly AnyAction[]
  readonly jobs: readonly Pick<AnyJob, 'name' | 'summary'>[]
  readonly database: Database
  readonly limits: Limits
  readonly queue: Queue
  readonly ports: Ports
  readonly now: () => Date
  readonly settings: BaseContext['settings']
  readonly signToken: OpenContext['signToken']
  readonly vault: Vault
  readonly members: KnownMembers
  /** At what takes much of a processor. */
  readonly turns: Turns
  /** All that the product can answer, by code: for what tells of calls that are over. */
  readonly errors: ReadonlyMap<string, ErrorDefinition>
  readonly within: Within
  readonly together: DoTogether
}

/** A call that was admitted, with what it sent, read. */
export interface Admitted {
  readonly action: AnyAction
  readonly input: unknown
  readonly call: Call
  readonly idempotency: Idempotency | null
  readonly log: () => Log
}

export interface Outcome {
  readonly output: unknown
  /** The session cookie to set (text) or to take away (null). */
  readonly session?: string | null | undefined
  /** What the browser is to keep of the device. */
  readonly device?: string | undefined
  readonly replayed: boolean
}

export const baseOf = (parts: RunParts, { requestId }: Call): Omit<BaseContext, 'log'> => ({
  ports: parts.ports,
  now: parts.now,
  newId,
  requestId,
  vault: parts.vault,
  within: parts.within,
  together: parts.together,
  settings: parts.settings,
})

/**
 * A download's content is a stream; everything else must fit the shape that the reference shows. Looked at before the commit:
 * an answer that cannot be given must not have happened.
 */
export const checked = (action: AnyAction, output: unknown): unknown =>
  action.transports.includes('download') ? output : action.output.parse(output)

export const summariesOf =
  ({ actions, jobs }: RunParts): OrgContext['summaryOf'] =>
  (name) =>
    [...actions, ...jobs].find((each) => each.name === name)?.summary ?? null

/** What an action works out before its transaction. */
const prepared = async (parts: RunParts, { action, input, call, log }: Admitted): Promise<unknown> => {
  if (!action.prepare) return undefined
  const { caller } = call
  const context: PreparingContext = {
    now: parts.now,
    ports: parts.ports,
    get log() {
      return log()
    },
    personId: personOfCaller(caller),
    orgId: 'orgId' in caller ? caller.orgId : null,
    db: parts.database.db,
    inOrg: parts.database.inOrg,
    vault: parts.vault,
    device: call.device ?? null,
    demand: (bucket, limit) => demand(parts.limits, bucket, limit),
    inTurn: (work) => parts.turns.take(limitedAs(action, call), work),
  }
  return action.prepare(input as never, context)
}

/** In one transaction outside any organization, which the action may enter. */
export const runWithoutTransaction = async (parts: RunParts, admitted: Admitted): Promise<Outcome> => {
  const { action, input, call, log } = admitted
  const { caller } = call
  const facts = await prepared(parts, admitted)
  let session: string | null | undefined
  let device: string | undefined
  const output = await parts.database.transact(outside, async (db) => {
    let entered: string | undefined
    let personId: string | undefined
    const context: OpenContext & { fail: Fail<string>; prepared: unknown } = {
      ...baseOf(parts, call),
      prepared: facts,
      get log() {
        return log()
      },
      db,
      fail: failOf(action.errors),
      enterOrg: async (orgId, whoItIs) => {
        await enterOrg(db, orgId)
        entered = orgId
        personId = whoItIs
      },
      session: {
        current: caller.kind === 'session' ? caller : null,
        give: (token) => {
          if (!action.cookie) throw new Error(`${action.name} is not declared to read or set the cookie`)
          session = token
        },
      },
      device: {
        text: call.device ?? null,
        give: (text) => {
          if (!action.cookie) throw new Error(`${action.name} is not declared to read or set the cookie`)
          device = text
        },
      },
      clientAddress: call.clientAddress,
      agent: call.agent ?? null,
      origin: call.origin ?? null,
      enqueue: (job, data, start) => parts.queue.send(db, job, data, start),
      emitIn: (orgId, event, subjectId, facts) => recordEvent(db, orgId, event, subjectId, facts),
      allow: async (bucket, limit) => (await parts.limits.take(digestId(bucket), limit)).ok,
      demand: (bucket, limit) => demand(parts.limits, bucket, limit),
      signToken: parts.signToken,
    }
    const answer = checked(action, await action.run(input as never, context as never))
    // The organization is only known now: from an invitation token, or from a sign-in.
    if (isAudited(action, input) && entered) {
      const entry = auditEntry(action, input, call, 'done', answer)
      await recordAudit(db, entered, { ...entry, personId: personId ?? entry.personId })
    }
    return answer
  })
  return { output, session, device, replayed: false }
}

/** In one transaction of the caller's organization. */
export const runInTransaction = async (parts: RunParts, admitted: Admitted): Promise<Outcome> => {
  const { action, input, call, idempotency, log } = admitted
  const { caller } = call
  if (caller.kind === 'nobody' || caller.kind === 'session') throw new Failure('not_signed_in')
  const isWrite = action.effect === 'write'
  const facts = await prepared(parts, admitted)
  // What a person may read was asked for less than a second ago, most of the time. What writes asks each time.
  const roleKnown = caller.kind === 'person' && !isWrite ? parts.members.roleOf(caller) : undefined
  const isRead = !isWrite && !call.alongside
  const opening: Opening<unknown> =
    caller.kind === 'person' && roleKnown === undefined
      ? insideAs(caller.orgId, caller, isRead)
      : inside(caller.orgId, isRead, originOf(call))
  const run = async (db: OrgContext['db'], opened: unknown): Promise<Outcome> => {
    if (caller.kind === 'person' && roleKnown === undefined) parts.members.learn(caller, opened as Role | null)
    const person = caller.kind === 'person' ? personNow(action, caller, roleKnown ?? (opened as Role | null)) : null
    const first = idempotency && (await firstAnswer(db, caller.orgId, idempotency, parts.vault))
    if (first) {
      await call.alongside?.(db, first)
      return { output: first, replayed: true }
    }
    await call.beforehand?.(db)
    const context: WebsiteContext & { fail: Fail<string>; prepared: unknown } = {
      ...baseOf(parts, call),
      prepared: facts,
      get log() {
        return log()
      },
      db,
      fail: failOf(action.errors),
      org: { id: caller.orgId },
      person,
      ...callingAs(caller),
      isAssistant: call.via === 'assistant',
      emit: (event, subjectId, facts) => recordEvent(db, caller.orgId, event, subjectId, facts),
      enqueue: (job, data, start) => parts.queue.send(db, job, data, start),
      inOrg: (work) => parts.database.inOrg(caller.orgId, work),
      summaryOf: summariesOf(parts),
      errorOf: (code) => parts.errors.get(code),
      visitor: caller.kind === 'visitor' ? caller : null,
      origin: call.origin ?? null,
      agent: call.agent ?? null,
      clientAddress: call.clientAddress,
      demand: (bucket, limit) => demand(parts.limits, bucket, limit),
    }
    const output = checked(action, await action.run(input as never, context as never))
    if (idempotency) await keepAnswer(db, caller.orgId, idempotency, output, parts.vault)
    await call.alongside?.(db, output)
    return { output, replayed: false }
  }
  return parts.database.transact<Outcome, unknown>(opening, run, (db, { output, replayed }) =>
    isAudited(action, input) && !replayed
      ? auditStatement(db, caller.orgId, auditEntry(action, input, call, 'done', output))
      : null,
  )
}
