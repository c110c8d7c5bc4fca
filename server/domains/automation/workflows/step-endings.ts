import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { noticesCleared } from '#domains/platform/notifications/notices.ts'
import { humanStepEvents } from './events.ts'
import { workflowNotices } from './notices.ts'

/** Steps for people that are open no more, or another's: their notices go, and pages that list them read again. */
export const closeSteps = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await noticesCleared(orgId, workflowNotices.human_step_waiting, sql`select unnest(${ids}::uuid[])`).execute(db)
  await wake(db, orgId, humanStepEvents.changed)
}

/** A step in a run, as its record names it. */
export interface StepPlace {
  readonly runId: string
  readonly node: string
  readonly path: string
}

const among = (places: readonly StepPlace[]) => sql`(run_id, node, path) in (
  select p."runId", p.node, p.path from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p ("runId" uuid, node text, path text))`

/** Before their runs, as everywhere: who answers a wait locks it first. */
export const lockWaitsAt = async (db: Db, orgId: string, places: readonly StepPlace[]): Promise<void> => {
  if (places.length === 0) return
  await sql`select from workflow_waits where org_id = ${orgId} and state = 'open' and ${among(places)} order by id for update`.execute(
    db,
  )
}

/** What was waited for in branches that are not needed any more. Answers the runs among it. */
export const cancelWaitsAt = async (db: Db, orgId: string, places: readonly StepPlace[]): Promise<string[]> => {
  if (places.length === 0) return []
  const { rows } = await sql<{ id: string; kind: string; child_id: string | null }>`
    update workflow_waits set state = 'cancelled', settled_at = now()
    where org_id = ${orgId} and state = 'open' and ${among(places)} returning id, kind, child_id`.execute(db)
  await closeSteps(
    db,
    orgId,
    rows.filter(({ kind }) => kind === 'person').map(({ id }) => id),
  )
  return rows.flatMap(({ child_id }) => child_id ?? [])
}
