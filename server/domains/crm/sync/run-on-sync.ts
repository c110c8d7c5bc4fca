import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { makeGivingWay } from '#core/jobs/giving-way.ts'
import { againAfterRace, stopIfDraining } from '#core/jobs/lots.ts'
import { beginInLittleMemory } from '#core/memory.ts'
import { inJob } from '#domains/connections/connections/access-tokens.ts'
import { findConnection, lockConnection } from '#domains/connections/connections/connections.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { titleOf } from '#domains/connections/connections/providers.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openCrm } from '../crm-connections/crm-access.ts'
import { leadEvents } from '../leads/events.ts'
import { syncEvents } from './events.ts'
import { recordFinished } from './finished.ts'
import { type RunData, referenceOf } from './job-references.ts'
import { saveLabels } from './labels.ts'
import { syncNotices } from './notices.ts'
import { obstacleOf } from './obstacles.ts'
import { openPace } from './paces.ts'
import { StandsStill } from './rounds.ts'
import { askCrmFacts, readFactsWithoutCrm, readRunFacts } from './run-facts.ts'
import { readSettings } from './settings.ts'
import { changeJob, type JobPatch, lockOpenJob, type SyncJob } from './sync-jobs.ts'
import { type Run, RunEnded } from './sync-runs.ts'

/**
 * Works on a sync that is open. What stands in the way is looked at in one place (`settle`): a limit of the vendor is waited for, a lost
 * consent pauses, what may pass is tried again until it counts as stalled and at last as failed. Each of these can be seen in the sync.
 */
export const runOnSync = (data: RunData, context: JobContext, work: (run: Run) => Promise<void>): Promise<void> =>
  workOn(data, context, openRun, work)

/** The same for an undo, which asks the CRM nothing. */
export const runOnUndo = (data: RunData, context: JobContext, work: (run: Run) => Promise<void>): Promise<void> =>
  workOn(data, context, openUndo, work)

const workOn = async (
  data: RunData,
  context: JobContext,
  open: (context: JobContext, job: SyncJob) => Promise<Omit<Run, 'pacing'>>,
  work: (run: Run) => Promise<void>,
): Promise<void> => {
  const begun = await begin(data, context)
  if (!begun) return
  const pacing = makePacing(context)
  try {
    await work({ ...(await open(context, begun.job)), pacing })
  } catch (error) {
    if (error instanceof RunEnded) return
    if (context.signal.aborted) throw error
    await againAfterRace(() => settle(begun, context, error))
  } finally {
    pacing.end()
  }
}

/** A run that reads so much is worth a moment in which everything stands still: what is behind it passes in little memory. */
const manyLots = 4
/** Pages are much garbage of little data: with less young memory, half of a run's time would go into collections. */
const youngBytes = 32 * 2 ** 20

/** Records of a lot. Small ones cost a third more for each record, and leave the database to others every 20 ms. */
const lotOfRecords = { most: 600, least: 100 } as const

const makePacing = (context: JobContext) => {
  const givingWay = makeGivingWay(context, { to: leadEvents.received, ...lotOfRecords })
  let lots = 0
  let end: (() => void) | undefined
  return {
    size: givingWay.size,
    rest(workedMs: number): Promise<void> {
      if (++lots === manyLots) end = beginInLittleMemory(youngBytes)
      return givingWay.rest(workedMs)
    },
    end: (): void => end?.(),
  }
}

interface Begun {
  readonly job: SyncJob
  /** When the CRM was connected, or connected again. */
  readonly connectedAt: Date | null
}

const begin = ({ orgId, jobId }: RunData, context: JobContext): Promise<Begun | null> =>
  context.inOrg(orgId, async (db) => {
    const found = await lockOpenJob(db, orgId, jobId)
    if (!found) return null
    // A clock that is a little behind must not send away the run that was put off until now.
    if (found.resumes_at !== null && found.resumes_at.getTime() > context.now().getTime() + 1_000) return null
    // Only who connects the CRM again, or resumes the sync, ends this pause: another call would be refused for the same reason.
    if (found.condition === 'needs_reauth' && found.resumes_at === null) return null
    const isAnew = found.condition === null || found.waits_as_told
    const job = await changeJob(db, found, {
      status: 'in_progress',
      started_at: found.started_at ?? context.now(),
      tries: found.tries + 1,
      ...(isAnew && { condition: 'running', condition_since: context.now(), reason: null, resumes_at: null }),
      ...(found.waits_as_told && { waits_as_told: false, moved_at: context.now() }),
    })
    const connection = await findConnection(db, orgId, job.connection_id)
    return { job, connectedAt: connection?.connected_at ?? null }
  })

