import { sql } from 'kysely'
import { job } from '#core/jobs/job.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { freshTextOf } from './fresh-texts.ts'
import { fileAgainJob } from './job-references.ts'
import { foldersByRole, isSilent, type MailRow } from './mails.ts'
import { findOwnAddresses } from './own-addresses.ts'
import { fileInThreads, hideInThreads, leaveThreads } from './thread-mails.ts'

/** Mails that one transaction files. */
const atOnce = 50

/** A mailbox was shared, or is no longer: threads show more of its mails, or less. Every mail is filed anew; a repeat changes nothing. */
export const fileMailboxAgain = job({
  ...fileAgainJob,
  summary: 'Show the mails of a mailbox in threads anew',
  retry: { times: 8, delaySeconds: 10 },
  expireSeconds: 1_800,

  async run({ orgId, mailboxId }, { inOrg, within }) {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const last = await inOrg(orgId, async (db) => {
        const mailbox = await findMailbox(db, orgId, mailboxId)
        if (!mailbox) return null
        const { rows } = await sql<MailRow & { text: string | null; html: string | null }>`
          select m.*, b.text, b.html from mailbox_mails m
          left join mailbox_bodies b on b.org_id = m.org_id and b.id = m.id
          where m.org_id = ${orgId} and m.mailbox_id = ${mailboxId} and m.id > ${after} order by m.id limit ${atOnce}`.execute(
          db,
        )
        const own = await findOwnAddresses(db, orgId, mailboxId)
        const roles = await foldersByRole(db, orgId, mailboxId)
        for (const mail of rows) {
          await hideInThreads(db, orgId, mail, mailbox)
          if (isSilent(mail.folders, roles)) continue
          const said = { text: freshTextOf(mail), personId: mail.person_id }
          const shown = await fileInThreads(db, orgId, mail, said, { mailbox, own, within })
          // With those whom its owner excludes by now, or who are of us by now, it is in no thread.
          await leaveThreads(db, orgId, mail, shown)
        }
        return rows.at(-1)?.id ?? null
      })
      if (last === null) return
      after = last
    }
  },
})
