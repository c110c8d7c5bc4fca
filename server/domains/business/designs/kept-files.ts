import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { forgetFilesOf, keepFile } from '#domains/platform/files/stored-files.ts'
import type { ExportType } from '#ports/designs.ts'
import type { Files, Stored } from '#ports/files.ts'
import type { DesignJobRow } from './design-jobs.ts'

/** A file of an export, kept here. */
export type FileRow = Selectable<Tables['design_files']>

/** What a file of a format is served as, and how such a file begins. */
const formats: Readonly<Record<ExportType, { readonly type: string; readonly isSuch: (begin: Buffer) => boolean }>> = {
  pdf: { type: 'application/pdf', isSuch: (begin) => begin.subarray(0, 1_024).includes('%PDF-') },
  png: { type: 'image/png', isSuch: (begin) => begin.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
  jpg: { type: 'image/jpeg', isSuch: (begin) => begin.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  gif: { type: 'image/gif', isSuch: (begin) => /^GIF8[79]a/.test(begin.subarray(0, 6).toString('latin1')) },
  mp4: { type: 'video/mp4', isSuch: (begin) => begin.subarray(4, 8).toString('latin1') === 'ftyp' },
  pptx: {
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    isSuch: (begin) => begin.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1')),
  },
}
export const typeOf = (type: ExportType): string => formats[type].type

/** What a sender calls a file is a claim: a page that says 200 and “not found” is not kept as a PDF. */
export const isFileOf = (type: ExportType, begin: Buffer): boolean => formats[type].isSuch(begin)

/** `page`: of several; null of one. */
export const fileNameOf = (title: string, type: ExportType, page: number | null): string =>
  `${title.trim().slice(0, 100) || 'Design'}${page === null ? '' : ` – ${page}`}.${type}`

/** Each try has a name of its own: what another one left is not written over. */
export const nameInStore = ({ org_id: orgId, id }: Pick<DesignJobRow, 'org_id' | 'id'>, place: number): string =>
  `designs/${orgId}/${id}/${place}-${newId()}`

/** Enters a file that is stored. A repeat changes nothing. */
export const enterFile = async (
  db: Db,
  { org_id: orgId, id: jobId }: Pick<DesignJobRow, 'org_id' | 'id'>,
  file: Stored & { readonly name: string; readonly place_in_order: number; readonly type: string },
): Promise<void> => {
  const { name, place_in_order: place, type, bytes } = file
  const added = await db
    .insertInto('design_files')
    .values({ org_id: orgId, id: newId(), job_id: jobId, place, name, type, bytes })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await keepFile(db, orgId, { ...file, kind: 'design', subjectId: jobId })
}

export const findFilesOf = (db: Db, orgId: string, jobIds: readonly string[]): Promise<FileRow[]> =>
  db
    .selectFrom('design_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('job_id', '=', sql<string>`any(${[...jobIds]}::uuid[])`)
    .orderBy('job_id')
    .orderBy('place')
    .execute()

export const findFile = (db: Db, orgId: string, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('design_files').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** Takes an export and its files out of the list, also one that is under way. Answers the names in the store, which are then to be removed. */
export const forgetExport = async (db: Db, orgId: string, jobId: string): Promise<string[]> => {
  await db.deleteFrom('design_files').where('org_id', '=', orgId).where('job_id', '=', jobId).execute()
  await db.deleteFrom('design_jobs').where('org_id', '=', orgId).where('id', '=', jobId).execute()
  return forgetFilesOf(db, orgId, 'design', jobId)
}

/** One after the other; what cannot be removed now is found by the check of the store. */
export const removeFromStore = async (files: Files, names: readonly string[]): Promise<void> => {
  for (const name of names) await files.remove(name)
}
