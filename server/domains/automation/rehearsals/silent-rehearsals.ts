import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Without a sign of life for so long it counts as failed. */
const longestSilence = sql<Date>`now() - interval '3 minutes'`

/** One whose worker ended, and that none took up again, is over: a state that all can see. */
export const endSilentRehearsals = async (db: Db, orgId: string): Promise<void> => {
  await db
    .updateTable('workflow_rehearsals')
    .set({ state: 'failed', reason: 'The worker ended before the rehearsal was done.', ended_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('state', 'in', ['waiting', 'running'])
    .where('touched_at', '<', longestSilence)
    .execute()
}
