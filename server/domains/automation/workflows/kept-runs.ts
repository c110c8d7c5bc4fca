import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import { cancelAll } from './archived-runs.ts'

export const KeptRuns = shape('WorkflowKeptRuns', {
  starts: z.int().describe('Runs that have not begun'),
  under_way: z.int().describe('Runs that were put aside between two steps'),
})

/** A run, `r` in the statement, of which nothing was done yet. Its words are those of an index. */
const hasNotBegun = sql`r.ended_at is null and r.state = 'queued' and r.step_count = 0`

/** What a workflow has kept since its switch is on: each count is a scan of an index, some 30 ms of 100,000. */
export const countKept = async (db: Db, orgId: string, workflowId: string): Promise<z.output<typeof KeptRuns>> => {
  const { rows } = await sql<z.output<typeof KeptRuns>>`
    select (select count(*)::int from workflow_runs r
        where r.org_id = ${orgId} and r.workflow_id = ${workflowId} and ${hasNotBegun}) as starts,
      (select count(*)::int from workflow_runs r
        where r.org_id = ${orgId} and r.workflow_id = ${workflowId} and r.parked_at is not null and not (${hasNotBegun})) as under_way`.execute(
    db,
  )
  return rows[0] ?? { starts: 0, under_way: 0 }
}

/** Throws away what would begin when a switch is turned off: that of a workflow, or (null) that of the workspace, and no other holds still. */
export const cancelKeptStarts = (db: Db, orgId: string, workflowId: string | null): Promise<number> =>
  cancelAll(
    db,
    orgId,
    workflowId === null
      ? sql`select r.id from workflows w join workflow_runs r on r.org_id = w.org_id and r.workflow_id = w.id
          where w.org_id = ${orgId} and w.stopped_at is null and ${hasNotBegun}`
      : sql`select r.id from workflow_runs r where r.org_id = ${orgId} and r.workflow_id = ${workflowId} and ${hasNotBegun}`,
    { code: 'not_wanted', reason: 'The workflow was stopped when it was to begin, and a person cancelled what was kept.' },
  )
