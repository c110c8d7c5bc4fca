import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Place } from '#shapes/expressions/evaluation.ts'
import type { WorkflowCaps } from '#shapes/workflow-caps.ts'
import { concurrencyKeyOf } from './concurrency-keys.ts'
import { workflowErrors } from './errors.ts'
import { fullnessOf, guardStarts } from './guards.ts'
import type { Program } from './program.ts'
import { makeVersions } from './published-versions.ts'
import type { Cause } from './runs.ts'
import { findPublished, type KeyedStart, startRuns } from './starts.ts'
import { placeOf } from './surroundings.ts'

/** When a sender may come back where the workspace has too many runs. */
const fullSeconds = 60

const versions = makeVersions()

/** A request that is proven, as it is stored. */
export interface HookRequest {
  readonly workflowId: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** How its sender names it; null where it does not. */
  readonly messageName: string | null
  /** The header of that name: a step of a run sends the run's id in it. */
  readonly traceparent: string | undefined
  readonly at: Date
}

/** What came of it: `runId` is null where the filter said no, or where another run of its key is open and the workflow leaves others out. */
export interface Taken {
  readonly outcome: 'started' | 'filtered' | 'skipped'
  readonly runId: string | null
  readonly isRepeat: boolean
}

/**
 * Stores a request with the run that it starts, in the transaction of its caller. One message of a sender is stored once: of several at once one
 * is, and the others answer its run. Throws where the workflow is not published, or the workspace has too many runs that have not ended.
 */
export const takeHookRequest = async (db: Db, orgId: string, request: HookRequest, caps: WorkflowCaps): Promise<Taken> => {
  const { workflowId } = request
  const published = (await findPublished(db, orgId, [workflowId])).get(workflowId)
  if (published?.triggerKind !== 'webhook') throw new Failure(workflowErrors.workflow_not_published)
  const { version } = published
  const id = newId()
  const hash = request.messageName === null ? null : createHash('sha256').update(request.messageName).digest()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('workflow_hook_requests')
    .values({ org_id: orgId, id, workflow_id: workflowId, version, message_hash: hash, outcome: 'started' })
    .onConflict((conflict) => conflict.columns(['org_id', 'workflow_id', 'message_hash']).doNothing())
    .executeTakeFirstOrThrow()
  if (hash !== null && numInsertedOrUpdatedRows === 0n) return findRepeated(db, orgId, workflowId, hash)
  const full = await fullnessOf(db, orgId, caps)
  if (full) throw new Failure(workflowErrors[full], { retryAfterSeconds: fullSeconds })
  const { program } = await versions.of((_orgId, work) => work(db), { org_id: orgId, workflow_id: workflowId, version })
  const place = await placeOf(db, orgId)
  const trigger = { kind: 'webhook' as const, at: request.at.toISOString(), headers: request.headers, body: request.body }
  const start: KeyedStart = {
    id: newId(),
    ...{ workflowId, version, startKey: `hook:${id}`, trigger, causes: await causesOf(db, orgId, request.traceparent) },
    concurrencyKey: concurrencyKeyOf(program, trigger, place),
    others: program.definition.settings.concurrency?.others ?? 'queue',
  }
  const isWanted = passes(program, trigger, place)
  const isStarted = isWanted && (await startRuns(db, orgId, await guardStarts(db, orgId, [start], caps))).has(start.id)
  const outcome = isStarted ? 'started' : isWanted ? 'skipped' : 'filtered'
  await db
    .updateTable('workflow_hook_requests')
    .set(isStarted ? { run_id: start.id } : { outcome, trigger: JSON.stringify(trigger) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
  return { outcome, runId: isStarted ? start.id : null, isRepeat: false }
}

const findRepeated = async (db: Db, orgId: string, workflowId: string, hash: Buffer): Promise<Taken> => {
  const first = await db
    .selectFrom('workflow_hook_requests')
    .select(['outcome', 'run_id'])
    .where('org_id', '=', orgId)
    .where('workflow_id', '=', workflowId)
    .where('message_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return { outcome: first.outcome as Taken['outcome'], runId: first.run_id, isRepeat: true }
}

const passes = (program: Program, trigger: unknown, place: Place): boolean => {
  try {
    return program.isWanted(trigger, place)
  } catch {
    return false
  }
}

/**
 * A run that reaches this address by way of another system leads to this one. A header proves nothing; that a stranger sends one can only make a
 * guard look more closely.
 */
const causesOf = async (db: Db, orgId: string, traceparent: string | undefined): Promise<Cause[]> => {
  const [, trace] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? '') ?? []
  if (trace === undefined) return []
  const { rows } = await sql<{ id: string; workflow_id: string; causes: Cause[] }>`
    select id, workflow_id, causes from workflow_runs where org_id = ${orgId} and id = ${trace}::uuid`.execute(db)
  return rows.flatMap(({ id, workflow_id, causes }) => [{ run: id, workflow: workflow_id }, ...causes])
}
