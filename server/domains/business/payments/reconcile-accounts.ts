import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { isHeld } from '#domains/platform/background-jobs/holds.ts'
import { reconcileAccountJob, reconcileSchedule } from './reconciliations.ts'

/** Every night, so that discrepancies are known early. */
export const reconcileAccounts = job({
  name: 'reconcile-accounts',
  summary: 'Reconcile every account with its provider',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: reconcileSchedule,

  async run(_data, { db, inOrg, enqueueIn }) {
    const accounts = await sql<{ org_id: string; connection_id: string }>`select * from foyer.payment_accounts()`.execute(db)
    for (const { org_id: orgId, connection_id: connectionId } of accounts.rows)
      await inOrg(orgId, async (tenant) => {
        if (!(await isHeld(tenant, orgId, 'payments'))) await enqueueIn(tenant, reconcileAccountJob, { orgId, connectionId })
      })
  },
})
