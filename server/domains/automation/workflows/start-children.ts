import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { digestId } from '#core/ids.ts'
import type { RunKey } from './concurrency-keys.ts'
import type { ChildStart, Going } from './course.ts'
import { keyOf, placeKey } from './progress.ts'
import { answerParents } from './run-endings.ts'
import type { Start } from './runs.ts'
import { findPublished, type KeyedStart, type Published, startRuns, withKey } from './starts.ts'

interface Refusal {
  readonly code: string
  readonly message: string
}

/** Why a step starts nothing. */
export const refusals = {
  workflow_not_published: {
    code: 'workflow_not_published',
    message: 'The workflow that the step starts is not published.',
  },
  too_deep: (depth: number): Refusal => ({ code: 'too_deep', message: `Workflows start each other more than ${depth} deep.` }),
  waits_for_itself: {
    code: 'waits_for_itself',
    message: 'A run of the same key waits for this step: the workflow that it starts would never have its turn.',
  },
  run_under_way: {
    code: 'run_under_way',
    message: 'A run of the same key is under way, and the workflow skips others.',
  },
} as const

/** What a step starts: a run, or why it cannot. */
interface Child {
  readonly going: Going
  readonly id: string
  readonly start: Start | KeyedStart | Refusal
}

const isRefusal = (start: Child['start']): start is Refusal => 'code' in start

/** What steps of runs are about to start, worked out before anything is written: the keys of their runs are locked first. */
export const readChildren = async (db: Db, orgId: string, goings: readonly Going[]): Promise<Child[]> => {
  const wanted = goings.flatMap((going) => going.starts.map((child) => ({ going, child })))
  if (wanted.length === 0) return []
  const published = await findPublished(db, orgId, [...new Set(wanted.map(({ child }) => child.workflowId))])
  const children: Child[] = []
  for (const { going, child } of wanted) {
    const start = await startOf(db, orgId, going, child, published.get(child.workflowId))
    children.push({ going, id: child.id, start })
  }
  return children
}

export const keysOfChildren = (children: readonly Child[]): RunKey[] =>
  children.flatMap(({ start }) =>
    'others' in start && start.concurrencyKey != null ? [{ workflowId: start.workflowId, key: start.concurrencyKey }] : [],
  )

const startOf = async (
  db: Db,
  orgId: string,
  going: Going,
  child: ChildStart,
  version: Published | undefined,
): Promise<Child['start']> => {
  const { run } = going
  if (version?.triggerKind !== 'request') return refusals.workflow_not_published
  if (run.depth >= going.course.caps.depth) return refusals.too_deep(going.course.caps.depth)
  const start = await withKey(db, orgId, {
    id: child.id,
    workflowId: child.workflowId,
    version: version.version,
    // With the fence: a run that goes on after it failed starts it once more.
    startKey: `run:${run.id}:${keyOf(child.path, child.node)}:${run.fence}`,
    trigger: { kind: 'request', at: going.course.now.toISOString(), input: child.input },
    subject: run.subject_kind && run.subject_id ? { kind: run.subject_kind, id: run.subject_id } : null,
    parentId: run.id,
    // The same for a replay of its parent: what had left by it stays done.
    rootId: digestId(`${run.root_id} ${keyOf(child.path, child.node)}${anewOf(going, child)}`),
    causes: [{ run: run.id, workflow: run.workflow_id }, ...run.causes],
  })
  const isAwaited = going.waits.some(({ childId }) => childId === child.id)
  if ('others' in start && isAwaited && (await waitsForItself(db, orgId, run.id, start))) return refusals.waits_for_itself
  return start
}

/** Whether the run that has the key is the one that starts this one, or waits for that one: it would wait for its own end. */
const waitsForItself = async (
  db: Db,
  orgId: string,
  runId: string,
  { workflowId, concurrencyKey }: KeyedStart,
): Promise<boolean> => {
  const { rows } = await sql`
    with recursive above (id) as (
      select ${runId}::uuid
      union
      select w.run_id from above a join workflow_waits w on w.org_id = ${orgId} and w.child_id = a.id and w.state = 'open')
    select from above a join workflow_runs r on r.org_id = ${orgId} and r.id = a.id
    where r.workflow_id = ${workflowId} and r.concurrency_key = ${concurrencyKey ?? null} limit 1`.execute(db)
  return rows.length > 0
}

/** Starts what steps of runs start, in the transaction in which the steps begin to wait. One that cannot be started fails the step. */
export const startChildren = async (db: Db, orgId: string, children: readonly Child[]): Promise<void> => {
  if (children.length === 0) return
  const starts = children.flatMap(({ start }) => (isRefusal(start) ? [] : [start]))
  const started = await startRuns(db, orgId, starts)
  const refused = children.flatMap(({ id, start }) => {
    if (isRefusal(start)) return [{ child: id, refusal: start }]
    return 'others' in start && start.others === 'skip' && !started.has(id)
      ? [{ child: id, refusal: refusals.run_under_way }]
      : []
  })
  await answerParents(
    db,
    orgId,
    refused.map(({ child, refusal }) => ({ child, answer: { outlet: 'error', output: { error: refusal } } })),
  )
}

/** Where a person had all of it done once more. */
const anewOf = ({ course }: Going, child: { readonly node: string; readonly path: string }): string => {
  const count = course.progress.anew?.[placeKey(child)]
  return count === undefined ? '' : `#${count}`
}
