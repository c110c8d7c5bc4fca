import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import type { Stored } from '#ports/files.ts'
import { choice } from '#shapes'

/** What a stored file is part of. */
export const FileKind = choice('StoredFileKind', [
  'document',
  'record',
  'template',
  'email',
  'message',
  'upload',
  'design',
  'logo',
  'attachment',
])
export type FileKind = (typeof fileKinds)[number]
export const fileKinds = FileKind.options

/** Every file that is kept, by its name in the store: written once, with its digest, and read again in its turn. */
export type StoredFileRow = Selectable<Tables['stored_files']>

export interface Keeping {
  /** In the store. */
  readonly name: string
  readonly kind: FileKind
  /** The document, record, template's file, email's file, message, upload, design or export of one, logo, or file of a record that it belongs to. */
  readonly subjectId: string
}

/**
 * Enters a file that is on its way, where no row will hold its name if it never comes whole: the sweep takes it away. Announced again, under a
 * name that holds its digest, it has its time again; one that is kept stays as it is.
 */
export const announceFile = async (db: Db, orgId: string, { name, kind, subjectId }: Keeping): Promise<void> => {
  await db
    .insertInto('stored_files')
    .values({ org_id: orgId, name, kind, subject_id: subjectId })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'name']).doUpdateSet({ stored_at: sql`now()` }).where('stored_files.bytes', 'is', null),
    )
    .execute()
}

/** Enters a file that is stored, in the transaction of what it belongs to. A repeat changes nothing. */
export const keepFile = async (
  db: Db,
  orgId: string,
  { name, kind, subjectId, bytes, sha256, place }: Keeping & Stored,
): Promise<void> => {
  await db
    .insertInto('stored_files')
    .values({ org_id: orgId, name, kind, subject_id: subjectId, bytes, sha256, place })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'name'])
        .doUpdateSet({ bytes, sha256, place, stored_at: sql`now()`, checked_at: sql`now()` })
        .where('stored_files.bytes', 'is', null),
    )
    .execute()
}

/** Takes the files of a thing out of the list; answers their names, which are then to be removed from the store. */
export const forgetFilesOf = async (db: Db, orgId: string, kind: FileKind, subjectId: string): Promise<string[]> => {
  const gone = await db
    .deleteFrom('stored_files')
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .returning('name')
    .execute()
  return gone.map(({ name }) => name)
}

/** Leaves the files of a thing to the next sweep, which removes them from the store, and takes them out of the list then. */
export const leaveFilesOf = async (db: Db, orgId: string, kind: FileKind, subjectId: string): Promise<void> => {
  await db
    .updateTable('stored_files')
    .set({ bytes: null, place: null, sha256: null, fault: null, stored_at: sql`'epoch'` })
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .execute()
}

/** The same for all whole files of a thing but one, which has taken their place. */
export const forgetOtherFilesOf = async (db: Db, orgId: string, { name, kind, subjectId }: Keeping): Promise<string[]> => {
  const gone = await db
    .deleteFrom('stored_files')
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('name', '<>', name)
    .where('bytes', 'is not', null)
    .returning('name')
    .execute()
  return gone.map((each) => each.name)
}

/** How many files a workspace keeps, by what they are part of and where they are. */
export const countFiles = async (db: Db, orgId: string) => {
  const rows = await db
    .selectFrom('stored_files')
    .where('org_id', '=', orgId)
    .where('bytes', 'is not', null)
    .select((select) => [
      'kind',
      'place',
      select.fn.countAll<string>().as('files'),
      select.fn.sum<string>('bytes').as('bytes'),
      select.fn.count<string>('fault').as('damaged'),
      select.fn.min('checked_at').as('oldestAt'),
      select.fn.max('checked_at').as('newestAt'),
    ])
    .groupBy(['kind', 'place'])
    .execute()
  return rows.map(({ files, bytes, damaged, oldestAt, newestAt, ...of }) => ({
    ...{ ...of, files: Number(files), bytes: Number(bytes), damaged: Number(damaged) },
    ...{ oldestAt: oldestAt as Date, newestAt: newestAt as Date },
  }))
}

export const findDamaged = (db: Db, orgId: string, limit: number): Promise<StoredFileRow[]> =>
  db
    .selectFrom('stored_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('fault', 'is not', null)
    .orderBy('checked_at', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute()
