import type { Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { makeGivingWay } from '#core/jobs/giving-way.ts'
import { beginInLittleMemory } from '#core/memory.ts'
import { inJob } from '#domains/connections/connections/access-tokens.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { titleOf } from '#domains/connections/connections/providers.ts'
import { pauseSeconds } from '#domains/connections/connections/token-renewals.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openCrm } from '../crm-connections/crm-access.ts'
import { leadEvents } from '../leads/events.ts'
import { syncEvents } from './events.ts'
import { recordFinished } from './finished.ts'
import { type RunData, referenceOf } from './job-references.ts'
import { syncNotices } from './notices.ts'
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
    await work({ ...(await open(context, begun)), pacing })
  } catch (error) {
    if (error instanceof RunEnded) return
    if (context.signal.aborted) throw error
    await settle(data, context, error)
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

const begin = ({ orgId, jobId }: RunData, context: JobContext): Promise<SyncJob | null> =>
  context.inOrg(orgId, async (db) => {
    const job = await lockOpenJob(db, orgId, jobId)
    if (!job) return null
    // A clock that is a little behind must not send away the run that was put off until now.
    if (job.resumes_at !== null && job.resumes_at.getTime() > context.now().getTime() + 1_000) return null
    return changeJob(db, job, {
      status: 'in_progress',
      started_at: job.started_at ?? context.now(),
      tries: job.tries + 1,
      ...(job.condition === null && { condition: 'running', condition_since: context.now() }),
      ...(job.waits_as_told && { waits_as_told: false, moved_at: context.now() }),
    })
  })

const openRun = async (context: JobContext, job: SyncJob): Promise<Omit<Run, 'pacing'>> => {
  const { org_id: orgId, connection_id: connectionId } = job
  const opened = openCrm(inJob(context, orgId), connectionId)
  const ask: Run['ask'] = (work) => work(opened)
  const settings = await context.inOrg(orgId, (db) => readSettings(db, orgId, connectionId))
  const crm = await askCrmFacts(ask, job.entities)
  const facts = await context.inOrg(orgId, (db) =>
    readRunFacts(db, job, { title: titleOf(job.provider), within: context.within, settings, crm }),
  )
  return {
    context,
    facts,
    job,
    pace: openPace(settings.share, context.now),
    ask,
  }
}

const openUndo = async (context: JobContext, job: SyncJob): Promise<Omit<Run, 'pacing'>> => {
  const facts = await context.inOrg(job.org_id, (db) => readFactsWithoutCrm(db, job, context.within))
  const ask = async () => {
    throw new Error('an undo asks the CRM nothing')
  }
  return { context, facts, job, pace: () => 0, ask }
}

/** What is to be done about an error, and what people see of it. */
interface Obstacle {
  readonly condition: 'waiting_for_limit' | 'needs_reauth' | 'stalled' | 'running'
  readonly reason: string
  /** Until it is tried again; null: not before a person has done something. */
  readonly waitMs: number | null
  /** The time until then does not count as standing still: the vendor said how long, or a person is asked. */
  readonly isTold?: boolean
}

/** A shorter wait is the vendor's pace: one after the other without a step forward for ten minutes is standing still. */
const shortWaitMs = 60_000

const obstacleOf = (error: unknown, { provider, tries }: Pick<SyncJob, 'provider' | 'tries'>): Obstacle => {
  const title = titleOf(provider)
  if (error instanceof StandsStill) return { condition: 'stalled', reason: `${title}: ${error.message}`, waitMs: 60_000 }
  if (error instanceof ProviderError) {
    if (error.kind === 'busy') {
      const waitMs = Math.max(1_000, error.retryAfterMs ?? 10_000)
      const isTold = error.retryAfterMs !== null && waitMs >= shortWaitMs
      return { condition: 'waiting_for_limit', reason: `${title} limits requests.`, waitMs, isTold }
    }
    if (error.kind === 'dead' || error.kind === 'credentials')
      return {
        condition: 'needs_reauth',
        reason: `${title} no longer accepts the connection. Connect it again.`,
        waitMs: null,
        isTold: true,
      }
    return {
      condition: 'running',
      reason: error.reason,
      waitMs: Math.max(pauseSeconds(tries) * 1_000, error.retryAfterMs ?? 0),
    }
  }
  if (error instanceof Failure && needsPerson.has(error.code))
    return { condition: 'needs_reauth', reason: error.message, waitMs: null, isTold: true }
  if (error instanceof Failure) return { condition: 'running', reason: error.message, waitMs: pauseSeconds(tries) * 1_000 }
  return {
    condition: 'running',
    reason: 'Something went wrong on this server; its log has the details.',
    waitMs: pauseSeconds(tries) * 1_000,
  }
}

/** What a person must do something about first. */
const needsPerson: ReadonlySet<string> = new Set([
  connectionErrors.connection_needs_consent.code,
  connectionErrors.provider_credentials.code,
])

const isDisconnected = (error: unknown): boolean =>
  error instanceof Failure && error.code === connectionErrors.connection_not_found.code

/** Notes what stands in the way, and when it is tried again; or that it is given up. */
const settle = async ({ orgId, jobId }: RunData, context: JobContext, error: unknown): Promise<void> => {
  const { crmStallMs, crmGiveUpMs } = context.settings
  context.log[error instanceof ProviderError || error instanceof StandsStill || error instanceof Failure ? 'info' : 'error'](
    { err: error, sync_id: jobId },
    'a sync was interrupted',
  )
  await context.inOrg(orgId, async (db) => {
    const job = await lockOpenJob(db, orgId, jobId)
    if (!job) return
    if (isDisconnected(error)) return failJob(db, job, 'disconnected', 'The CRM was disconnected.', context.now())
    const { condition, reason, waitMs, isTold = false } = obstacleOf(error, job)
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
