import { sql } from 'kysely'
import { recordEvent } from '#core/events/events.ts'
import { contribution } from '#core/within.ts'
import { fileRead } from '#domains/platform/files/moments.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { documentEvents } from './events.ts'
import { documentNotices } from './notices.ts'

/**
 * What a look at a stored file found stands on its document. Admins are told when it turns out damaged, once; when all files of the document
 * are right again, that notice goes.
 */
export const recordFileReading = contribution({
  name: 'note-file-of-document',
  to: fileRead,
  async run({ file, fault, hasChanged }, { db, orgId }) {
    if (file.kind !== 'document') return
    const noted = await db
      .updateTable('document_files')
      .set({ fault, checked_at: sql<Date>`clock_timestamp()` })
      .where('org_id', '=', orgId)
      .where('document_id', '=', file.subject_id)
      .where('name', '=', file.name)
      .returning('kind')
      .executeTakeFirst()
    if (!noted || !hasChanged) return
    if (fault !== null) {
      const { title } = await db
        .selectFrom('documents')
        .select('title')
        .where('org_id', '=', orgId)
        .where('id', '=', file.subject_id)
        .executeTakeFirstOrThrow()
      await raiseNotice(db, orgId, {
        ...{ notice: documentNotices.document_file_damaged, subjectId: file.subject_id },
        facts: { title, file: noted.kind },
      })
    } else {
      const other = await db
        .selectFrom('document_files')
        .select('id')
        .where('org_id', '=', orgId)
        .where('document_id', '=', file.subject_id)
        .where('fault', 'is not', null)
        .limit(1)
        .executeTakeFirst()
      if (!other) await clearNotice(db, orgId, documentNotices.document_file_damaged, file.subject_id)
    }
    await recordEvent(db, orgId, documentEvents.updated, file.subject_id, {
      change: fault === null ? 'file intact again' : 'file damaged',
    })
  },
})
