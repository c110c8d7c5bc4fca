import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'

const changesAtOnce = 20_000

/** Whatever is not added up yet is read as it stands: a late run costs time, and no figure. */
export const compactLeadCounts = job({
  name: 'compact-lead-counts',
  summary: 'Add up the changes of the counts of leads that reports read',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '*/5 * * * *',

  async run(_data, { db }) {
    for (;;) {
      const { rows } = await sql<{ done: number }>`select foyer.compact_lead_counts(${changesAtOnce}) as done`.execute(db)
      if ((rows[0]?.done ?? 0) < changesAtOnce) return
    }
  },
})
