import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { findRecord, type PlainRecordKind } from '../records/records.ts'
import type { NoteRow } from './notes.ts'
import { noteNotices } from './notices.ts'

/** Throws `person_not_found` where one of them is no member. */
export const checkMentions = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const { found } = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<string>().as('found'))
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  if (Number(found) < ids.length) throw new Failure(memberErrors.person_not_found, { field: 'mentions' })
}

/** Notifies those who were not mentioned before the change, and not the one who wrote it. In the transaction of the note. */
export const notifyMentioned = async (
  db: Db,
  note: NoteRow,
  { before, by }: { readonly before: readonly string[]; readonly by: string | null },
): Promise<void> => {
  const added = note.mentions.filter((id) => id !== by && !before.includes(id))
  if (added.length === 0) return
  const orgId = note.org_id
  const kind = note.kind as PlainRecordKind
  const record = await findRecord(db, orgId, { kind, id: note.record_id })
  const writer =
    by === null ? undefined : await db.selectFrom('directory.people').select('name').where('id', '=', by).executeTakeFirst()
  for (const personId of added)
    await raiseNotice(db, orgId, {
      ...{ notice: noteNotices.mentioned_in_note, subjectId: note.id, personId },
      facts: {
        by: writer?.name ?? note.author_workflow,
        name: record?.name ?? null,
        kind,
        record_id: record?.id ?? note.record_id,
      },
    })
}
