import { workflowActions } from '#core/actions/workflow-actions.ts'
import type { Db } from '#core/context.ts'
import type { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { settle } from './advance.ts'
import { collect, goOn, restore, snapshotOf } from './course.ts'
import type { NodeOf } from './definition.ts'
import type { Doing, Done, EffectParts } from './doings.ts'
import { isBudgetSpent, needsPerson, pausedByBudget } from './paused-runs.ts'
import type { Thread } from './progress.ts'
import { LeaseLost, Stopped } from './run-writes.ts'
import { storeIn } from './store.ts'

/** Where a caller's address is kept: the workflow is in this very process. */
const ownAddress = '127.0.0.1'

/**
 * Calls an action of the catalogue as the workflow. The end of the step, with what follows it, is written in the transaction of what the action
 * did: both are there, or neither. The key of the effect goes along as Idempotency-Key, so that an action that asks a provider goes on where a
 * crash stopped it.
 */
export const callAction = async (
  parts: EffectParts,
  { going, thread, node, key, seen }: Doing<NodeOf<'action'>>,
): Promise<Done> => {
  const { run, version, course } = going
  const input = course.program.valuesOf(node.id, seen)
  const before = snapshotOf(going)
  let next: Thread | null = null
  const alongside = async (db: Db, output: unknown): Promise<void> => {
    restore(going, before)
    const current = course.progress.threads.find((each) => each.node === thread.node && each.path === thread.path)
    if (!current) throw new LeaseLost()
    going.effects.push({
      key,
      node: node.id,
      path: thread.path,
      what: node.action,
      state: 'done',
      proof: idsIn(node.action, output),
    })
    collect(going, (done) => settle(course, current, done, { outlet: 'done', output, input, tries: (thread.tries ?? 0) + 1 }))
    next = goOn(going)
    await storeIn(db, going, next, parts.metrics)
  }
  try {
    const reply = await parts.dispatch(
      node.action,
      { ...input, type: node.action },
      {
        caller: {
          ...{ kind: 'workflow', orgId: run.org_id, workflowId: run.workflow_id, name: version.name, version: run.version },
          ...{ runId: run.id, role: version.role, publisherId: version.publisherId },
        },
        ...{ requestId: newId(), clientAddress: ownAddress, idempotencyKey: key },
        cause: { run: run.id, workflow: run.workflow_id, depth: run.depth },
        alongside,
      },
    )
    if (!reply.failure) return { state: 'stored', next }
    restore(going, before)
    return failed(reply.failure, input)
  } catch (error) {
    restore(going, before)
    if (error instanceof LeaseLost) return { state: 'lost' }
    if (error instanceof Stopped) return { state: 'stopped' }
    throw error
  }
}

const failed = (failure: Failure, input: unknown): Done => {
  const { code, status, message, retryAfterSeconds } = failure
  const error = { code, message }
  if (status === 429 || code === 'idempotency_in_flight') return { state: 'later', afterSeconds: retryAfterSeconds ?? 5 }
  if (needsPerson.test(code)) return { state: 'paused', code, reason: message }
  if (isBudgetSpent(failure)) return pausedByBudget(failure)
  if (status >= 400 && status < 500) return { state: 'failed', isFinal: true, error, input }
  return { state: 'failed', isFinal: false, error, input, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}

/** Of what an action made several of: the first. */
const mostOfList = 20

/** The proof of an action: the ids of what it made. */
const idsIn = (action: string, output: unknown): Record<string, unknown> => {
  const found: Record<string, unknown> = {}
  const isWrite = workflowActions().get(action)?.effect === 'write'
  const visit = (value: unknown, name: string, depth: number): void => {
    if (depth > 2 || typeof value !== 'object' || value === null) return
    if (Array.isArray(value) && (!isWrite || value.length > mostOfList)) return
    for (const [key, member] of Object.entries(value)) {
      if (/(^id$|_id$|Id$|^url$|^number$)/.test(key) && (typeof member === 'string' || typeof member === 'number'))
        found[name === '' ? key : `${name}.${key}`] = member
      else visit(member, name === '' ? key : `${name}.${key}`, depth + 1)
    }
  }
  visit(output, '', 0)
  return found
}
