import type { Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { cut } from '#shapes/texts.ts'
import { keepConnection, planNextRun } from './accounts.ts'
import { reviewEvents } from './events.ts'
import { readReviewsReference } from './job-references.ts'
import { reviewNotices } from './notices.ts'
import { changeRun, findRun, lockOpenRun, type ReviewRun } from './runs.ts'

/** The connection has ended. */
export class Disconnected extends Error {}

/** After so many tries without a step forward it is given up: the next hour begins another. */
const mostTries = 8
/** Longer than this is not waited for either. */
const longestWaitMs = 15 * 60_000

/** Two seconds, doubled each time, a minute at the most. */
const pauseMs = (tries: number): number => Math.min(60_000, 1_000 * 2 ** Math.min(tries, 6))

/** What is to be done about an error, and what people see of it. */
interface Obstacle {
  readonly code: string
  readonly reason: string
  /** Until it is tried again; null: it is over. */
  readonly waitMs: number | null
  /** A person must do something first. */
  readonly needsPerson?: true
}

const consentCodes: ReadonlySet<string> = new Set([
  connectionErrors.connection_needs_consent.code,
  connectionErrors.provider_credentials.code,
])

export const needsConsent = (error: unknown): boolean =>
  (error instanceof ProviderError && (error.kind === 'credentials' || error.kind === 'dead')) ||
  (error instanceof Failure && consentCodes.has(error.code))

export const isDisconnected = (error: unknown): boolean =>
  error instanceof Disconnected || (error instanceof Failure && error.code === connectionErrors.connection_not_found.code)

const obstacleOf = (error: unknown, tries: number): Obstacle => {
  if (isDisconnected(error)) return { code: 'disconnected', reason: 'Google was disconnected.', waitMs: null }
  if (needsConsent(error)) {
    const reason = 'Google no longer accepts the connection. Connect it again on the page Reviews.'
    return { code: 'needs_consent', reason, waitMs: null, needsPerson: true }
  }
  if (error instanceof ProviderError && error.code === 'quota_zero') {
    const reason = `${error.reason} Apply for access in Google Cloud; it is tried again every hour.`
    return { code: 'quota_zero', reason, waitMs: null, needsPerson: true }
  }
  const reason = reasonOf(error)
  if (error instanceof ProviderError && error.isPermanent) return { code: 'refused', reason, waitMs: null, needsPerson: true }
  const waitMs = error instanceof ProviderError ? Math.max(pauseMs(tries), error.retryAfterMs ?? 0) : pauseMs(tries)
  const isOver = tries >= mostTries || waitMs > longestWaitMs
  return { code: isOver ? 'given_up' : 'waiting', reason, waitMs: isOver ? null : waitMs }
}

export const reasonOf = (error: unknown): string => {
  if (error instanceof ProviderError) return error.kind === 'busy' ? 'Google is rate limiting requests.' : error.reason
  if (error instanceof Failure) return error.message
  return 'Something went wrong on this server; its log has the details.'
}

/** Notes what stands in the way of a run, and when it goes on; or that it is over. */
export const settleRun = async (context: JobContext, orgId: string, runId: string, error: unknown): Promise<void> => {
  const isKnown = error instanceof ProviderError || error instanceof Failure || error instanceof Disconnected
  context.log[isKnown ? 'info' : 'error']({ err: error, run_id: runId }, 'reviews could not be read')
  await context.inOrg(orgId, async (db) => {
    const found = await findRun(db, orgId, runId)
    if (!found) return
    await keepConnection(db, orgId, found.connection_id)
    const run = await lockOpenRun(db, orgId, runId)
    if (!run) return
    const obstacle = obstacleOf(error, run.tries)
    const now = context.now()
    if (obstacle.waitMs === null) {
      // Without a consent there is nothing to ask for every hour.
      if (obstacle.code === 'needs_consent' || obstacle.code === 'disconnected')
        await planNextRun(db, orgId, run.connection_id, null)
      return failRun(db, run, { ...obstacle, now })
    }
    const resumesAt = new Date(now.getTime() + obstacle.waitMs)
    await changeRun(db, run, { status: 'waiting', reason: obstacle.reason, code: obstacle.code, resumes_at: resumesAt })
    await recordEvent(db, orgId, reviewEvents.synced, run.id, { change: 'waiting', code: obstacle.code })
    await context.enqueueIn(db, readReviewsReference, { orgId, runId }, { inMs: obstacle.waitMs })
  })
}

/** Ends a run that the caller holds without its success. What it has stored stays. */
export const failRun = async (
  db: Db,
  run: ReviewRun,
  { code, reason, needsPerson, now }: Omit<Obstacle, 'waitMs'> & { readonly now: Date },
): Promise<void> => {
  const shown = cut(reason, 500)
  await changeRun(db, run, { status: 'failed', code, reason: shown, resumes_at: null, completed_at: now })
  await recordEvent(db, run.org_id, reviewEvents.synced, run.id, { change: 'failed', code })
  if (needsPerson)
    await raiseNotice(db, run.org_id, {
      notice: reviewNotices.review_sync_stopped,
      subjectId: run.connection_id,
      facts: { reason: shown },
    })
}
