import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import type { Files } from '#ports/files.ts'
import type { FileRow } from './document-files.ts'
import { documentNotices } from './notices.ts'

const dayMs = 86_400_000

/** So many nights take all that is kept once. Some nights may be missed: within 30 days each file was read. */
const nights = 25
const latestDays = 28
/** In one night, of one workspace, where that is more than its share. */
const leastShare = 200

/** How many files of a workspace are read in a night that begins then: its share, and whatever would be late. */
export const countShare = async (db: Db, orgId: string, began: Date): Promise<number> => {
  const { total, late } = await db
    .selectFrom('document_files')
    .where('org_id', '=', orgId)
    .select((select) => [
      select.fn.countAll<string>().as('total'),
      select.fn
        .countAll<string>()
        .filterWhere(isDue(new Date(began.getTime() - latestDays * dayMs)))
        .as('late'),
    ])
    .executeTakeFirstOrThrow()
  return Math.max(Math.ceil(Number(total) / nights), Number(late), leastShare)
}

/** Never read later than this, or found damaged: what is damaged is looked at each night. */
const isDue = (before: Date) => sql<boolean>`(fault is not null or checked_at < ${before})`

/** The next files that were not read since a night began: damaged ones first, then those that were read longest ago. */
export const findUnchecked = (
  db: Db,
  orgId: string,
  { began, skipped, limit }: { readonly began: Date; readonly skipped: readonly string[]; readonly limit: number },
): Promise<FileRow[]> =>
  db
    .selectFrom('document_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('checked_at', '<', began)
    .$if(skipped.length > 0, (query) => query.where('id', 'not in', skipped))
    .orderBy(sql`fault is null`)
    .orderBy('checked_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** What is wrong with a stored file, in words; null where it is what was stored. Read piece by piece: its size does not matter. */
export const findFault = async (files: Files, { name, sha256, bytes }: FileRow): Promise<string | null> => {
  const digest = createHash('sha256')
  let size = 0
  try {
    for await (const piece of await files.read(name)) {
      digest.update(piece as Buffer)
      size += (piece as Buffer).length
      if (size > Number(bytes)) return 'The stored file is longer than what was stored.'
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'The stored file is missing.'
    throw error
  }
  if (size < Number(bytes)) return 'The stored file is shorter than what was stored.'
  return digest.digest().equals(sha256) ? null : 'The stored file is not what was stored: its SHA-256 is another.'
}

/**
 * Writes down what a look at a file found. Admins are told when it turns out damaged, once; when all files of the document are right again,
 * that notice goes. True where something changed; a file that was removed in the meantime is nothing.
 */
export const recordCheck = async (db: Db, orgId: string, file: FileRow, fault: string | null): Promise<boolean> => {
  const before = await db
    .selectFrom('document_files')
    .select('fault')
    .where('org_id', '=', orgId)
    .where('id', '=', file.id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return false
  await db
    .updateTable('document_files')
    .set({ fault, checked_at: sql<Date>`clock_timestamp()` })
    .where('org_id', '=', orgId)
    .where('id', '=', file.id)
    .execute()
  if (before.fault === fault) return false
  if (fault !== null) {
    const { title } = await db
      .selectFrom('documents')
      .select('title')
      .where('org_id', '=', orgId)
      .where('id', '=', file.document_id)
      .executeTakeFirstOrThrow()
    await raiseNotice(db, orgId, {
      ...{ notice: documentNotices.document_file_damaged, subjectId: file.document_id },
      facts: { title, file: file.kind },
    })
    return true
  }
  const other = await db
    .selectFrom('document_files')
    .select('id')
    .where('org_id', '=', orgId)
    .where('document_id', '=', file.document_id)
    .where('fault', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!other) await clearNotice(db, orgId, documentNotices.document_file_damaged, file.document_id)
  return true
}

/** How it stands with the stored files of a workspace. */
export const summarizeChecks = async (
  db: Db,
  orgId: string,
): Promise<{
  readonly files: number
  readonly damaged: number
  readonly documents: number
  readonly oldestAt: Date | null
}> => {
  const row = await db
    .selectFrom('document_files')
    .where('org_id', '=', orgId)
    .select((select) => [
      select.fn.countAll<string>().as('files'),
      select.fn.count<string>('fault').as('damaged'),
      sql<string>`count(distinct document_id) filter (where fault is not null)`.as('documents'),
      select.fn.min('checked_at').as('oldestAt'),
    ])
    .executeTakeFirstOrThrow()
  return {
    ...{ files: Number(row.files), damaged: Number(row.damaged), documents: Number(row.documents) },
    oldestAt: row.oldestAt as Date | null,
  }
}
