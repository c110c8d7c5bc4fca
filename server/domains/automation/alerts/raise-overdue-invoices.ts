import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { dayOf } from '#shapes/wall-clocks.ts'
import { raiseOverdueInvoice } from './invoices.ts'

const invoicesAtOnce = 500

/** Once the due day is over where the workspace is, as lists show it; every hour, since days end in each. */
export const raiseOverdueInvoices = job({
  name: 'raise-overdue-invoices',
  summary: 'Raise notices for invoices that were not paid in time',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 60 },
  schedule: '7 * * * *',

  async run(_data, { db, inOrg, now, log, signal }) {
    const { rows: zones } = await sql<{ zone: string }>`select zone from foyer.zones_of_workspaces()`.execute(db)
    const { rows } = await sql<{ org_id: string; id: string }>`
      select org_id, id from foyer.overdue_invoices(${zones.map(({ zone }) => zone)}::text[],
        ${zones.map(({ zone }) => dayOf(now(), zone))}::date[], ${invoicesAtOnce})`.execute(db)
    const errors: unknown[] = []
    for (const { org_id: orgId, id } of rows) {
      if (signal.aborted) break
      try {
        await inOrg(orgId, (tenant) => raiseOverdueInvoice(tenant, orgId, id))
      } catch (error) {
        // The others do not wait for it.
        log.error({ err: error, org_id: orgId, invoice_id: id }, 'an overdue invoice could not be notified of')
        errors.push(error)
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'some overdue invoices could not be notified of')
  },
})
