import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { dueReminders, remindersOf } from '../templates/reminders.ts'
import { lockDocument } from './documents.ts'
import { remind } from './reminding.ts'
import { findSigners } from './signers.ts'

const signersAtOnce = 500

/**
 * Reminds signers who have not signed, by the rule of their document. Each reminder of the rule is sent once: it is noted with the email, in
 * one transaction that holds the document.
 */
export const remindSigners = job({
  name: 'remind-signers',
  summary: 'Remind signers who have not signed, by the rule of their document',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '*/5 * * * *',

  async run(_data, { db, inOrg, vault, enqueueIn, emitIn, log }) {
    const { rows } = await sql<{
      org_id: string
      document_id: string
      signer_id: string
    }>`select org_id, document_id, signer_id from due_signer_reminders(${signersAtOnce})`.execute(db)
    for (const { org_id: orgId, document_id: documentId, signer_id: signerId } of rows)
      try {
        await inOrg(orgId, async (tenant) => {
          const document = await lockDocument(tenant, orgId, documentId)
          if (document?.status !== 'pending_signature' || document.ends_at <= document.at) return
          const signer = (await findSigners(tenant, orgId, documentId)).find(({ id }) => id === signerId)
          if (signer?.state !== 'asked' || signer.asked_at === null) return
          const due = dueReminders(remindersOf(document), {
            ...{ at: document.at, askedAt: signer.asked_at, endsAt: document.ends_at, sent: signer.reminders },
          })
          if (due.length === 0) return
          await remind(
            {
              ...{ db: tenant, orgId, vault, at: document.at },
              enqueue: (order, data, start) => enqueueIn(tenant, order, data, start),
              emit: (event, subject, facts) => emitIn(tenant, orgId, event, subject, facts),
            },
            document,
            signer,
            { byRule: due },
          )
        })
      } catch (error) {
        // One that fails holds up none of the others; it is due again in five minutes.
        log.warn({ err: error, org_id: orgId, document_id: documentId }, 'a signer was not reminded')
      }
  },
})
