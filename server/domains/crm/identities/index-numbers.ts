import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'

/** Records of one transaction: some 20 ms, so that what else the worker does is not held up. */
const batch = 500
/** Of one run. The next goes on where this one stopped. */
const longestMs = 240_000

/** Makes numbers that were indexed by an earlier version findable by their last digits. Once it is done there is nothing to do. */
export const indexNumbers = job({
  name: 'index-numbers',
  summary: 'Index the last digits of phone numbers from earlier versions',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  expireSeconds: 300,
  schedule: '*/10 * * * *',

  async run(_data, { db, log }) {
    const begun = performance.now()
    let total = 0
    while (performance.now() - begun < longestMs) {
      const { rows } = await sql<{ seen: number | null }>`select foyer.index_numbers(${batch}) as seen`.execute(db)
      const seen = rows[0]?.seen ?? null
      if (seen === null) break
      total += seen
    }
    if (total > 0) log.info({ records: total }, 'numbers indexed')
  },
})
