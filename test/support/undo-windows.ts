import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** Of an email that was just written in the app: it is not taken back here, so it leaves now, in place of ten seconds later. */
export const endUndoWindow = (app: TestApp, orgId: string): Promise<boolean> =>
  until('an email that waits for its undo', async () => {
    const { numAffectedRows } = await app.database.inOrg(orgId, (db) =>
      sql`update jobs.job_common set start_after = now()
        where name = 'send-mailbox-mail' and data ->> 'orgId' = ${orgId} and state = 'created' and start_after > now()`.execute(
        db,
      ),
    )
    return numAffectedRows === 1n
  })
