import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { MemberReference, shape } from '#shapes'
import { nameOfAuthor } from './author-names.ts'
import { isStopped } from './stopped-workflows.ts'
import { unparkSchedules } from './workflow-schedules.ts'

export const WorkflowsStopped = shape('WorkflowsStopped', {
  stopped_at: z.iso.datetime(),
  stopped_by: MemberReference.nullable(),
})

/** The switch of the workspace; null: it is off. */
export const readStops = async (db: Db, orgId: string): Promise<z.output<typeof WorkflowsStopped> | null> => {
  const row = await db
    .selectFrom('workflow_settings as s')
    .select(['s.stopped_at', 's.stopped_by', nameOfAuthor('s.stopped_by', 's.org_id').as('stopper_name')])
    .where('s.org_id', '=', orgId)
    .executeTakeFirst()
  if (!row?.stopped_at) return null
  return {
    stopped_at: row.stopped_at.toISOString(),
    stopped_by: row.stopped_by === null ? null : { id: row.stopped_by, name: row.stopper_name },
  }
}

/** Whether the switch is on, for a workflow or (null) for the workspace. Who set it first stays named. */
export const setStop = async (
  db: Db,
  orgId: string,
  workflowId: string | null,
  { on, by }: { readonly on: boolean; readonly by: string },
): Promise<void> => {
  if (workflowId === null)
    await sql`
      insert into workflow_settings (org_id, stopped_at, stopped_by) values (${orgId}, ${on ? sql`now()` : null}, ${on ? by : null})
      on conflict (org_id) do update set
        stopped_at = case when ${on} then coalesce(workflow_settings.stopped_at, now()) end,
        stopped_by = case when ${on} then coalesce(workflow_settings.stopped_by, excluded.stopped_by) end`.execute(db)
  else
    await db
      .updateTable('workflows')
      .set({
        stopped_at: on ? sql`coalesce(stopped_at, now())` : null,
        stopped_by: on ? sql`case when stopped_at is null then ${by}::uuid else stopped_by end` : null,
        ...(!on && { stop_reason: null, stop_chain: null }),
        updated_at: sql`now()`,
      })
      .where('org_id', '=', orgId)
      .where('id', '=', workflowId)
      .execute()
}

/** What was put aside while a switch was on is due again at its time; not what another switch holds still. */
export const unpark = async (db: Db, orgId: string, workflowId: string | null): Promise<number> => {
  await unparkSchedules(db, orgId, workflowId)
  const { numAffectedRows } = await sql`
    update workflow_runs r set due_at = r.parked_at, parked_at = null
    from workflows w
    where r.org_id = ${orgId} and w.org_id = r.org_id and w.id = r.workflow_id and r.parked_at is not null and r.ended_at is null
      and (${workflowId}::uuid is null or r.workflow_id = ${workflowId}) and not ${isStopped}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
