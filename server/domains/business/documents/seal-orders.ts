import { sql } from 'kysely'
import type { Db, Enqueue } from '#core/context.ts'
import { removeDeadWork } from '#domains/platform/background-jobs/replaced-work.ts'
import { hasSameWork } from '#domains/platform/background-jobs/work.ts'
import { sealDocumentJob } from './job-references.ts'

interface Ordering {
  readonly db: Db
  readonly orgId: string
  readonly enqueue: Enqueue
}

/**
 * Orders the seal of a document again, in a transaction that holds it (`lockDocument`): where a job for it waits or runs there is no second,
 * and one that gave up is replaced. False where there is one.
 */
export const orderSealAgain = async ({ db, orgId, enqueue }: Ordering, documentId: string): Promise<boolean> => {
  const work = { name: sealDocumentJob.name, data: { orgId, documentId } }
  if (await hasSameWork(db, work)) return false
  await removeDeadWork(db, orgId, work)
  await enqueue(sealDocumentJob, work.data)
  return true
}

/** The same, where a member asks for it: a job that waits for its next try begins at once. */
export const orderSealNow = async (ordering: Ordering, documentId: string): Promise<void> => {
  const { db, orgId } = ordering
  if (await orderSealAgain(ordering, documentId)) return
  await sql`update jobs.job set start_after = now() where name = ${sealDocumentJob.name} and state in ('created', 'retry')
    and data = ${JSON.stringify({ orgId, documentId })}::jsonb`.execute(db)
}
