import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { emailEvents } from './events.ts'
import { foldersByRole, type MailRow, settlePlaces } from './mails.ts'

/** Between a mail that left without a copy and the first try to keep one. */
export const keepAfterMs = 60_000

type Sent = Pick<MailRow, 'org_id' | 'mailbox_id' | 'id' | 'at'>

/** Where a mail stands here that its mailbox has not: no name of a provider begins so, so that no reading takes it for one that is gone. */
const ownRef = (mailId: string): string => `:unkept/${mailId}`

/** A mail is among what was sent in its mailbox, under the provider’s own name for it. */
export const placeAmongSent = async (db: Db, mail: Sent, ref: string): Promise<void> => {
  const roles = await foldersByRole(db, mail.org_id, mail.mailbox_id)
  await db
    .insertInto('mailbox_places')
    .values({
      ...{ org_id: mail.org_id, mailbox_id: mail.mailbox_id, ref, mail_id: mail.id },
      ...{ folders: roles.get('sent') ?? [], is_seen: true, at: mail.at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await settlePlaces(db, mail.org_id, [mail.id])
}

/** Its mailbox would not keep a mail that has left: it is listed here among what was sent, and waits to be put there. */
export const listUnkept = async (db: Db, mail: Sent, reason: string): Promise<void> => {
  await setCopy(db, mail, { state: 'waiting', reason })
  await placeAmongSent(db, mail, ownRef(mail.id))
}

/** Its mailbox has it. `ref`: null where it does not say where: its next reading does, and until then the mail is listed as before. */
export const recordKept = async (db: Db, mail: Sent, ref: string | null): Promise<void> => {
  await db
    .deleteFrom('mailbox_places')
    .where('org_id', '=', mail.org_id)
    .where('mailbox_id', '=', mail.mailbox_id)
    .where('ref', '=', ownRef(mail.id))
    .execute()
  if (ref !== null) await placeAmongSent(db, mail, ref)
  await setCopy(db, mail, null)
}

/** It is not tried again: the mail stays listed here, and says so. */
export const recordUnkept = (db: Db, mail: Sent, reason: string | null): Promise<void> =>
  setCopy(db, mail, { state: 'failed', reason })

const setCopy = async (
  db: Db,
  mail: Sent,
  copy: { readonly state: 'waiting' | 'failed'; readonly reason: string | null } | null,
): Promise<void> => {
  await db
    .updateTable('mailbox_mails')
    .set({ copy_state: copy?.state ?? null, copy_error: copy?.reason?.slice(0, 500) ?? null })
    .where('org_id', '=', mail.org_id)
    .where('id', '=', mail.id)
    .execute()
  await recordEvent(db, mail.org_id, emailEvents.updated, mail.id, { mailbox_id: mail.mailbox_id, change: 'place' })
}
