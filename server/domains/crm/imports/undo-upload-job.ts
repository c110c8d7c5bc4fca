import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { isTied } from '../contacts/ties.ts'
import { isRace } from '../leads/take-leads.ts'
import { uploadEvents } from './events.ts'
import { RunData, runOnUpload, stopIfDraining } from './runs.ts'
import { moveUpload, type UploadRecord } from './uploads.ts'

const leadsAtOnce = 1_000

/**
 * Takes an import back: its leads, and the contacts that it made and that nothing else knows. A contact stays when it
 * has a lead from elsewhere, a deal, a conversation or an invoice, was there before, or has been given or refused permission since. What matching leads filled
 * into contacts that were there before stays, too.
 */
export const undoUploadJob = job({
  name: 'undo-upload-job',
  summary: 'Remove what an uploaded file brought',
  data: RunData,
  retry: { times: 20, delaySeconds: 1 },
  expireSeconds: 86_400,

  run: (data, context) =>
    runOnUpload(data, 'undoing', context, async (run) => {
      for (;;) {
        stopIfDraining(context)
        const removed = await run
          .step(async (db, upload) => {
            const leads = await removeLeads(db, upload)
            if (leads === 0) {
              await db
                .deleteFrom('upload_rows')
                .where('org_id', '=', data.orgId)
                .where('upload_id', '=', data.uploadId)
                .execute()
              await moveUpload(db, upload, 'undone', { finished_at: context.now(), tries: 0 })
              await context.emitIn(db, data.orgId, uploadEvents.changed, data.uploadId, { state: 'undone' })
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

/**
 * Removes the newest leads of a file, with the contacts that are then left over. Newest first, because the lead that made
 * a contact is the oldest of its leads here: as long as it stands, it is known who made the contact. Both were written by
 * one transaction and bear its time.
 */
const removeLeads = async (db: Db, upload: UploadRecord): Promise<number> => {
  const { org_id: orgId, id } = upload
  const { rows: leads } = await sql<{ id: string; contact_id: string; month: string; made_contact: boolean }>`
    with gone as (
      delete from leads l
      where l.org_id = ${orgId} and l.id in (
        select n.id from leads n where n.org_id = ${orgId} and n.upload_id = ${id} order by n.id desc limit ${leadsAtOnce})
      returning l.id, l.contact_id, l.received_at
    )
    select g.id, g.contact_id, to_char(date_trunc('month', g.received_at at time zone 'UTC'), 'YYYY-MM-DD') as month,
           c.created_at = g.received_at as made_contact
    from gone g join contacts c on c.org_id = ${orgId} and c.id = g.contact_id`.execute(db)
  if (leads.length === 0) return 0

  const made = [...new Set(leads.filter((lead) => lead.made_contact).map((lead) => lead.contact_id))]
  const { rows: contacts } = await sql<{ id: string }>`
    delete from contacts
    where org_id = ${orgId} and id = any(${made}::uuid[]) and subscription = 'none' and opted_in_at is null
      and not exists (select from leads l where l.org_id = contacts.org_id and l.contact_id = contacts.id) and not ${isTied}
    returning id`.execute(db)
  const gone = { lead: leads.map((lead) => lead.id), contact: contacts.map((contact) => contact.id) }
  await sql`
    delete from search s where s.org_id = ${orgId}
      and (s.kind = 'lead' and s.id = any(${gone.lead}::uuid[]) or s.kind = 'contact' and s.id = any(${gone.contact}::uuid[]))`.execute(
    db,
  )

  // The quota counts leads that are there; those taken back no longer are.
  for (const [month, taken] of Map.groupBy(leads, (lead) => lead.month)) {
    await sql`
      update quota_usage set used = greatest(0, used - ${taken.length}) where org_id = ${orgId} and month = ${month}::date`.execute(
      db,
    )
  }
  return leads.length
}
