import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { stopIfDraining } from '#core/jobs/lots.ts'
import { forgetWords } from '#core/search.ts'
import type { Within } from '#core/within.ts'
import { isRace } from '#db/races.ts'
import { giveBackQuota } from '#domains/platform/organizations/workspaces.ts'
import { forgetEdits } from '../edits/edits.ts'
import { forgetFields } from '../fields/record-fields.ts'
import { removeUnlinkedContacts } from '../identities/linked-records.ts'
import { removeLeadsOfUpload } from '../leads/removals.ts'
import { forgetNotes } from '../notes/removed-notes.ts'
import { expireFiles } from '../record-files/removed-files.ts'
import { RunData, runOnUpload } from './runs.ts'
import { moveUpload, type UploadRecord } from './uploads.ts'

const leadsAtOnce = 1_000

/**
 * Takes an import back: its leads, and the contacts that it made and that nothing else knows. A contact stays when it
 * has a lead from elsewhere, a deal, a conversation, an invoice, a note, a file or a tag, was there before, or has been given or refused
 * permission since. What matching leads filled into contacts that were there before stays, too.
 */
export const undoUploadJob = job({
  name: 'undo-upload-job',
  summary: 'Remove what an uploaded file imported',
  data: RunData,
  retry: { times: 20, delaySeconds: 1 },
  expireSeconds: 86_400,

  run: (data, context) =>
    runOnUpload(data, 'undoing', context, async (run) => {
      for (;;) {
        stopIfDraining(context)
        const removed = await run
          .step(async (db, upload) => {
            const leads = await removeLeads(db, upload, context.within)
            if (leads === 0) {
              await db
                .deleteFrom('upload_rows')
                .where('org_id', '=', data.orgId)
                .where('upload_id', '=', data.uploadId)
                .execute()
              await moveUpload(db, upload, 'undone', { finished_at: context.now(), tries: 0 })
              return 0
            }
            await db
              .updateTable('uploads')
              .set({ undone_rows: upload.undone_rows + leads, tries: 0, moved_at: context.now() })
              .where('org_id', '=', data.orgId)
              .where('id', '=', data.uploadId)
              .execute()
            await run.tell(db)
            return leads
          })
          .catch((error: unknown) => {
            // A lead for one of these contacts came in at this moment: look again.
            if (isRace(error)) return leadsAtOnce
            throw error
          })
        if (removed === 0) return
      }
    }),
})

/** Removes the newest leads of a file, with the contacts that are then left over. Answers how many leads. */
const removeLeads = async (db: Db, { org_id: orgId, id }: UploadRecord, within: Within): Promise<number> => {
  const leads = await removeLeadsOfUpload(db, orgId, id, leadsAtOnce)
  if (leads.length === 0) return 0
  const made = [...new Set(leads.filter((lead) => lead.made_contact).map((lead) => lead.contact_id))]
  const contacts = await removeUnlinkedContacts(db, orgId, within, made)
  await forgetFields(db, orgId, contacts)
  await forgetEdits(db, orgId, contacts)
  const records = [...contacts, ...leads.map((lead) => lead.id)]
  await forgetNotes(db, orgId, records)
  await expireFiles(db, orgId, records)
  await forgetWords(
    db,
    orgId,
    leads.map((lead) => lead.id),
    contacts,
  )
  // The quota counts leads that are there; those taken back no longer are.
  for (const [month, taken] of Map.groupBy(leads, (lead) => lead.month)) await giveBackQuota(db, orgId, month, taken.length)
  return leads.length
}
