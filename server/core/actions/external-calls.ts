import type { Compilable } from 'kysely'
import { inside, insideAs, outside } from '#db/connect.ts'
import type { Opening } from '#db/opening-statements.ts'
import type { ExternalCallContext, OpenAskingContext, OrgContext, Step } from '../context.ts'
import { type Fail, Failure, failOf } from '../errors.ts'
import { recordEvent } from '../events/events.ts'
import { type AnyAction, type AssistantDoor, Streamed } from './action.ts'
import { personNow } from './admission.ts'
import { assistantDoor, type CallAgain } from './assistant-door.ts'
import { auditEntry, auditStatement, isAudited, recordAudit } from './audit.ts'
import { keyOwnerOf, originOf } from './call.ts'
import { callingAs, type Role } from './caller.ts'
import { firstAnswer, isAnswered, keepAnswer } from './idempotency.ts'
import { type Admitted, baseOf, checked, type Outcome, type RunParts, summariesOf } from './transactions.ts'

/*
 * Actions that call a provider. No transaction is open meanwhile: the caller is checked in a short first one, the action
 * opens its own, and the last one keeps the answer for repeats and the audit row.
 */

/** Idempotency-Keys of actions that ask a provider just now, in this process. Across processes the effect's own key holds. */
const askedFor = new Set<string>()

/** Public. */
export const callWithoutTransaction = async (parts: RunParts, { action, input, call, log }: Admitted): Promise<Outcome> => {
  const { caller } = call
  let entered: string | undefined
  let concluded: { readonly answer: unknown; readonly output: unknown } | undefined
  const context: OpenAskingContext & { fail: Fail<string> } = {
    ...baseOf(parts, call),
    log: log(),
    fail: failOf(action.errors),
    signedIn: caller.kind === 'person' ? { personId: caller.personId, orgId: caller.orgId } : null,
    clientAddress: call.clientAddress,
    agent: call.agent ?? null,
    outside: (work) => parts.database.transact({ ...outside, isRead: true }, work),
    inOrg: (orgId, work) => {
      entered = orgId
      return inStep(parts, inside(orgId), work)
    },
    conclude: (orgId, work) =>
      inStep(
        parts,
        inside(orgId),
        async (step) => {
          const answer = await work(step)
          concluded = { answer, output: checked(action, answer) }
          return answer
        },
        (db) =>
          isAudited(action, input)
            ? auditStatement(db, orgId, auditEntry(action, input, call, 'done', concluded?.output))
            : null,
      ),
  }
  const answer = await action.run(input as never, context as never)
  if (concluded?.answer === answer) return { output: concluded?.output, replayed: false }
  const output = checked(action, answer)
  const orgId = entered
  if (isAudited(action, input) && orgId)
    await parts.database.inOrg(orgId, (db) => recordAudit(db, orgId, auditEntry(action, input, call, 'done', output)))
  return { output, replayed: false }
}

