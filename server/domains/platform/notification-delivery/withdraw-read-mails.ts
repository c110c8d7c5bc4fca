import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { withdrawMails } from '../mail-out/withdrawals.ts'
import { noticesRead } from '../notifications/moments.ts'

/** An email that waits in the outbox, for a mail account or another try, is not sent once all that it speaks of was read in the app. */
export const withdrawReadMails = contribution({
  name: 'withdraw-read-mails',
  to: noticesRead,
  async run({ personId }, { db, orgId }) {
    const { rows } = await sql<{ id: string }>`
      select m.id from mails m
      where m.org_id = ${orgId} and m.person_id = ${personId} and m.state = 'queued' and m.template = 'notices'
        and not exists (
          select from notice_mails w
          join notices n on n.org_id = w.org_id and n.kind = w.kind and n.subject_id = w.subject_id
            and (n.person_id is null or n.person_id = ${personId})
          left join notice_readers r on r.org_id = w.org_id and r.id = ${personId}
          where w.org_id = ${orgId} and w.mail_id = m.id and (r.read_to is null or n.id > r.read_to))`.execute(db)
    await withdrawMails(
      db,
      orgId,
      rows.map(({ id }) => id),
      {
        reason: 'Read in the app before it was sent',
        reasonInDoubt: 'It may have been sent before it was read in the app',
        at: new Date(),
      },
    )
  },
})
