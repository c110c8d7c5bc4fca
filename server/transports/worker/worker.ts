import type { JobContext } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { AnyJob } from '#core/jobs/job.ts'
import { waitsWhileOff } from '#core/jobs/paused-jobs.ts'
import { makeNap } from '#core/jobs/poll-timer.ts'
import type { Queue } from '#core/jobs/queue.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Http } from '#core/outbound/http.ts'
import type { Vault } from '#core/vault.ts'
import type { Within } from '#core/within.ts'
import type { Database } from '#db/connect.ts'
import { isDatabaseAway } from '#db/connect.ts'
import { openTelling } from '#domains/connections/webhooks/telling.ts'
import { joinLeads } from '#domains/crm/contacts/lead-joins.ts'
import { tellDeadWork } from '#domains/platform/background-jobs/tell-dead-work.ts'
import type { Ports } from '#ports/ports.ts'

export interface Worker {
  stop(): Promise<void>
}

/**
 * Works on jobs, and follows the log of events: to keep the words up to date by which things are found, to join people whom a
 * lead shows to be one, and to tell other programs what happened.
 */
export const openWorker = async (parts: {
  jobs: readonly AnyJob[]
  queue: Queue
  database: Database
  ports: Ports
  log: Log
  metrics: Metrics
  now: () => Date
  vault: Vault
  within: Within
  settings: JobContext['settings']
  http: Http
}): Promise<Worker> => {
  const enqueueIn: JobContext['enqueueIn'] = (db, job, data, startAfter) => parts.queue.send(db, job, data, startAfter)
  const makeContext = (jobId: string, signal: AbortSignal): JobContext => ({
    ports: parts.ports,
    log: parts.log,
    now: parts.now,
    newId,
    vault: parts.vault,
    within: parts.within,
    settings: parts.settings,
    inOrg: parts.database.inOrg,
    db: parts.database.db,
    jobId,
    signal,
    emitIn: recordEvent,
    enqueueIn,
  })
  await parts.queue.work(parts.jobs.map(waitsWhileOff), makeContext, parts.metrics, tellDeadWork)
  const indexing = follow(parts.log, 'words could not be indexed', () => indexWords(parts.database))
  const joining = follow(parts.log, 'the people of leads could not be joined', () => joinLeads(parts.database, eventsAtOnce))
  const telling = openTelling({
    ...parts,
    publicUrl: parts.settings.publicUrl,
    enqueueIn,
  })

  return {
    async stop() {
      await Promise.all([parts.queue.stop(), indexing.stop(), joining.stop(), telling.stop()])
    },
  }
}

/** Events of one go: about 60 ms of work, so that it never holds its place long. */
const eventsAtOnce = 1_000
/** How far behind the words are when nothing waits: a lead is found within this. */
const idleMs = 300

const indexWords = async (database: Database): Promise<number> => {
  const { rows } = await database.pool.query<{ seen: number }>({
    name: 'index_words',
    text: 'select foyer.index_words($1) as seen',
    values: [eventsAtOnce],
  })
  return rows[0]?.seen ?? 0
}

/** Does what is next in the log of events, and again when there is more; `next` answers how many events it read. */
const follow = (log: Log, trouble: string, next: () => Promise<number>) => {
  let stopping = false
  const nap = makeNap(idleMs)

  const run = async (): Promise<void> => {
    while (!stopping) {
      let seen = 0
      try {
        seen = await next()
      } catch (error) {
        if (!isDatabaseAway(error)) log.error({ err: error }, trouble)
      }
      if (seen === eventsAtOnce || stopping) continue
      await nap.take()
    }
  }
  const ended = run()

  return {
    async stop() {
      stopping = true
      nap.wake()
      await ended
    },
  }
}
