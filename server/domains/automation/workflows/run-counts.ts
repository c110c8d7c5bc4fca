import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import { shape } from '#shapes'

/** Nothing is counted further than this: 1,001 stands for more. A list of fifty workflows reads 100,000 index entries at most. */
export const mostCounted = 1_000
const weekMs = 7 * 86_400_000

export const RunsOfWeek = shape('WorkflowRunCounts', {
  total: z.int().describe('Of seven days; 1,001 stands for more than 1,000, and then the states are those of the newest 1,001'),
  open: z.int().describe('Under way, or waiting'),
  completed: z.int(),
  failed: z.int(),
  cancelled: z.int(),
})

interface Counts {
  readonly runs: z.output<typeof RunsOfWeek>
  readonly waiting: number
}

/** By workflow. The runs of the week are read off their ids, which rise with time. */
export const countsOfWorkflows = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Counts>> => {
  if (ids.length === 0) return new Map()
  const since = idFloor(new Date(now.getTime() - weekMs))
  const { rows } = await sql<{
    id: string
    total: number
    open: number
    completed: number
    failed: number
    cancelled: number
    waiting: number
  }>`
    select w.id, week.*, waits.waiting from unnest(${ids}::uuid[]) as w (id)
    cross join lateral (
      select count(*)::int as total, (count(*) filter (where state in ('queued', 'running', 'waiting', 'paused')))::int as open,
        (count(*) filter (where state = 'completed'))::int as completed, (count(*) filter (where state = 'failed'))::int as failed,
        (count(*) filter (where state = 'cancelled'))::int as cancelled
      from (select r.state from workflow_runs r where r.org_id = ${orgId} and r.workflow_id = w.id and r.id >= ${since}
            order by r.id desc limit ${mostCounted + 1}) newest) week
    cross join lateral (
      select count(*)::int as waiting from (select from workflow_runs r where r.org_id = ${orgId} and r.workflow_id = w.id
        and r.state = 'waiting' and r.ended_at is null limit ${mostCounted + 1}) open_ones) waits`.execute(db)
  return new Map(rows.map(({ id, waiting, ...runs }) => [id, { runs, waiting }]))
}
