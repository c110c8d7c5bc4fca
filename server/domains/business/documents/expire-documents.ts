import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { lockDocument } from './documents.ts'
import { endDocument } from './signing.ts'

const documentsAtOnce = 500

/** Documents whose time to sign has ended say so themselves, and not only when a person opens them. */
export const expireDocuments = job({
  name: 'expire-documents',
  summary: 'End documents whose deadline has passed',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, inOrg, vault, enqueueIn, emitIn, log }) {
    const { rows } = await sql<{
      org_id: string
      id: string
    }>`select org_id, id from overdue_documents(${documentsAtOnce})`.execute(db)
    for (const { org_id: orgId, id } of rows)
      try {
        await inOrg(orgId, async (tenant) => {
          const document = await lockDocument(tenant, orgId, id)
          if (document?.status !== 'pending_signature' || document.ends_at > document.at) return
          await endDocument(
            {
              ...{ db: tenant, orgId, vault, at: document.at },
              enqueue: (order, data, start) => enqueueIn(tenant, order, data, start),
              emit: (event, subject, facts) => emitIn(tenant, orgId, event, subject, facts),
            },
            document,
            { status: 'expired', reason: null, facts: { ends_at: document.ends_at.toISOString() } },
          )
        })
      } catch (error) {
        // One that fails holds up none of the others; it is looked at again in a minute.
        log.error({ err: error, org_id: orgId, document_id: id }, 'a document was not ended')
      }
  },
})
