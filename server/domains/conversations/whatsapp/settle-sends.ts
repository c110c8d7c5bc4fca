import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { lockMessage } from '../inbox/messages.ts'
import { recordInterrupted } from './states.ts'

/** A send takes 30 s at most; after two minutes its sender is dead. */
const silentMs = 120_000

/** Sent by a worker that died: whether it was delivered is unknown, and it is shown so. */
export const settleSends = job({
  name: 'settle-sends',
  summary: 'Find messages whose sending was interrupted',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 1 },
  schedule: '* * * * *',

  async run(_, { db, inOrg }) {
    const { rows } = await sql<{ org_id: string; id: string }>`
      select org_id, id from unsettled_messages(now() - make_interval(secs => ${silentMs / 1_000}), 1000)`.execute(db)
    for (const { org_id: orgId, id } of rows) {
      await inOrg(orgId, async (inside) => {
        const row = await lockMessage(inside, orgId, id)
        if (row?.state !== 'sending') return
        await recordInterrupted(inside, orgId, id)
      })
    }
  },
})
