import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { raiseOverdueInvoice } from './invoices.ts'

const invoicesAtOnce = 500

/** The day after the due date, in UTC, as lists show it. */
export const raiseOverdueInvoices = job({
  name: 'raise-overdue-invoices',
  summary: 'Raise notices for invoices that were not paid in time',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 60 },
  schedule: '7 * * * *',

  async run(_data, { db, inOrg, now }) {
    const { rows } = await sql<{ org_id: string; id: string }>`
      select org_id, id from foyer.overdue_invoices(${now().toISOString().slice(0, 10)}::date, ${invoicesAtOnce})`.execute(db)
    for (const { org_id: orgId, id } of rows) await inOrg(orgId, (tenant) => raiseOverdueInvoice(tenant, orgId, id))
  },
})
