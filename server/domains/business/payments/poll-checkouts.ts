import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { forgetCredentials } from '#domains/connections/connections/lifecycle.ts'
import { refreshCheckoutJob } from './checkouts.ts'

const checkoutsAtOnce = 500
/** While one is being polled, no other worker takes it: longer than a job with its first attempts takes. */
const leaseMs = 5 * 60_000

/** The third way in, beside webhooks and returning payers: every minute those whose time has come are asked for. */
export const pollCheckouts = job({
  name: 'poll-checkouts',
  summary: 'Refresh checkouts that no webhook reported on',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, inOrg, now, enqueueIn }) {
    const due = await sql<{ org_id: string; id: string }>`
      select org_id, id from foyer.due_checkouts(${now()}, ${checkoutsAtOnce})`.execute(db)
    const watched = await sql<{ org_id: string; connection_id: string }>`
      select org_id, connection_id from foyer.watched_in_vain(${now()})`.execute(db)
    for (const { org_id: orgId, connection_id: id } of watched.rows)
      await inOrg(orgId, (tenant) => forgetCredentials(tenant, orgId, id))
    for (const { org_id: orgId, id: checkoutId } of due.rows)
      await inOrg(orgId, async (tenant) => {
        const leased = await tenant
          .updateTable('checkouts')
          .set({ next_look_at: new Date(now().getTime() + leaseMs) })
          .where('org_id', '=', orgId)
          .where('id', '=', checkoutId)
          .where('next_look_at', '<=', now())
          .returning('id')
          .executeTakeFirst()
        if (leased) await enqueueIn(tenant, refreshCheckoutJob, { orgId, checkoutId, source: 'poll' })
      })
  },
})
