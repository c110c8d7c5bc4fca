import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Files } from '#ports/files.ts'
import { clearNotice, raiseNotice } from '../notifications/notices.ts'
import { fileNotices } from './notices.ts'
import type { StoredFileRow } from './stored-files.ts'

const dayMs = 86_400_000

/** So many nights take all that is kept once. Some nights may be missed: within 30 days each file was read. */
const nights = 25
const latestDays = 28
/** In one night, of one workspace, where that is more than its share. */
const leastShare = 200

/** How many files of a workspace are read in a night that begins then: its share, and whatever would be late. */
export const countShare = async (db: Db, orgId: string, began: Date): Promise<number> => {
  const { total, late } = await db
    .selectFrom('stored_files')
    .where('org_id', '=', orgId)
    .where('bytes', 'is not', null)
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
): Promise<StoredFileRow[]> =>
  db
    .selectFrom('stored_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('bytes', 'is not', null)
    .where('checked_at', '<', began)
    .$if(skipped.length > 0, (query) => query.where('name', 'not in', skipped))
    .orderBy(sql`fault is null`)
    .orderBy('checked_at')
    .orderBy('name')
    .limit(limit)
    .execute()

/** What a reading found: what is wrong, in words, or the digest of what is there. */
export type Reading = { readonly fault: string; readonly sha256: null } | { readonly fault: null; readonly sha256: Buffer }

const wrong = (fault: string): Reading => ({ fault, sha256: null })

/** Reads a stored file and compares it with what was stored, piece by piece: its size does not matter. */
export const readAgain = async (
  files: Pick<Files, 'read'>,
  { name, sha256, bytes }: Pick<StoredFileRow, 'name' | 'sha256' | 'bytes'>,
): Promise<Reading> => {
  const digest = createHash('sha256')
  let size = 0
  try {
    for await (const piece of await files.read(name)) {
      digest.update(piece as Buffer)
      size += (piece as Buffer).length
      if (size > Number(bytes)) return wrong('The stored file is longer than what was stored.')
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return wrong('The stored file is missing.')
    throw error
  }
  if (size < Number(bytes)) return wrong('The stored file is shorter than what was stored.')
  const found = digest.digest()
  if (sha256 !== null && !found.equals(sha256)) return wrong('The stored file is not what was stored: its SHA-256 is another.')
  return { fault: null, sha256: found }
}

/**
 * Writes down what a look at a file found; one without a digest gets it. Admins are told when a file turns out damaged, once; when all files
 * of the same thing are right again, that notice goes. Documents tell of their own. True where something changed; a file that was removed
 * in the meantime is nothing.
 */
export const recordReading = async (
  db: Db,
  orgId: string,
  file: StoredFileRow,
  { fault, sha256 }: Reading,
): Promise<'removed' | 'same' | 'changed'> => {
  const before = await db
    .selectFrom('stored_files')
    .select('fault')
    .where('org_id', '=', orgId)
    .where('name', '=', file.name)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return 'removed'
  await db
    .updateTable('stored_files')
    .set({ fault, checked_at: sql<Date>`clock_timestamp()`, ...(file.sha256 === null && sha256 !== null && { sha256 }) })
    .where('org_id', '=', orgId)
    .where('name', '=', file.name)
    .execute()
  if (before.fault === fault) return 'same'
  if (file.kind !== 'document') await tell(db, orgId, file, fault)
  return 'changed'
}

const tell = async (db: Db, orgId: string, file: StoredFileRow, fault: string | null): Promise<void> => {
  const { kind, subject_id: subjectId } = file
  if (fault !== null) {
    await raiseNotice(db, orgId, { notice: fileNotices.stored_file_damaged, subjectId, facts: { kind } })
    return
  }
  const other = await db
    .selectFrom('stored_files')
    .select('name')
    .where('org_id', '=', orgId)
    .where('subject_id', '=', subjectId)
    .where('fault', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!other) await clearNotice(db, orgId, fileNotices.stored_file_damaged, subjectId)
}
