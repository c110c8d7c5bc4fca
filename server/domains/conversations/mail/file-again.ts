import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { nilId } from '#core/ids.ts'
import { job } from '#core/jobs/job.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { fileAgainJob } from './job-references.ts'
import { foldersByRole, type MailRow } from './mails.ts'
import { findOwnAddresses } from './own-addresses.ts'
import { forgetMails } from './removed-mails.ts'
import { settleThreads } from './settle-threads.ts'

/** Mails that one transaction files. */
const atOnce = 50
/** Found at once, of those with some addresses: each time all of them are read, and put in order. */
const foundAtOnce = 2_000

/**
 * A mailbox was shared, or is no longer, or another address is of us, or a person with whom it has mails became a contact: threads show more
 * of its mails, or less. Every mail is filed anew; a repeat changes nothing.
 */
export const fileMailboxAgain = job({
  ...fileAgainJob,
  summary: 'Show the mails of a mailbox in threads anew',
  retry: { times: 8, delaySeconds: 10 },
  expireSeconds: 1_800,

  async run({ orgId, mailboxId, isShown = false, with: given }, { inOrg, within }) {
    const addresses = given === undefined ? null : [given].flat()
    const known: string[] = []
    for (let after = nilId; ; ) {
      const last = await inOrg(orgId, async (db) => {
        const mailbox = await findMailbox(db, orgId, mailboxId)
        if (!mailbox) return null
        if (addresses && known.length === 0) known.push(...(await findMailsWith(db, orgId, { mailboxId, addresses, after })))
        const ids = addresses && known.splice(0, atOnce)
        const { rows } = await sql<MailRow & { text: string | null; html: string | null }>`
          select m.*, b.text, b.html from mailbox_mails m
          left join mailbox_bodies b on b.org_id = m.org_id and b.id = m.id
          where m.org_id = ${orgId} and m.mailbox_id = ${mailboxId} and m.id > ${after}
            and (not ${isShown} or exists (select from messages s where s.org_id = m.org_id and s.mail_id = m.id))
            and ${ids === null ? sql`true` : sql`m.id = any(${ids}::uuid[])`}
          order by m.id limit ${atOnce}`.execute(db)
        const own = await findOwnAddresses(db, orgId, mailboxId)
        const reading = { mailbox, own, within, roles: await foldersByRole(db, orgId, mailboxId) }
        for (const mail of rows) await settleThreads(db, orgId, mail, mail, reading)
        // What was deleted there stayed as part of a conversation, and is in none any more.
        const gone = rows.filter(({ gone_at }) => gone_at !== null)
        await forgetMails(
          db,
          orgId,
          mailboxId,
          gone.map(({ id }) => id),
        )
        return ids?.at(-1) ?? rows.at(-1)?.id ?? null
      })
      if (last === null) return
      after = last
    }
  },
})

const findMailsWith = async (
  db: Db,
  orgId: string,
  {
    mailboxId,
    addresses,
    after,
  }: { readonly mailboxId: string; readonly addresses: readonly string[]; readonly after: string },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from mails_with_addresses(${orgId}, ${mailboxId}, ${[...addresses]}::text[], ${after}, ${foundAtOnce}) as id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
