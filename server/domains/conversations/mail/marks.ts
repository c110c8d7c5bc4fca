import type { Db } from '#core/context.ts'

/** A mail was read here, in all of its places. */
export const setSeen = async (db: Db, orgId: string, mailId: string, isSeen: boolean): Promise<void> => {
  await db
    .updateTable('mailbox_mails')
    .set({ is_seen: isSeen, seen_error: null })
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
