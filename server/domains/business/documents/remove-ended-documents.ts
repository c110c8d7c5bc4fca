import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { orgIds } from '#core/jobs/row-batches.ts'
import { lockDocument } from './documents.ts'
import { documentEvents } from './events.ts'
import { findEndedTerms, removeKept, whyKept } from './keeping.ts'

const documentsAtOnce = 200

/** Documents whose term has ended go, and a record stays that they were. What is under a legal hold stays. */
export const removeEndedDocuments = job({
  name: 'remove-ended-documents',
  summary: 'Remove documents whose term has ended',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  expireSeconds: 3_600,
  schedule: '7 4 * * *',

  async run(_data, { db, inOrg, enqueueIn, emitIn, log, signal }) {
    for (const orgId of await orgIds(db)) {
      for (;;) {
        const ids = await inOrg(orgId, (tenant) => findEndedTerms(tenant, orgId, documentsAtOnce))
        for (const id of ids) {
          if (signal.aborted) return
          await inOrg(orgId, async (tenant) => {
            const document = await lockDocument(tenant, orgId, id)
            // It may have been put under a hold since.
            if (!document || whyKept(document, document.at) !== null) return
            await removeKept(
              { db: tenant, orgId, enqueue: (order, data, start) => enqueueIn(tenant, order, data, start) },
              document,
              { rule: 'term', userId: null },
            )
            await emitIn(tenant, orgId, documentEvents.updated, id, { change: 'removed' })
          })
        }
        if (ids.length > 0) log.info({ org_id: orgId, documents: ids.length }, 'removed documents whose term has ended')
        if (ids.length < documentsAtOnce) break
      }
    }
  },
})
