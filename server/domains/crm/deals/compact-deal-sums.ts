import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'

const changesAtOnce = 20_000

/** Whatever is not added up yet is read as it stands: a late run costs time, and no sum. An import of 100,000 deals is a change for each. */
export const compactDealSums = job({
  name: 'compact-deal-sums',
  summary: 'Add up the changes of the sums of deals that boards show',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db }) {
    for (;;) {
      const { rows } = await sql<{ done: number }>`select foyer.compact_deal_sums(${changesAtOnce}) as done`.execute(db)
      if ((rows[0]?.done ?? 0) < changesAtOnce) return
    }
  },
})
