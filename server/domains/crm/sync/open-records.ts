import { sql } from 'kysely'
import type { CrmEntity } from '#ports/crm.ts'
import type { Certificate, SyncJob } from './sync-jobs.ts'
import type { Run } from './sync-runs.ts'

/** Of errors, those after which the record is not here. */
const notTaken = ['record_unreadable', 'record_not_taken']

/** What is known of a kind from before: records there that are not here, and the certificate that was given last. */
export interface Open {
  readonly ids: readonly string[]
  readonly last: Certificate | null
}

/**
 * What this run or the one before it could not take, and what the last certificate found missing, as far as it still has no link; a record
 * whose id could not be read cannot be asked for, and shows in the counts alone. While there
 * is any of it, equal counts prove nothing: a record that is gone there may make up for one that never came.
 */
export const findOpen = ({ context, job }: Run, entity: CrmEntity): Promise<Open> =>
  context.inOrg(job.org_id, async (db) => {
    const before = await db
      .selectFrom('sync_jobs')
      .select(['id', 'certificate'])
      .where('org_id', '=', job.org_id)
      .where('connection_id', '=', job.connection_id)
      .where('kind', '=', 'sync')
      .where('status', '=', 'completed')
      .where('undone_by', 'is', null)
      .where('id', '<', job.id)
      .where(sql<boolean>`${entity} = any(entities)`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const errors = await db
      .selectFrom('sync_errors')
      .select('record_id')
      .where('org_id', '=', job.org_id)
      .where('job_id', 'in', before ? [before.id, job.id] : [job.id])
      .where('entity', '=', entity)
      .where('code', 'in', notTaken)
      .execute()
    const { [entity]: last = null } = (before?.certificate ?? {}) as SyncJob['certificate']
    const noted = errors.flatMap(({ record_id: id }) => (id === '' ? [] : [id]))
    const ids = [...new Set([...noted, ...(last?.missing ?? [])])]
    if (ids.length === 0) return { ids, last }
    const { rows } = await sql<{ id: string }>`
      select i.id from unnest(${ids}::text[]) as i (id)
      where not exists (
        select from sync_links l where l.org_id = ${job.org_id} and l.connection_id = ${job.connection_id} and l.entity = ${entity}
          and l.their_id = i.id and l.state <> 'gone')`.execute(db)
    return { ids: rows.map(({ id }) => id), last }
  })
