import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { removeFile } from './email-files.ts'

const filesAtOnce = 500
const hourMs = 3_600_000
/** A file that no mail and no draft took is of no more use a day later. */
export const unusedAfterMs = 24 * hourMs
/** One of a mail that did not leave can be sent again for so long. */
export const unsentAfterMs = 30 * 24 * hourMs

export const sweepMailFiles = job({
  name: 'sweep-mail-files',
  summary: 'Remove files of emails that no email needs',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '*/15 * * * *',

  async run(_data, { db, inOrg, now, ports, log, signal }) {
    const before = (ms: number): Date => new Date(now().getTime() - ms)
    const { rows } = await sql<{ org_id: string; id: string }>`
      select org_id, id from unused_mail_files(${before(unusedAfterMs)}, ${before(unsentAfterMs)}, ${filesAtOnce})`.execute(db)
    for (const { org_id: orgId, id } of rows) {
      if (signal.aborted) return
      await inOrg(orgId, async (tenant) => {
        const row = await tenant
          .selectFrom('mail_files as f')
          .selectAll('f')
          .where('f.org_id', '=', orgId)
          .where('f.id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        // It may have been taken along meanwhile: then it has a mail or a draft that it had not before.
        if (!row || (row.mail_id !== null && !(await isDone(tenant, orgId, row.mail_id)))) return
        if (row.draft_id !== null && (await isDraft(tenant, orgId, row.draft_id))) return
        await removeFile(tenant, ports.files, row)
      })
    }
    if (rows.length > 0) log.info({ files: rows.length }, 'removed files of emails')
  },
})

const isDraft = async (db: Parameters<typeof removeFile>[0], orgId: string, draftId: string): Promise<boolean> =>
  (await db.selectFrom('mail_drafts').select('id').where('org_id', '=', orgId).where('id', '=', draftId).executeTakeFirst()) !==
  undefined

const isDone = async (db: Parameters<typeof removeFile>[0], orgId: string, mailId: string): Promise<boolean> => {
  const mail = await db
    .selectFrom('mailbox_mails')
    .select('state')
    .where('org_id', '=', orgId)
    .where('id', '=', mailId)
    .executeTakeFirst()
  return mail === undefined || mail.state === 'sent' || mail.state === 'failed' || mail.state === 'cancelled'
}
