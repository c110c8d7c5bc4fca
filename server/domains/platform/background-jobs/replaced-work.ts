import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { clearNotice } from '../notifications/notices.ts'
import { backgroundJobNotices } from './notices.ts'

/** Takes away dead jobs of this name with the same data, and what was told of them: another takes their place. */
export const removeDeadWork = async (
  db: Db,
  orgId: string,
  { name, data }: { readonly name: string; readonly data: unknown },
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    delete from jobs.job j where j.name = 'dead-letters' and j.source_name = ${name} and j.data = ${JSON.stringify(data)}::jsonb
      and j.data ->> 'orgId' = ${orgId} and j.state = 'created' returning j.id`.execute(db)
  for (const { id } of rows) await clearNotice(db, orgId, backgroundJobNotices.job_failed, id)
}
