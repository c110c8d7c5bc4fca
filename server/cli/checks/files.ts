import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Config } from '#config'
import type { Database } from '#db/connect.ts'
import { countFiles } from '#domains/platform/files/stored-files.ts'
import { type Files, FilesError } from '#ports/files.ts'
// Which notices there are is declared by all modules.
import '#domains/catalogue.ts'
import { ago, count, type Finding, fine, size, trouble, warning } from './finding.ts'

const check = 'Files'

/** What a store does of what not every store does. */
interface StoreTraits {
  readonly keepsConditions: boolean
  readonly keepsChecksums: boolean
  readonly hasLock: boolean
  readonly wantsLock: boolean
}

/** Each night a share is read, so that all are within 30 days. */
const latestMs = 31 * 86_400_000

/** Whether stored files are what was stored, as the nightly reading found them, and whether they are all where new ones go. */
export const checkStored = async (database: Database, config: Pick<Config, 'S3_BUCKET'>, now: Date): Promise<Finding[]> => {
  const findings: Finding[] = []
  let [files, oldestMs, inFolder, inFolderBytes, inS3] = [0, Number.POSITIVE_INFINITY, 0, 0, 0]
  const orgs = await database.db.selectFrom('directory.slugs').select(['org_id', 'slug']).orderBy('slug').execute()
  for (const { org_id: orgId, slug } of orgs) {
    let damaged = 0
    for (const row of await database.inOrg(orgId, (db) => countFiles(db, orgId))) {
      files += row.files
      damaged += row.damaged
      oldestMs = Math.min(oldestMs, row.oldestAt.getTime())
      if (row.place === 's3') inS3 += row.files
      else [inFolder, inFolderBytes] = [inFolder + row.files, inFolderBytes + row.bytes]
    }
    if (damaged > 0)
      findings.push(
        trouble(
          check,
          `${slug}: ${count(damaged, 'file')} missing or not what was stored`,
          'Settings → Files and the page of the document say which. Restore the file from a backup; it is read again every night.',
        ),
      )
  }
  if (config.S3_BUCKET === undefined && inS3 > 0)
    findings.push(
      trouble(check, `${count(inS3, 'file')} are in a bucket, and S3_BUCKET is not set`, 'Set S3_BUCKET and its key again.'),
    )
  if (config.S3_BUCKET !== undefined && inFolder > 0)
    findings.push(
      warning(
        check,
        `${count(inFolder, 'file')} (${size(inFolderBytes)}) are still in the folder; new ones go to S3`,
        '`npx foyer move-files` copies them, beside the running product, and goes on where it was broken off.',
      ),
    )
  if (files === 0) return findings
  const oldest = ago(now.getTime() - oldestMs)
  if (now.getTime() - oldestMs > latestMs)
    findings.push(
      warning(
        check,
        `the one read longest ago was read ${oldest} ago; each should be within 30 days`,
        'Keep a worker running at night; Settings → Background jobs shows whether `check-stored-files` fails.',
      ),
    )
  else if (findings.length === 0) findings.push(fine(check, `${count(files, 'file')}, each read within the last ${oldest}`))
  return findings
}

/** Whether the store takes files now: one is written, read, written over, and removed. */
export const checkStore = async (files: Files, traits: (() => Promise<StoreTraits>) | null): Promise<Finding> => {
  const where = files.place === 's3' ? 'S3' : 'the folder'
  try {
    await probe(files)
    if (traits === null) return fine('Store', `${where} takes, gives back and keeps files`)
    return told(await traits())
  } catch (error) {
    if (!(error instanceof FilesError) && (error as NodeJS.ErrnoException).code === undefined) throw error
    const says =
      error instanceof FilesError ? error.message : `the folder cannot be used (${(error as NodeJS.ErrnoException).code})`
    return trouble('Store', `${where} does not take files: ${says}`, mendOf(error))
  }
}

const mendOf = (error: unknown): string => {
  if (!(error instanceof FilesError)) return 'Free space on its disk, or correct its rights.'
  if (error.trouble === 'denied') return 'Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the rights of the key.'
  if (error.trouble === 'refused') return 'Check S3_BUCKET, S3_REGION, S3_ENDPOINT and S3_ADDRESSING.'
  return 'Check whether the store is up and can be reached from here. Until then documents are not made or sealed.'
}

const probe = async (files: Files): Promise<void> => {
  const name = `doctor/${randomUUID()}`
  const of = (content: string) => Readable.from([Buffer.from(content)])
  if ((await files.size(name)) !== null) throw new FilesError('damaged', 'it has a file that was never stored.')
  await files.put(name, of('probe'))
  try {
    if ((await text(await files.read(name, 1))) !== 'robe') throw new FilesError('damaged', 'it gives back something else.')
    await files.put(name, of('other')).then(
      () => {
        throw new FilesError('damaged', 'it writes over what is there.')
      },
      (error: unknown) => {
        if (!(error instanceof FilesError) || error.trouble !== 'taken') throw error
      },
    )
    if ((await text(await files.read(name))) !== 'probe') throw new FilesError('damaged', 'it writes over what is there.')
  } finally {
    await files.remove(name).catch(() => {})
  }
  if ((await files.size(name)) !== null) throw new FilesError('refused', 'it does not remove files.')
}

const told = ({ keepsConditions, keepsChecksums, hasLock, wantsLock }: StoreTraits): Finding => {
  const says = `S3 takes, gives back and keeps files; ${keepsChecksums ? 'it keeps SHA-256 checksums' : 'it keeps no checksums, so each write is read again'}; ${hasLock ? 'it has Object Lock' : 'it has no Object Lock'}`
  if (wantsLock && !hasLock)
    return trouble(
      'Store',
      `${says}, and S3_LOCK_DAYS asks for it`,
      'Use a bucket that was made with Object Lock, or remove S3_LOCK_DAYS.',
    )
  if (keepsConditions) return fine('Store', says)
  return warning(
    'Store',
    `${says}; it ignores If-None-Match, so two writers of one name at once could write over each other`,
    'Use a store with conditional writes where it matters. Foyer looks before each write itself; its names hold ids and digests, and are not used twice.',
  )
}
