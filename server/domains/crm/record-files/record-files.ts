import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import type { Tables } from '#db/tables.ts'
import { findNames } from '#domains/platform/users/users.ts'
import { MemberReference, shape } from '#shapes'
import { PlainRecordKind, type RecordOf, readIds } from '../records/records.ts'
import { recordFileErrors } from './errors.ts'
import { recordFileEvents } from './events.ts'

export type RecordFileRow = Selectable<Tables['record_files']>

/** As long as the bin keeps records. */
export const restorableDays = 30
const mostOfRecord = 500
const mostOfWorkspace = { files: 100_000, bytes: 50 * 2 ** 30 }

/** A file of a record as it is sent. */
export const RecordFile = shape('RecordFile', {
  id: z.uuid(),
  kind: PlainRecordKind,
  record_id: z.uuid(),
  name: z.string(),
  media_type: z.string().describe('As its first bytes say'),
  bytes: z.int(),
  sha256: z.string().describe('Hexadecimal'),
  added_by: MemberReference.nullable(),
  created_at: z.iso.datetime(),
})

/** Newest first; of a contact those of its whole merge group. */
export const findRecordFiles = async (
  db: Db,
  orgId: string,
  record: RecordOf,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ files: z.output<typeof RecordFile>[]; nextCursor: string | null }> => {
  let query = db
    .selectFrom('record_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('record_id', 'in', sql<string>`(select i.id from ${readIds(orgId, record.kind, [record.id])} i)`)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor) query = query.where('id', '<', cursor)
  const rows = await query.execute()
  const page = rows.slice(0, limit)
  return { files: await sentFiles(db, page), nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

export const sentFiles = async (db: Db, rows: readonly RecordFileRow[]): Promise<z.output<typeof RecordFile>[]> => {
  const names = await findNames(
    db,
    rows.flatMap(({ added_by }) => added_by ?? []),
  )
  return rows.map((row) => ({
    ...{ id: row.id, ...recordOf(row), name: row.name, media_type: row.media_type, bytes: row.bytes },
    sha256: row.sha256.toString('hex'),
    added_by: row.added_by === null ? null : { id: row.added_by, name: names.get(row.added_by) ?? null },
    created_at: row.created_at.toISOString(),
  }))
}

export const sentFile = async (db: Db, row: RecordFileRow): Promise<z.output<typeof RecordFile>> => {
  const [sent] = await sentFiles(db, [row])
  if (!sent) throw new Error('a file without what is sent of it')
  return sent
}

/** Of a record; one that was only uploaded so far is not there. */
export const findRecordFile = (db: Db, orgId: string, fileId: string): Promise<RecordFileRow | undefined> =>
  db
    .selectFrom('record_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', fileId)
    .where('record_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Removed ones too: they can be restored. */
export const lockRecordFile = (db: Db, orgId: string, fileId: string): Promise<RecordFileRow | undefined> =>
  db.selectFrom('record_files').selectAll().where('org_id', '=', orgId).where('id', '=', fileId).forUpdate().executeTakeFirst()

const recordOf = (row: RecordFileRow): { kind: PlainRecordKind; record_id: string } => {
  if (row.kind === null || row.record_id === null) throw new Error('a file of no record')
  return { kind: row.kind as PlainRecordKind, record_id: row.record_id }
}

/** Writes over a file that the caller has locked. */
export const writeRecordFile = async (
  db: Db,
  { org_id: orgId, id }: RecordFileRow,
  change: 'added' | 'removed' | 'restored',
  values: Partial<Pick<RecordFileRow, 'kind' | 'record_id' | 'deleted_at' | 'created_at'>>,
): Promise<RecordFileRow> => {
  const row = await db
    .updateTable('record_files')
    .set(values)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(db, orgId, recordFileEvents.changed, id, {
    ...{ change, ...recordOf(row), bytes: row.bytes, media_type: row.media_type },
  })
  return row
}

/** Throws `record_files_full`. Files in the bin count: they are stored. */
export const checkRoomOfWorkspace = async (db: Db, orgId: string, bytes: number): Promise<void> => {
  const stored = await db
    .selectFrom('record_files')
    .select(({ fn }) => [fn.countAll<string>().as('files'), fn.sum<string>('bytes').as('bytes')])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  if (Number(stored.files) >= mostOfWorkspace.files || Number(stored.bytes ?? 0) + bytes > mostOfWorkspace.bytes)
    throw new Failure(recordFileErrors.record_files_full)
}

/** One after the other for a record, so that two at once do not pass each other. Throws `record_files_full`. */
export const checkRoomOfRecord = async (db: Db, orgId: string, recordId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`record files ${recordId}`}, 0))`.execute(db)
  const { files } = await db
    .selectFrom('record_files')
    .select(({ fn }) => fn.countAll<string>().as('files'))
    .where('org_id', '=', orgId)
    .where('record_id', '=', recordId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(files) >= mostOfRecord) throw new Failure(recordFileErrors.record_files_full)
}
