import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { eventOf, recordAll } from '#core/events/events.ts'
import { findWithAwaited, keysOf, lockFromBelow } from './awaited-runs.ts'
import { lockKeys } from './concurrency-keys.ts'
import { runEvents } from './events.ts'
import { answerParents, beginNextOfKeys, endOpenSteps } from './run-endings.ts'
import { keptForDepth, type SubjectKind } from './runs.ts'

interface Why {
  readonly code: string
  readonly reason: string
}

/** Nothing waits any more for what a step had started. */
export const notAwaited: Why = {
  code: 'not_awaited',
  reason: 'The run that waited for it has ended, or went on without it.',
}

/**
 * Ends runs where they are, also those that a worker has: it finds its lease gone and undoes what it was about to do. With them those that their
 * steps wait for: nothing waits for them any more. Answers those of `ids` that were open.
 */
export const cancelRuns = async (db: Db, orgId: string, ids: readonly string[], why: Why): Promise<string[]> => {
  const all = await findWithAwaited(db, orgId, ids)
  if (all.length === 0) return []
  await lockKeys(db, orgId, keysOf(all))
  await lockFromBelow(db, orgId, all)
  const children = await endOpenSteps(
    db,
    orgId,
    all.map(({ id }) => id),
  )
  const cancelled = await endRuns(
    db,
    orgId,
    all.map(({ id }) => id),
    why,
  )
  const known = new Set(all.map(({ id }) => id))
  // What a worker started between the look and the lock.
  await cancelRuns(
    db,
    orgId,
    children.filter((id) => !known.has(id)),
    why,
  )
  const asked = new Set(ids)
  return cancelled.filter((id) => asked.has(id))
}

interface Cancelled {
  readonly id: string
  readonly workflow_id: string
  readonly version: number
  readonly subject_kind: SubjectKind | null
  readonly subject_id: string | null
  readonly depth: number
  /** It had not had its turn. */
  readonly was_waiting: boolean
}

const endRuns = async (db: Db, orgId: string, ids: readonly string[], { code, reason }: Why): Promise<string[]> => {
  const { rows } = await sql<Cancelled>`
    with open as (
      select id, (state = 'queued' and due_at is null and parked_at is null) or reason_code is not distinct from ${keptForDepth} as was_waiting
      from workflow_runs
      where org_id = ${orgId} and id = any (${ids}::uuid[]) and ended_at is null for update)
    update workflow_runs r set state = 'cancelled', reason_code = ${code}, reason = ${reason}, lease = null, due_at = null, parked_at = null,
      fence = r.fence + 1, ended_at = now(), progress = '{}'
    from open o where r.org_id = ${orgId} and r.id = o.id
    returning r.id, r.workflow_id, r.version, r.subject_kind, r.subject_id, r.depth, o.was_waiting`.execute(db)
  const cancelled = rows.map(({ id }) => id)
  await answerParents(
    db,
    orgId,
    cancelled.map((child) => ({
      child,
      answer: { outlet: 'error', output: { error: { code: 'cancelled', message: reason } } },
    })),
  )
  await beginNextOfKeys(
    db,
    orgId,
    rows.filter(({ was_waiting }) => !was_waiting).map(({ id }) => id),
  )
  await recordAll(
    db,
    orgId,
    rows.map(({ id, workflow_id, version, subject_kind, subject_id, depth }) => ({
      ...eventOf(runEvents.finished, id, { workflow_id, version, state: 'cancelled', reason, subject_kind, subject_id }),
      cause: { run: id, workflow: workflow_id, depth },
    })),
  )
  return cancelled
}
