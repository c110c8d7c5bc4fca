import { newId } from '#core/ids.ts'
import type { Failure } from '#core/errors.ts'
import { settle } from './advance.ts'
import { clear, collect, goOn } from './course.ts'
import type { NodeOf } from './definition.ts'
import { type Doing, type Done, type EffectParts, restore, workedOut } from './effects.ts'
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
export const callAction = async (parts: EffectParts, { going, thread, node, key, scope }: Doing<NodeOf<'action'>>): Promise<Done> => {
  const { run, version, course } = going
  const input = workedOut(() => course.program.valuesOf(node.id, scope))
  const before = JSON.stringify(course.progress)
  const outputs = course.outputs.get(thread.path)?.[node.id]
  let next: Thread | null = null
  let stored = false
  let thrown: unknown
  const reply = await parts.dispatch(
    node.action,
    { ...input, type: node.action },
    {
      caller: {
        kind: 'workflow',
        orgId: run.org_id,
        workflowId: run.workflow_id,
        version: run.version,
        runId: run.id,
        role: version.role,
        publisherId: version.publisherId,
      },
      requestId: newId(),
      clientAddress: ownAddress,
      idempotencyKey: key,
      cause: { run: run.id, workflow: run.workflow_id, depth: run.depth },
      alongside: async (db, output) => {
        restore(going, before)
        const current = course.progress.threads.find((each) => each.node === thread.node && each.path === thread.path)
        if (!current) throw new LeaseLost()
        going.effects.push({ key, node: node.id, path: thread.path, what: node.action, state: 'done', proof: idsIn(output) })
        collect(going, (done) =>
          settle(course, current, done, { outlet: 'done', output, input, tries: (thread.tries ?? 0) + 1 }),
        )
        next = goOn(going)
        try {
          await storeIn(db, going, next)
          stored = true
        } catch (error) {
          thrown = error
          throw error
        }
      },
    },
  )
  if (!reply.failure && stored) return { state: 'stored', next }
  if (thrown instanceof LeaseLost) return { state: 'lost' }
  clear(going)
  restore(going, before)
  if (outputs === undefined) delete course.outputs.get(thread.path)?.[node.id]
  if (thrown instanceof Stopped) return { state: 'later', afterSeconds: 0 }
  if (!reply.failure) throw new Error('an action of a step ended without its record')
  return failed(reply.failure, input)
}

/** Codes of what a person has to put right first; then the run goes on. */
const needsPerson = /(^|_)not_connected$|^connection_needs_consent$|^provider_credentials$|^crm_not_connected$/

const failed = (failure: Failure, input: unknown): Done => {
  const { code, status, message, retryAfterSeconds } = failure
  const error = { code, message }
  if (status === 429 || code === 'idempotency_in_flight') return { state: 'later', afterSeconds: retryAfterSeconds ?? 5 }
  if (needsPerson.test(code)) return { state: 'paused', code, reason: message }
  if (status >= 400 && status < 500) return { state: 'failed', isFinal: true, error, input }
  return { state: 'failed', isFinal: false, error, input, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}

/** The proof of an action: the ids of what it made. */
const idsIn = (output: unknown): Record<string, unknown> => {
  const found: Record<string, unknown> = {}
  const visit = (value: unknown, name: string, depth: number): void => {
    if (depth > 2 || typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [key, member] of Object.entries(value)) {
      if (/(^id$|_id$|Id$|^url$|^number$)/.test(key) && (typeof member === 'string' || typeof member === 'number'))
        found[name === '' ? key : `${name}.${key}`] = member
      else visit(member, name === '' ? key : `${name}.${key}`, depth + 1)
    }
  }
  visit(output, '', 0)
  return found
}
