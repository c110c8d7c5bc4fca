import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { eventOf, recordAll } from '#core/events/events.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Database } from '#db/connect.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { findAwaitedBy, findWithAwaited, keysOf, lockFromBelow } from './awaited-runs.ts'
import { lockKeys } from './concurrency-keys.ts'
import { clear, type Going, redactGoing, writeOf } from './course.ts'
import { runEvents } from './events.ts'
import { workflowNotices } from './notices.ts'
import type { Program } from './program.ts'
import type { Thread } from './progress.ts'
import { answerParents, beginNextOfKeys, endOpenSteps } from './run-endings.ts'
import { countRuns } from './run-metrics.ts'
import { LeaseLost, letGo, Stopped, writeRuns } from './run-writes.ts'
import { cancelRuns, notAwaited } from './runs-to-cancel.ts'
import { keysOfChildren, readChildren, startChildren } from './start-children.ts'
import { cancelWaitsAt, closeSteps, lockWaitsAt, type StepPlace } from './step-endings.ts'
import { withRecipients } from './step-recipients.ts'
import { isStopped } from './stopped-workflows.ts'

/** A run that was worked on, with the thread that is about to do something outside. */
export interface Stored {
  readonly going: Going
  thread: Thread | null
}

/** Writes runs of one organization. Those that another has by now, or that are stopped, do nothing more here: their `thread` is null. */
export const storeAll = (
  parts: { readonly database: Pick<Database, 'inOrg'>; readonly metrics: Metrics },
  orgId: string,
  all: readonly Stored[],
): Promise<void> =>
  parts.database.inOrg(orgId, async (db) => {
    await parkStopped(db, orgId, all)
    const written = await writeAndFollow(db, orgId, all, parts.metrics)
    const lost = all.filter(({ going }) => !written.has(going.run.id))
    for (const each of lost) each.thread = null
    await letGo(
      db,
      orgId,
      lost.map(({ going }) => going.run),
    )
  })

/** The same of one run inside the transaction of what it did: where it is no longer ours, or stopped, that is undone. */
export const storeIn = async (db: Db, going: Going, thread: Thread | null, metrics: Metrics): Promise<void> => {
  const orgId = going.run.org_id
  if ((await stoppedAmong(db, orgId, [going.run.workflow_id])).size > 0) throw new Stopped()
  const written = await writeAndFollow(db, orgId, [{ going, thread }], metrics)
  if (!written.has(going.run.id)) throw new LeaseLost()
}

/** What was about to leave by a stopped workflow does not: its runs are put aside as they were before. */
const parkStopped = async (db: Db, orgId: string, all: readonly Stored[]): Promise<void> => {
  const leaving = all.filter(({ thread }) => thread !== null)
  if (leaving.length === 0) return
  const stopped = await stoppedAmong(db, orgId, [...new Set(leaving.map(({ going }) => going.run.workflow_id))])
  for (const each of leaving) {
    const { going, thread } = each
    if (!thread || !stopped.has(going.run.workflow_id)) continue
    // Of what may be on its way already that stays known.
    if (!going.repeated.has(`${thread.node} ${thread.path}`)) thread.state = 'ready'
    const isIt = (record: { node: string; path: string }): boolean => record.node === thread.node && record.path === thread.path
    going.steps = going.steps.filter((step) => !(isIt(step) && step.state === 'running'))
    going.effects = going.effects.filter((effect) => !(isIt(effect) && effect.state === 'begun'))
    // Due at once: the next claim sees that it is stopped, and puts it aside.
    each.thread = null
  }
}

