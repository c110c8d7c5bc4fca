import type { Db, Enqueue } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { emailEvents } from './events.ts'
import { markMailJob } from './job-references.ts'
import { settlePlaces } from './mails.ts'

/** A mail was read here, in all of its places. Its provider is still to hear of it. */
export const setSeen = async (db: Db, orgId: string, mailId: string, isSeen: boolean): Promise<void> => {
  await db
    .updateTable('mailbox_mails')
    .set({ is_seen: isSeen, seen_wanted: isSeen, seen_error: null })
    .where('org_id', '=', orgId)
    .where('id', '=', mailId)
    .execute()
  await db
    .updateTable('mailbox_places')
    .set({ is_seen: isSeen })
    .where('org_id', '=', orgId)
    .where('mail_id', '=', mailId)
    .execute()
}

interface Marked {
  readonly org_id: string
  readonly id: string
  readonly mailbox_id: string
}

/** Its provider has marked it: so it is here too, whatever was read there before. What was marked anew meanwhile still waits. */
export const recordMarked = async (db: Db, mail: Marked, isSeen: boolean): Promise<void> => {
  const settled = await db
    .updateTable('mailbox_mails')
    .set({ seen_wanted: null, seen_error: null })
    .where('org_id', '=', mail.org_id)
    .where('id', '=', mail.id)
    .where('seen_wanted', '=', isSeen)
    .returning('id')
    .executeTakeFirst()
  if (!settled) return
  const changed = await db
    .updateTable('mailbox_places')
    .set({ is_seen: isSeen })
    .where('org_id', '=', mail.org_id)
    .where('mail_id', '=', mail.id)
    .where('is_seen', '<>', isSeen)
    .returning('ref')
    .execute()
  if (changed.length === 0) return
  await settlePlaces(db, mail.org_id, [mail.id])
  await recordEvent(db, mail.org_id, emailEvents.updated, mail.id, { mailbox_id: mail.mailbox_id, change: 'seen' })
}

/** It will not be marked there, and why. */
export const recordUnmarked = async (db: Db, mail: Marked, reason: string): Promise<void> => {
  await db
    .updateTable('mailbox_mails')
    .set({ seen_wanted: null, seen_error: reason.slice(0, 500) })
    .where('org_id', '=', mail.org_id)
    .where('id', '=', mail.id)
    .execute()
  await settlePlaces(db, mail.org_id, [mail.id])
  await recordEvent(db, mail.org_id, emailEvents.updated, mail.id, { mailbox_id: mail.mailbox_id, change: 'seen' })
}

/** Marks that wait at once; more than a member makes while a mailbox cannot be signed in to. */
const mostWaiting = 1_000

/** Marks that could not be made while the mailbox was not let in, now that it is. */
export const orderWaitingMarks = async (db: Db, orgId: string, mailboxId: string, enqueue: Enqueue): Promise<void> => {
  const waiting = await db
    .selectFrom('mailbox_mails')
    .select('id')
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailboxId)
    .where('seen_wanted', 'is not', null)
    .limit(mostWaiting)
    .execute()
  for (const { id: mailId } of waiting) await enqueue(markMailJob, { orgId, mailId })
}
