import type { Dispatch } from '#core/actions/dispatch.ts'
import type { Limits } from '#core/actions/rate-limits.ts'
import type { JobContext } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import type { AnyReaction } from '#core/events/reaction.ts'
import { followReactions } from '#core/events/runner.ts'
import { newId } from '#core/ids.ts'
import type { AnyJob } from '#core/jobs/job.ts'
import { waitsWhileOff } from '#core/jobs/paused-jobs.ts'
import { restMs } from '#core/jobs/poll-timer.ts'
import type { Queue } from '#core/jobs/queue.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import type { Http } from '#core/outbound/http.ts'
import { makeTogether } from '#core/together.ts'
import type { Vault } from '#core/vault.ts'
import type { Within } from '#core/within.ts'
import type { Database } from '#db/connect.ts'
import { openEngine } from '#domains/automation/workflows/engine.ts'
import { fanOut } from '#domains/connections/webhooks/fan-out.ts'
import { openSender } from '#domains/connections/webhooks/sender.ts'
import { openListener } from '#domains/conversations/mail/listener.ts'
import { notifyDeadWork } from '#domains/platform/background-jobs/tell-dead-work.ts'
import type { Ports } from '#ports/ports.ts'

export interface Worker {
  stop(): Promise<void>
}

/** Works on jobs, runs reactions to what happened, sends what webhooks are to say, and listens to mailboxes. */
export const openWorker = async (parts: {
  /** For the steps of workflows: they call actions as others do. */
  dispatch: Dispatch
  limits: Limits
  jobs: readonly AnyJob[]
  reactions: readonly AnyReaction[]
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
  const together = makeTogether(parts.database.inOrg)
  const enqueueIn: JobContext['enqueueIn'] = (db, job, data, start) => parts.queue.send(db, job, data, start)
  const makeContext = (jobId: string, signal: AbortSignal): JobContext => ({
    ports: parts.ports,
    log: parts.log,
    now: parts.now,
    newId,
    vault: parts.vault,
    within: parts.within,
    together,
    settings: parts.settings,
    inOrg: parts.database.inOrg,
    db: parts.database.db,
    jobId,
    signal,
    emitIn: recordEvent,
    enqueueIn,
  })
  await parts.queue.work(parts.jobs.map(waitsWhileOff), makeContext, parts.metrics, notifyDeadWork)
  const sender = openSender({ ...parts, publicUrl: parts.settings.publicUrl, enqueueIn, restMs })
  const following = followReactions({ ...parts, enqueueIn, restMs }, parts.reactions, (name) => {
    if (name === fanOut.name) sender.wake()
  })
  const listener = openListener({ ...parts, makeContext })
  const engine = openEngine({ ...parts, together, enqueueIn })
  parts.queue.onNews(following.wake)
  parts.queue.onNews(sender.wake)
  parts.queue.onNews(listener.wake)
  parts.queue.onNews(engine.wake)

  return {
    async stop() {
      await Promise.all([engine.stop(), parts.queue.stop(), listener.stop(), following.stop().then(() => sender.stop())])
    },
  }
}