/** For members of an organization. */
export const callInTransaction = async (
  parts: RunParts & { readonly callAgain: CallAgain },
  { action, input, call, idempotency, log }: Admitted,
): Promise<Outcome> => {
  const { caller } = call
  const isWrite = action.effect === 'write'
  if (caller.kind !== 'person' && caller.kind !== 'key' && caller.kind !== 'workflow') throw new Failure('not_signed_in')
  const { orgId } = caller
  if (idempotency && askedFor.has(idempotency.id)) throw new Failure('idempotency_in_flight')
  if (idempotency) askedFor.add(idempotency.id)
  const end = (): void => {
    if (idempotency) askedFor.delete(idempotency.id)
  }
  let isStreaming = false
  try {
    const isRead = !isWrite && !call.alongside
    const opening: Opening<unknown> =
      caller.kind === 'person' ? insideAs(orgId, caller, isRead) : inside(orgId, isRead, originOf(call))
    const { person, first } = await parts.database.transact<{ person: OrgContext['person']; first: unknown }, unknown>(
      opening,
      async (db, role) => {
        const person = caller.kind === 'person' ? personNow(action, caller, role as Role | null) : null
        const first = idempotency && (await firstAnswer(db, orgId, idempotency, parts.vault))
        if (first) await call.alongside?.(db, first)
        return { person, first }
      },
    )
    if (first) return { output: asWanted(action, input, first), replayed: true }
    const context: ExternalCallContext & { fail: Fail<string>; assistant: () => AssistantDoor } = {
      ...baseOf(parts, call),
      log: log(),
      fail: failOf(action.errors),
      org: { id: orgId },
      person,
      ...callingAs(caller),
      isAssistant: call.via === 'assistant',
      idempotencyId: idempotency?.id ?? null,
      gone: call.gone ?? neverGone,
      assistant: () =>
        assistantDoor(parts.actions, parts.callAgain, call, (key) =>
          parts.database.transact(inside(orgId, true), (db) => isAnswered(db, orgId, keyOwnerOf(caller), key)),
        ),
      summaryOf: summariesOf(parts),
      errorOf: (code) => parts.errors.get(code),
      inOrg: (work) => inStep(parts, inside(orgId, false, originOf(call)), work),
    }
    const isKept = call.alongside !== undefined || (isWrite && (idempotency !== null || isAudited(action, input)))
    const conclude = async (output: unknown): Promise<Outcome> => {
      if (!isKept) return { output, replayed: false }
      return parts.database.transact(inside(orgId, false, originOf(call)), async (db) => {
        if (idempotency && !(await keepAnswer(db, orgId, idempotency, output, parts.vault))) {
          const first = await firstAnswer(db, orgId, idempotency, parts.vault)
          await call.alongside?.(db, first)
          return { output: first, replayed: true }
        }
        await call.alongside?.(db, output)
        if (isAudited(action, input)) await recordAudit(db, orgId, auditEntry(action, input, call, 'done', output))
        return { output, replayed: false }
      })
    }
    const answer = await action.run(input as never, context as never)
    if (answer instanceof Streamed) {
      isStreaming = true
      const failed = (error: unknown): void => log().warn({ err: error }, 'a streamed answer could not be kept for repeats')
      return { output: new Streamed(concluded(answer, action, { conclude, failed, end })), replayed: false }
    }
    return await conclude(checked(action, answer))
  } finally {
    if (!isStreaming) end()
  }
}

const neverGone = new AbortController().signal

/** The same pieces; when they are all out, the whole is kept. */
async function* concluded(
  { pieces }: Streamed,
  action: AnyAction,
  {
    conclude,
    failed,
    end,
  }: {
    readonly conclude: (output: unknown) => Promise<Outcome>
    readonly failed: (error: unknown) => void
    readonly end: () => void
  },
): Streamed['pieces'] {
  try {
    const whole = yield* pieces
    // After the answer: that it could not be kept for a repeat takes nothing from it.
    if (whole !== undefined) await conclude(checked(action, whole)).catch(failed)
    return whole
  } finally {
    end()
  }
}

/** A kept answer as the caller wants it: whole, or in pieces. */
const asWanted = ({ streams }: AnyAction, input: unknown, whole: unknown): unknown =>
  streams?.isWanted(input) ? new Streamed(replayed(streams.again(whole), whole)) : whole

async function* replayed(pieces: readonly string[], whole: unknown): Streamed['pieces'] {
  yield* pieces
  return whole
}

const inStep = <T>(
  parts: RunParts,
  opening: ReturnType<typeof inside>,
  work: (step: Step) => Promise<T>,
  last?: (db: Step['db']) => Compilable | null,
): Promise<T> =>
  parts.database.transact(
    opening,
    (db) =>
      work({
        db,
        emit: (event, subjectId, facts) => recordEvent(db, opening.orgId, event, subjectId, facts),
        enqueue: (job, data, start) => parts.queue.send(db, job, data, start),
        enqueueAll: (job, data) => parts.queue.sendAll(db, job, data),
      }),
    last,
  )