const stoppedAmong = async (db: Db, orgId: string, workflowIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select w.id from workflows w where w.org_id = ${orgId} and w.id = any (${workflowIds}::uuid[]) and ${isStopped}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const writeAndFollow = async (
  db: Db,
  orgId: string,
  all: readonly Stored[],
  metrics: Metrics,
): Promise<ReadonlySet<string>> => {
  for (const { going } of all) redactGoing(going)
  for (const { going } of all) going.waits = await withRecipients(db, orgId, going.waits)
  const goings = all.map(({ going }) => going)
  const children = await readChildren(db, orgId, goings)
  const dropped = goings.flatMap(droppedOf)
  await lockBefore(db, orgId, goings, { children, dropped })
  const written = await writeRuns(
    db,
    orgId,
    all.map(({ going, thread }) => writeOf(going, thread !== null)),
  )
  const ours = all.filter(({ going }) => written.has(going.run.id))
  const unneeded = await cancelWaitsAt(
    db,
    orgId,
    dropped.filter(({ runId }) => written.has(runId)),
  )
  await closeSteps(
    db,
    orgId,
    ours.flatMap(({ going }) => going.missed),
  )
  await startChildren(
    db,
    orgId,
    children.filter(({ going }) => written.has(going.run.id)),
  )
  const ended = ours.filter(({ going }) => going.ending !== null)
  if (ended.length > 0)
    unneeded.push(
      ...(await follow(
        db,
        orgId,
        ended.map(({ going }) => going),
      )),
    )
  await cancelRuns(db, orgId, unneeded, notAwaited)
  await noticeFailures(
    db,
    orgId,
    ours.map(({ going }) => going),
  )
  const changed = ours.flatMap(({ going }) => eventsOf(going))
  if (changed.length > 0) await recordAll(db, orgId, changed)
  countRuns(
    metrics,
    ours.map(({ going }) => going),
  )
  for (const { going } of ours) clear(going)
  return written
}

/** Steps that a branch was at when it was no longer needed. */
const droppedOf = ({ run, steps }: Going): StepPlace[] =>
  steps.filter(({ state }) => state === 'cancelled').map(({ node, path }) => ({ runId: run.id, node, path }))

/**
 * Before waits and runs are locked: the keys of what ends and of what is started, and, from below, what steps wait for that are needed no more. All
 * who write do it in this order, or two would wait for each other.
 */
const lockBefore = async (
  db: Db,
  orgId: string,
  goings: readonly Going[],
  {
    children,
    dropped,
  }: { readonly children: Awaited<ReturnType<typeof readChildren>>; readonly dropped: readonly StepPlace[] },
): Promise<void> => {
  const ended = goings.filter(({ ending }) => ending !== null)
  const mayAwait = new Set(goings.filter(({ course }) => startsOthers(course.program)).map(({ run }) => run.id))
  const awaitedIds = await findAwaitedBy(
    db,
    orgId,
    ended.flatMap(({ run }) => (mayAwait.has(run.id) ? run.id : [])),
    dropped.filter(({ runId }) => mayAwait.has(runId)),
  )
  const awaited = await findWithAwaited(db, orgId, awaitedIds)
  const keys = ended.flatMap(({ run }) =>
    run.concurrency_key === null ? [] : [{ workflowId: run.workflow_id, key: run.concurrency_key }],
  )
  await lockKeys(db, orgId, [...keys, ...keysOfChildren(children), ...keysOf(awaited)])
  await lockFromBelow(db, orgId, awaited)
  await lockWaitsAt(db, orgId, dropped)
}

const startsOthers = ({ definition }: Program): boolean => definition.nodes.some(({ kind }) => kind === 'workflow')

/**
 * What follows the end of runs: what still waits in them ends too, who waits for them goes on, and the next of their key begins. Answers the runs that
 * they waited for.
 */
const follow = async (db: Db, orgId: string, ended: readonly Going[]): Promise<string[]> => {
  const open = ended.filter(({ run, mayLeaveOpen }) => mayLeaveOpen || run.step_count > 0)
  const unneeded = await endOpenSteps(
    db,
    orgId,
    open.map(({ run }) => run.id),
  )
  const answers = ended.flatMap(({ run, ending, course }) =>
    run.parent_id === null || !ending
      ? []
      : [
          {
            child: run.id,
            answer: { outlet: ending.state === 'completed' ? 'done' : 'error', output: childOutput(ending, course) },
          },
        ],
  )
  await answerParents(db, orgId, answers)
  const keyed = ended.filter(({ run }) => run.concurrency_key !== null)
  await beginNextOfKeys(
    db,
    orgId,
    keyed.map(({ run }) => run.id),
  )
  return unneeded
}

/** One notice for a workflow, whatever fails in it how often: it moves to the top. */
const noticeFailures = async (db: Db, orgId: string, goings: readonly Going[]): Promise<void> => {
  const troubled = new Map<string, Going>()
  for (const going of goings)
    if (going.pause || (going.ending?.state === 'failed' && going.ending.code !== 'stopped'))
      troubled.set(going.run.workflow_id, going)
  for (const { run, version, ending, pause } of troubled.values())
    await raiseNotice(db, orgId, {
      notice: workflowNotices.workflow_run_failed,
      subjectId: run.workflow_id,
      facts: {
        workflow: version.name,
        run: run.id,
        state: ending ? 'failed' : 'paused',
        reason: (ending ?? pause)?.reason ?? null,
      },
    })
}

const childOutput = (ending: NonNullable<Going['ending']>, course: Going['course']): Record<string, unknown> => ({
  state: ending.state,
  vars: course.progress.vars,
  ...(ending.reason !== null && { reason: ending.reason }),
})

const eventsOf = (going: Going) => {
  const { run, ending, pause, waits } = going
  const cause = { run: run.id, workflow: run.workflow_id, depth: run.depth }
  const facts = {
    workflow_id: run.workflow_id,
    version: run.version,
    subject_kind: run.subject_kind,
    subject_id: run.subject_id,
  }
  if (ending) {
    const event = ending.state === 'completed' ? runEvents.finished : runEvents.failed
    return [{ ...eventOf(event, run.id, { ...facts, state: ending.state, reason: ending.reason }), cause }]
  }
  if (pause) return [{ ...eventOf(runEvents.paused, run.id, { ...facts, state: 'paused', reason: pause.reason }), cause }]
  if (waits.some(({ kind }) => kind === 'person'))
    return [{ ...eventOf(runEvents.waiting, run.id, { ...facts, state: 'waiting', reason: null }), cause }]
  return []
}
