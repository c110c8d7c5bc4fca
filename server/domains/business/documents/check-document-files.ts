import { z } from 'zod'
import type { JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { orgIds } from '#core/jobs/row-batches.ts'
import type { FileRow } from './document-files.ts'
import { documentEvents } from './events.ts'
import { countShare, findFault, findUnchecked, recordCheck } from './file-checks.ts'
import { clockOf } from './sealing.ts'

const filesAtOnce = 50
/** A store that is away is no damage: after so many files that could not be read, the rest waits for the next try. */
const mostUnreadable = 5

/**
 * Each night a share of all that is kept is read and hashed again, so that each file is within 30 days, and what is damaged until it is
 * right again. What a night does not reach comes first in the next.
 */
export const checkDocumentFiles = job({
  name: 'check-document-files',
  summary: 'Read the stored files of documents again and compare their digests',
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
        skipped.push(file.id)
        if (unread.length >= most) return unread
      }
    }
  }
  return unread
}

const checkOne = async ({ ports, inOrg, emitIn, log }: JobContext, orgId: string, file: FileRow): Promise<void> => {
  const fault = await findFault(ports.files, file)
  const hasChanged = await inOrg(orgId, async (db) => {
    if (!(await recordCheck(db, orgId, file, fault))) return false
    await emitIn(db, orgId, documentEvents.updated, file.document_id, {
      change: fault === null ? 'file intact again' : 'file damaged',
    })
    return true
  })
  if (hasChanged && fault !== null)
    log.error({ org_id: orgId, documentId: file.document_id, file: file.kind, fault }, 'a stored file of a document is damaged')
}
