import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { answerKey, type LastAnswers } from './stand-ins.ts'

/** Runs in which the last answer of a step is looked for. */
const mostRuns = 200

export interface Known {
  readonly answers: LastAnswers
  /** What a step that asks a model cost on average, in millionths. */
  readonly costMicros: ReadonlyMap<string, number>
}

/** What steps that reach outside really gave the last time, and what they cost. Nothing of versions whose values are for admins alone. */
export const findLastAnswers = async (db: Db, orgId: string, workflowIds: readonly string[]): Promise<Known> => {
  const { rows } = await sql<{ workflow_id: string; node: string; output: unknown; cost_micros: number | null }>`
    with runs as (
      select w.id as workflow_id, r.id from unnest(${[...workflowIds]}::uuid[]) as w (id) cross join lateral (
        select r.id from workflow_runs r join workflow_versions v
        on v.org_id = r.org_id and v.workflow_id = r.workflow_id and v.version = r.version
      where r.org_id = ${orgId} and r.workflow_id = w.id and v.definition #>> '{settings,values_for}' is distinct from 'admin'
      order by r.id desc limit ${mostRuns}) r)
    select distinct on (r.workflow_id, s.node) r.workflow_id, s.node, s.output,
      (avg(s.cost_micros) over (partition by r.workflow_id, s.node))::float8 as cost_micros
    from runs r join workflow_steps s on s.org_id = ${orgId} and s.run_id = r.id
    where s.kind in ('action', 'http', 'ai', 'person') and s.state = 'done' and s.output is not null and not s.is_simulated
    order by r.workflow_id, s.node, r.id desc, s.path desc`.execute(db)
  const keyed = rows.map(({ workflow_id, node, ...row }) => [answerKey(workflow_id, node), row] as const)
  return {
    answers: new Map(keyed.map(([key, { output }]) => [key, output])),
    costMicros: new Map(keyed.flatMap(([key, { cost_micros }]) => (cost_micros === null ? [] : [[key, cost_micros] as const]))),
  }
}