const openRun = async (context: JobContext, job: SyncJob): Promise<Omit<Run, 'pacing'>> => {
  const { org_id: orgId, connection_id: connectionId } = job
  const opened = openCrm(inJob(context, orgId), connectionId)
  const settings = await context.inOrg(orgId, (db) => readSettings(db, orgId, connectionId))
  const pace = openPace(settings.share, context.now)
  const ask: Run['ask'] = async (work) => {
    const waitMs = pace.pauseMs()
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: context.signal }).catch(() => {})
    stopIfDraining(context)
    const answered = await work(opened)
    pace.see(await opened.left())
    return answered
  }
  const crm = await askCrmFacts(ask, job.entities)
  const facts = await context.inOrg(orgId, async (db) => {
    const read = await readRunFacts(db, job, { title: titleOf(job.provider), within: context.within, settings, crm })
    await saveLabels(db, read)
    return read
  })
  return { context, facts, job, pauseMs: pace.pauseMs, ask }
}

const openUndo = async (context: JobContext, job: SyncJob): Promise<Omit<Run, 'pacing'>> => {
  const facts = await context.inOrg(job.org_id, (db) => readFactsWithoutCrm(db, job, context.within))
  const ask = async () => {
    throw new Error('an undo asks the CRM nothing')
  }
  return { context, facts, job, pauseMs: () => 0, ask }
}

const isDisconnected = (error: unknown): boolean =>
  error instanceof Failure && error.code === connectionErrors.connection_not_found.code

/** Notes what stands in the way, and when it is tried again; or that it is given up. */
const settle = async ({ job: begun, connectedAt }: Begun, context: JobContext, error: unknown): Promise<void> => {
  const { org_id: orgId, id: jobId, connection_id: connectionId } = begun
  const { crmStallMs, crmGiveUpMs } = context.settings
  context.log[error instanceof ProviderError || error instanceof StandsStill || error instanceof Failure ? 'info' : 'error'](
    { err: error, sync_id: jobId },
    'a sync was interrupted',
  )
  await context.inOrg(orgId, async (db) => {
    const connection = await lockConnection(db, orgId, connectionId)
    const job = await lockOpenJob(db, orgId, jobId)
    if (!job) return
    if (isDisconnected(error)) return failJob(db, job, 'disconnected', 'The CRM was disconnected.', context.now())
    const isConnectedAnew = connection !== undefined && connection.connected_at.getTime() !== connectedAt?.getTime()
    const { condition, reason, waitMs, isTold = false } = obstacleOf(error, job, isConnectedAnew)
    const idleMs = context.now().getTime() - job.moved_at.getTime()
    if (!isTold && idleMs > crmStallMs + crmGiveUpMs) return failJob(db, job, 'given_up', reason, context.now())
    const shown = !isTold && idleMs > crmStallMs ? 'stalled' : condition
    const patch: JobPatch = {
      ...{ condition: shown, reason, resumes_at: waitMs === null ? null : new Date(context.now().getTime() + waitMs) },
      ...(shown !== job.condition && { condition_since: context.now() }),
      waits_as_told: isTold,
    }
    await changeJob(db, job, patch)
    if (shown !== job.condition) {
      await recordEvent(db, orgId, syncEvents.changed, job.id, { provider: job.provider, change: shown, reason })
      if (shown === 'stalled' || shown === 'needs_reauth') await raiseStop(db, job, shown, reason)
    }
    if (waitMs !== null) await context.enqueueIn(db, referenceOf(job), { orgId, jobId }, { inMs: waitMs })
  })
}

/** Ends a sync that the caller holds without its success. It can be resumed. */
export const failJob = async (db: Db, job: SyncJob, code: string, reason: string, now: Date): Promise<void> => {
  await changeJob(db, job, { status: 'failed', condition: null, code, reason, resumes_at: null, completed_at: now })
  if (code === 'cancelled') await clearNotice(db, job.org_id, syncNotices.crm_sync_stopped, job.connection_id)
  else await raiseStop(db, job, 'failed', reason)
  await recordFinished(db, job, 'failed', code)
}

/** Admins see it, once for a connection, until a sync of it ends well. */
export const raiseStop = (db: Db, job: SyncJob, state: 'stalled' | 'needs_reauth' | 'failed', reason: string): Promise<void> =>
  raiseNotice(db, job.org_id, {
    notice: syncNotices.crm_sync_stopped,
    subjectId: job.connection_id,
    facts: { provider: titleOf(job.provider), state, reason },
  })
