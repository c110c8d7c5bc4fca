import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { raiseLeadNotices } from './lead-promises.ts'

/** The workspaces of a minute: some milliseconds each. */
const orgsAtOnce = 500

/** No lead waits for a first answer unnoticed, though no deal was made of it. */
export const raiseLeadPromises = job({
  name: 'raise-lead-promises',
  summary: 'Raise notices for first replies to leads that are due soon or overdue',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, inOrg, now, log, signal }) {
    const { rows } = await sql<{ org_id: string }>`
      select org_id from foyer.orgs_of_due_leads(${now()}, ${orgsAtOnce})`.execute(db)
    const errors: unknown[] = []
    for (const { org_id: orgId } of rows) {
      if (signal.aborted) break
      try {
        await inOrg(orgId, (tenant) => raiseLeadNotices(tenant, orgId, now()))
      } catch (error) {
        // The others do not wait for it.
        log.error({ err: error, org_id: orgId }, 'notices of leads that wait could not be raised')
        errors.push(error)
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'some notices of leads that wait could not be raised')
  },
})
