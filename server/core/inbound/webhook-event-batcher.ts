import { type Database, isDatabaseAway } from '#db/connect.ts'
import { Failure } from '../errors.ts'
import type { Queue } from '../jobs/queue.ts'
import { type Proven, readInboxJob, storeRequests } from './webhook-events.ts'

/** As many are stored in one transaction. */
const mostTogether = 100
/** As many, and as much, may wait for one organization: seconds of the greatest burst. What comes beyond is sent again by its provider. */
const mostWaiting = 2_000
const mostWaitingBytes = 64 * 1024 * 1024

interface Waiting {
  readonly proven: Proven
  readonly done: () => void
  readonly fail: (error: unknown) => void
}

/**
 * Stores requests with their jobs, those of one organization one transaction after the other: what comes meanwhile goes together in
 * the next. So a burst of one takes one connection, whatever its rate, and the others find the rest.
 */
export const makeInboxLine = ({ database, queue }: { database: Database; queue: Queue }) => {
  const lines = new Map<string, { waiting: Waiting[]; bytes: number }>()

  const keep = (orgId: string, requests: readonly Proven[]): Promise<void> =>
    database.inOrg(orgId, async (db) => {
      const ids = await storeRequests(db, orgId, requests)
      await queue.sendAll(
        db,
        readInboxJob,
        ids.map((inboxId) => ({ orgId, inboxId })),
      )
    })

  const keepAll = async (orgId: string, batch: readonly Waiting[]): Promise<void> => {
    try {
      await keep(
        orgId,
        batch.map(({ proven }) => proven),
      )
      for (const { done } of batch) done()
    } catch (error) {
      if (batch.length === 1 || isDatabaseAway(error)) for (const { fail } of batch) fail(error)
      // One that cannot be stored takes no other with it.
      else for (const each of batch) await keepAll(orgId, [each])
    }
  }

  const work = async (orgId: string, line: { waiting: Waiting[]; bytes: number }): Promise<void> => {
    while (line.waiting.length > 0) {
      const batch = line.waiting.splice(0, mostTogether)
      await keepAll(orgId, batch)
      for (const { proven } of batch) line.bytes -= proven.request.body.length
    }
    lines.delete(orgId)
  }

  return {
    /** Resolves when it is stored, or was here already. */
    store: (orgId: string, proven: Proven): Promise<void> =>
      new Promise((done, fail) => {
        const known = lines.get(orgId)
        const line = known ?? { waiting: [], bytes: 0 }
        if (line.waiting.length >= mostWaiting || line.bytes > mostWaitingBytes) {
          fail(new Failure('unavailable', { retryAfterSeconds: 2 }))
          return
        }
        line.waiting.push({ proven, done, fail })
        line.bytes += proven.request.body.length
        if (known) return
        lines.set(orgId, line)
        void work(orgId, line)
      }),
  }
}
