import type { Db, InOrg } from '#core/context.ts'
import { orgIds } from '#core/jobs/row-batches.ts'
import { type Files, FilesError } from '#ports/files.ts'
import type { StoredFileRow } from './stored-files.ts'

const rowsAtOnce = 100
/** Side by side: most of the time goes into waiting for the store. */
const filesAtOnce = 4

export interface Moving {
  readonly db: Db
  readonly inOrg: InOrg
  readonly folder: Files
  readonly s3: Files
  readonly signal: AbortSignal
  /** After each file, with how far it is. */
  say(progress: Moved): void
  /** A file that could not be moved, in words. */
  tell(name: string, why: string): void
}

export interface Moved {
  readonly files: number
  readonly bytes: number
  /** They stay in the folder as they are. */
  readonly failed: number
  /** How many there were to move at the beginning. */
  readonly of: number
}

/**
 * Copies the files in the folder to the bucket, while everything goes on: new files go to the bucket anyway, and each is found in either
 * place. A file counts as moved when it is in the bucket with its digest and its row says so; whatever breaks in between is done again, and
 * what the bucket has then is found by its content. Nothing is removed from the folder.
 */
export const copyToBucket = async (moving: Moving): Promise<Moved> => {
  const { db, inOrg, signal } = moving
  const orgs = await orgIds(db)
  let of = 0
  for (const orgId of orgs) of += await inOrg(orgId, (tenant) => countLeft(tenant, orgId))
  let [files, bytes, failed] = [0, 0, 0]
  for (const orgId of orgs) {
    for (let after = ''; !signal.aborted; ) {
      const rows = await inOrg(orgId, (tenant) => findLeft(tenant, orgId, after))
      if (rows.length === 0) break
      after = rows.at(-1)?.name ?? after
      await forEachOf(rows, filesAtOnce, async (row) => {
        if (signal.aborted) return
        const why = await copyOne(moving, orgId, row)
        if (why === null) [files, bytes] = [files + 1, bytes + Number(row.bytes)]
        else {
          failed++
          moving.tell(row.name, why)
        }
        moving.say({ files, bytes, failed, of })
      })
    }
  }
  return { files, bytes, failed, of }
}

const findLeft = (db: Db, orgId: string, after: string): Promise<StoredFileRow[]> =>
  db
    .selectFrom('stored_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('place', '=', 'folder')
    .where('name', '>', after)
    .orderBy('name')
    .limit(rowsAtOnce)
    .execute()

const countLeft = async (db: Db, orgId: string): Promise<number> => {
  const { left } = await db
    .selectFrom('stored_files')
    .where('org_id', '=', orgId)
    .where('place', '=', 'folder')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Evidence, which a bucket with Object Lock locks. */
const isLasting = ({ kind }: StoredFileRow): boolean => kind === 'document' || kind === 'record'

/** Null where it is in the bucket, or is needed no more; else why not. */
const copyOne = async ({ folder, s3, inOrg }: Moving, orgId: string, row: StoredFileRow): Promise<string | null> => {
  const { name, bytes, sha256 } = row
  try {
    const size = await folder.size(name)
    if (size === null && (await s3.size(name)) !== Number(bytes))
      return (await isRemoved(inOrg, orgId, name)) ? null : 'It is missing.'
    // Before it goes anywhere: what is damaged is not copied, and may be locked for years.
    if (size !== null && sha256 !== null && !(await folder.digest(name)).equals(sha256)) return 'It is not what was stored.'
    const stored = size === null ? null : await s3.put(name, await folder.read(name), { isLasting: isLasting(row) })
    if (stored && sha256 !== null && !stored.sha256.equals(sha256)) return 'It is not what was stored.'
    // It may have been removed meanwhile: from the folder first.
    if (size !== null && (await folder.size(name)) === null) {
      await s3.remove(name)
      return null
    }
    await inOrg(orgId, (db) =>
      db
        .updateTable('stored_files')
        .set({ place: 's3', ...(sha256 === null && stored && { sha256: stored.sha256 }) })
        .where('org_id', '=', orgId)
        .where('name', '=', name)
        .execute(),
    )
    return null
  } catch (error) {
    if (error instanceof FilesError && (error.passes || error.trouble === 'taken' || error.trouble === 'damaged'))
      return error.message
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (await isRemoved(inOrg, orgId, name))) return null
    // Wrong keys and a bucket that is not there are so for every file.
    throw error
  }
}

const isRemoved = (inOrg: InOrg, orgId: string, name: string): Promise<boolean> =>
  inOrg(orgId, async (db) => {
    const row = await db
      .selectFrom('stored_files')
      .select('name')
      .where('org_id', '=', orgId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row === undefined
  })

/**
 * Removes from the folder what is in the bucket with the same content, and nothing else: each file is compared once more. What no row knows,
 * as it was stored for something that never came, stays there and is named.
 */
export const removeFromFolder = async ({ folder, s3, signal, tell, ...moving }: Moving): Promise<Moved> => {
  let [files, bytes, failed, of] = [0, 0, 0, 0]
  for await (const file of folder.list()) {
    if (signal.aborted) break
    of++
    try {
      // The same content again is an answer, other content an error: nothing is sent where it is there.
      if ((await s3.size(file.name)) === null) throw new FilesError('refused', 'It is not in the bucket yet.')
      await s3.put(file.name, await folder.read(file.name))
      await folder.remove(file.name)
      ;[files, bytes] = [files + 1, bytes + file.bytes]
    } catch (error) {
      if (!(error instanceof FilesError)) throw error
      if (error.trouble === 'denied') throw error
      failed++
      tell(file.name, error.message)
    }
    moving.say({ files, bytes, failed, of })
  }
  return { files, bytes, failed, of }
}

const forEachOf = async <T>(all: readonly T[], atOnce: number, work: (each: T) => Promise<void>): Promise<void> => {
  const left = all.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const each of left) await work(each)
    }),
  )
}
