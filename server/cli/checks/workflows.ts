import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Database } from '#db/connect.ts'
import { count, type Finding, fine, trouble, warning } from './finding.ts'

/** A run that is due for so long is late: a worker begins within a second. */
const lateMs = 60_000

interface Runs {
  readonly name: string
  readonly late: number
  readonly open: number
  readonly paused: number
  readonly failed: number
  readonly stopped: number
}

/** Whether runs of workflows go on: what is late, what waits for a person, what failed in a day. */
export const checkWorkflows = async (database: Database, now: Date): Promise<Finding[]> => {
  const orgs = await database.db.selectFrom('directory.slugs').select('org_id').orderBy('slug').execute()
  const found: Runs[] = []
  for (const { org_id } of orgs) found.push(await database.inOrg(org_id, (db) => look(db, org_id, now)))
  const open = found.reduce((sum, runs) => sum + runs.open, 0)
  const findings = found.flatMap(({ name, late, paused, failed, stopped }): Finding[] => [
    ...(late > 0
      ? [
          trouble(
            'Workflows',
            `${name}: ${count(late, 'run is', 'runs are')} late`,
            'See whether a worker runs, and what its log says.',
          ),
        ]
      : []),
    ...(paused > 0
      ? [
          warning(
            'Workflows',
            `${name}: ${count(paused, 'run waits', 'runs wait')} for a person`,
            'Open Workflows → Runs → Paused.',
          ),
        ]
      : []),
    ...(failed > 0
      ? [warning('Workflows', `${name}: ${count(failed, 'run', 'runs')} failed in a day`, 'Open Workflows → Runs → Failed.')]
      : []),
    ...(stopped > 0
      ? [warning('Workflows', `${name}: ${count(stopped, 'workflow is', 'workflows are')} stopped`, 'Open Workflows.')]
      : []),
  ])
  return findings.length > 0
    ? findings
    : [fine('Workflows', open === 0 ? 'none runs' : `${count(open, 'run', 'runs')} under way`)]
}

const look = async (db: Db, orgId: string, now: Date): Promise<Runs> => {
  const { rows } = await sql<Runs>`
    select o.name,
      (select count(*) from (select from workflow_runs where org_id = o.org_id and due_at < ${new Date(now.getTime() - lateMs)} limit 10000) r) as late,
      (select count(*) from (select from workflow_runs where org_id = o.org_id and ended_at is null limit 100001) r) as open,
      (select count(*) from (select from workflow_runs where org_id = o.org_id and ended_at is null and state = 'paused' limit 10000) r) as paused,
      (select count(*) from (select from workflow_runs where org_id = o.org_id and state = 'failed'
        and ended_at > ${new Date(now.getTime() - 86_400_000)} limit 10000) r) as failed,
      (select count(*) from workflows where org_id = o.org_id and stopped_at is not null and archived_at is null) as stopped
    from orgs o where o.org_id = ${orgId}`.execute(db)
  const [runs] = rows
  if (!runs) throw new Error('a workspace is missing its row')
  return runs
}
