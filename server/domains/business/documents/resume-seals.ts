import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { lockDocument } from './documents.ts'
import { orderSealAgain } from './seal-orders.ts'

/** A job that is tried again waits an hour at most, so those that gave up have the oldest tries: they are not behind the others. */
const documentsAtOnce = 500
const restMs = 15 * 60_000

/** A signed document is sealed, however long that could not be: where the job gave up or was lost, there is another. */
export const resumeSeals = job({
  name: 'resume-seals',
  summary: 'Retry sealing of signed documents whose job failed for good',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '*/5 * * * *',

  async run(_data, { db, inOrg, enqueueIn, log }) {
    const { rows } = await sql<{
      org_id: string
      id: string
    }>`select org_id, id from unsealed_documents(now() - make_interval(secs => ${restMs / 1_000}), ${documentsAtOnce})`.execute(
      db,
    )
    let ordered = 0
    for (const { org_id: orgId, id } of rows)
      try {
        await inOrg(orgId, async (tenant) => {
          const document = await lockDocument(tenant, orgId, id)
          if (document?.status !== 'signed' || document.seal === 'sealed') return
          const isOrdered = await orderSealAgain(
            { db: tenant, orgId, enqueue: (order, data, start) => enqueueIn(tenant, order, data, start) },
            id,
          )
          if (isOrdered) ordered++
        })
      } catch (error) {
        // One that fails holds up none of the others; it is looked at again in five minutes.
        log.error({ err: error, org_id: orgId, document_id: id }, 'a seal was not ordered again')
      }
    if (ordered > 0) log.info({ documents: ordered }, 'seals ordered again')
  },
})
