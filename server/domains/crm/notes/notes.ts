import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { findNames } from '#domains/platform/users/users.ts'
import { AuthorWorkflow, MemberReference, shape } from '#shapes'
import { isStorable } from '#shapes/texts.ts'
import { PlainRecordKind, type RecordOf, readIds } from '../records/records.ts'
import { noteErrors } from './errors.ts'
import { noteEvents, noteFieldsOf } from './events.ts'

export type NoteRow = Selectable<Tables['notes']>

export const NoteBody = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .refine(isStorable, 'is not valid text')
  .describe('Plain text; a mention is written as @ and a name')

/** Ids of members, each once. */
export const Mentions = z
  .array(z.uuid())
  .max(50)
  .overwrite((ids) => [...new Set(ids)])
  .describe('Members who are mentioned: each is notified once')

/** A note as it is sent. */
export const Note = shape('Note', {
  id: z.uuid(),
  kind: PlainRecordKind,
  record_id: z.uuid(),
  body: z.string(),
  mentions: z.array(MemberReference),
  author: MemberReference.nullable().describe('Null: a key or a workflow wrote it'),
  workflow: AuthorWorkflow,
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
})

export const insertNote = async (
  db: Db,
  orgId: string,
  note: RecordOf & { readonly body: string; readonly mentions: readonly string[]; readonly authorId: string | null },
): Promise<NoteRow> => {
  const added = await db
    .insertInto('notes')
    .values({
      ...{ org_id: orgId, id: newId(), kind: note.kind, record_id: note.id, body: note.body, author_id: note.authorId },
      mentions: [...note.mentions],
      author_workflow: sql<string | null>`acting_workflow()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(db, orgId, noteEvents.added, added.id, {
    ...{ kind: note.kind, record_id: note.id, author_id: added.author_id, mentions: added.mentions },
  })
  return added
}

/** What stands in a note now. Throws the Failure of one that is not there any more. */
export const findStanding = async (
  db: Db,
  orgId: string,
  noteId: string,
): Promise<Pick<NoteRow, 'body' | 'mentions' | 'record_id'>> => {
  const note = await db
    .selectFrom('notes')
    .select(['body', 'mentions', 'record_id'])
    .where('org_id', '=', orgId)
    .where('id', '=', noteId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!note) throw new Failure(noteErrors.note_not_found)
  return note
}

/** Deleted ones too: they can be restored. */
export const lockNote = (db: Db, orgId: string, noteId: string): Promise<NoteRow | undefined> =>
  db.selectFrom('notes').selectAll().where('org_id', '=', orgId).where('id', '=', noteId).forUpdate().executeTakeFirst()

/** Writes over a note that the caller has locked. */
export const writeNote = async (
  db: Db,
  before: NoteRow,
  change: 'edited' | 'deleted' | 'restored',
  values: Partial<Pick<NoteRow, 'body' | 'mentions' | 'edited_at' | 'deleted_at'>>,
): Promise<NoteRow> => {
  const { org_id: orgId, id } = before
  const after = await db
    .updateTable('notes')
    .set(values)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(db, orgId, noteEvents.changed, id, {
    ...{ kind: after.kind as PlainRecordKind, record_id: after.record_id, change },
    ...changedFields(noteFieldsOf(before), noteFieldsOf(after)),
  })
  return after
}

/** Newest first; of a contact those of its whole merge group. */
export const findNotes = async (
  db: Db,
  orgId: string,
  record: RecordOf,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ notes: z.output<typeof Note>[]; nextCursor: string | null }> => {
  let query = db
    .selectFrom('notes')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('record_id', 'in', sql<string>`(select i.id from ${readIds(orgId, record.kind, [record.id])} i)`)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor) query = query.where('id', '<', cursor)
  const rows = await query.execute()
  const page = rows.slice(0, limit)
  return { notes: await sentNotes(db, page), nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

export const sentNotes = async (db: Db, rows: readonly NoteRow[]): Promise<z.output<typeof Note>[]> => {
  const names = await findNames(
    db,
    rows.flatMap(({ author_id, mentions }) => [...(author_id === null ? [] : [author_id]), ...mentions]),
  )
  const member = (id: string) => ({ id, name: names.get(id) ?? null })
  return rows.map((row) => ({
    ...{ id: row.id, kind: row.kind as PlainRecordKind, record_id: row.record_id, body: row.body },
    mentions: row.mentions.map(member),
    author: row.author_id === null ? null : member(row.author_id),
    workflow: row.author_workflow,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
  }))
}

export const sentNote = async (db: Db, row: NoteRow): Promise<z.output<typeof Note>> => {
  const [sent] = await sentNotes(db, [row])
  if (!sent) throw new Error('a note without what is sent of it')
  return sent
}
