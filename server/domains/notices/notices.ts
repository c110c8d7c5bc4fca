import { z } from 'zod'
import type { Role } from '#core/caller.ts'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events.ts'
import { newId } from '#core/ids.ts'

/** What somebody is told of without having asked, with who needs to know. The words are the app's. */
export const noticeKinds = {
  mail_failed: { about: 'A mail could not be delivered.', least: 'admin' },
  webhook_disabled: { about: 'A webhook was switched off after it had failed for long.', least: 'admin' },
  external_id_conflict: { about: 'A repeat of an external_id came with another person.', least: 'member' },
  member_joined: { about: 'Somebody accepted an invitation.', least: 'member' },
  job_failed: { about: 'Background work failed for good.', least: 'admin' },
} as const satisfies Record<string, { about: string; least: Role }>

export type NoticeKind = keyof typeof noticeKinds
export const NoticeKind = z.enum(Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]])

/**
 * Raises a notice in the caller's transaction. The same trouble of the same thing stays one notice: raised again, it moves
 * to the top as unread. `facts` are what the app's sentence is made of (a name, a count): no secret, no body.
 */
export const raiseNotice = async (
  db: Db,
  orgId: string,
  notice: { kind: NoticeKind; subjectId: string; facts: Readonly<Record<string, string | number | null>> },
): Promise<void> => {
  const id = newId()
  const facts = JSON.stringify(notice.facts)
  await db
    .insertInto('notices')
    .values({
      org_id: orgId,
      id,
      kind: notice.kind,
      subject_id: notice.subjectId,
      facts,
      least_role: noticeKinds[notice.kind].least,
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'kind', 'subject_id']).doUpdateSet({ id, facts, at: (set) => set.fn('now') }),
    )
    .execute()
  await recordEvent(db, orgId, 'notice.raised', id, { kind: notice.kind })
}

/** Takes a notice away once its trouble is over. */
export const clearNotice = async (db: Db, orgId: string, kind: NoticeKind, subjectId: string): Promise<void> => {
  await db
    .deleteFrom('notices')
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .execute()
}
