import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { patternOf, type Removed } from '../workflows/forgotten-runs.ts'

const reason = 'A record was removed for good while the rehearsal ran: start another one.'

/**
 * What rehearsals show of records that are removed for good goes: their names, and what had left for them. The numbers stay. One that is being
 * played has read them already, so it ends without a result.
 */
export const forgetRehearsals = async (
  db: Db,
  orgId: string,
  { ids, contactIds = [], dealIds = [], addresses = [] }: Removed,
): Promise<void> => {
  await sql`
    update workflow_rehearsals set state = 'failed', reason = ${reason}, ended_at = now(), touched_at = now()
    where org_id = ${orgId} and state = 'running'`.execute(db)
  const pattern = patternOf(addresses)
  await sql`
    update workflow_rehearsal_people set name = null, runs = '[]', published_runs = '[]'
    where org_id = ${orgId} and (subject_id = any (${[...ids, ...contactIds, ...dealIds]}::uuid[])
      or (${pattern !== null} and (runs::text ~* ${pattern} or published_runs::text ~* ${pattern})))`.execute(db)
}
