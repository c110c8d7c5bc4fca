import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { orgIds } from '#core/jobs/row-batches.ts'
import { countShare, findUnchecked, readAgain, recordReading } from './file-checks.ts'
import { fileRead } from './moments.ts'
import type { StoredFileRow } from './stored-files.ts'

const filesAtOnce = 50
/** A store that is away is no damage: after so many files that could not be read, the rest waits for the next try. */
const mostUnreadable = 5

/**
 * Each night a share of all that is kept is read and hashed again, so that each file is within 30 days, and what is damaged until it is
 * right again. What a night does not reach comes first in the next.
 */
export const checkStoredFiles = job({
  name: 'check-stored-files',
  formerly: ['check-document-files'],
  summary: 'Read stored files again and compare their digests',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 600 },
  expireSeconds: 6 * 3_600,
  schedule: '23 2 * * *',

  async run(_data, context) {
    const began = await clockOf(context.db)
    const unread: unknown[] = []
    for (const orgId of await orgIds(context.db)) {
      if (context.signal.aborted || unread.length >= mostUnreadable) break
      unread.push(...(await checkShare(context, orgId, began, mostUnreadable - unread.length)))
    }
    if (unread.length > 0) throw new AggregateError(unread, 'stored files could not be read')
  },
})

/** The database's: what was stored since is not yet due. */
const clockOf = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  if (!rows[0]) throw new Error('the database returned no time')
  return rows[0].at
}

/** Answers the errors of files that could not be read. */
const checkShare = async (context: JobContext, orgId: string, began: Date, most: number): Promise<unknown[]> => {
  const { inOrg, signal } = context
  const unread: unknown[] = []
  const skipped: string[] = []
  let left = await inOrg(orgId, (db) => countShare(db, orgId, began))
  while (left > 0 && !signal.aborted) {
    const batch = await inOrg(orgId, (db) => findUnchecked(db, orgId, { began, skipped, limit: Math.min(left, filesAtOnce) }))
    if (batch.length === 0) break
    left -= batch.length
    for (const file of batch) {
      if (signal.aborted) break
      try {
        await checkOne(context, orgId, file)
      } catch (error) {
        unread.push(error)
        skipped.push(file.name)
        if (unread.length >= most) return unread
      }
    }
  }
  return unread
}

const checkOne = async ({ ports, inOrg, within, log }: JobContext, orgId: string, file: StoredFileRow): Promise<void> => {
  const reading = await readAgain(ports.files, file)
  const { fault } = reading
  const outcome = await inOrg(orgId, async (db) => {
    const found = await recordReading(db, orgId, file, reading)
    if (found !== 'removed') await within(db, orgId, fileRead, { file, fault, hasChanged: found === 'changed' })
    return found
  })
  if (outcome === 'changed' && fault !== null)
    log.error({ org_id: orgId, subjectId: file.subject_id, kind: file.kind, fault }, 'a stored file is damaged')
}
