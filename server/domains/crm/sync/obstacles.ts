import { Failure } from '#core/errors.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { titleOf } from '#domains/connections/connections/providers.ts'
import { pauseSeconds } from '#domains/connections/connections/token-renewals.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { StandsStill } from './rounds.ts'
import type { SyncJob } from './sync-jobs.ts'

/** What is to be done about an error, and what people see of it. */
export interface Obstacle {
  readonly condition: 'waiting_for_limit' | 'needs_reauth' | 'stalled' | 'running'
  readonly reason: string
  /** Until it is tried again; null: not before a person has done something. */
  readonly waitMs: number | null
  /** The time until then does not count as standing still: the vendor said how long, or a person is asked. */
  readonly isTold?: boolean
}

/** A shorter wait is the vendor's pace: one after the other without a step forward for ten minutes is standing still. */
const shortWaitMs = 60_000

/** `isConnectedAnew`: since the run began, so that a refusal is of what was replaced. */
export const obstacleOf = (
  error: unknown,
  { provider, tries }: Pick<SyncJob, 'provider' | 'tries'>,
  isConnectedAnew: boolean,
): Obstacle => {
  const found = findObstacle(error, titleOf(provider), tries)
  return found.condition === 'needs_reauth' && isConnectedAnew ? { ...found, condition: 'running', waitMs: 1_000 } : found
}

const findObstacle = (error: unknown, title: string, tries: number): Obstacle => {
  if (error instanceof StandsStill) return { condition: 'stalled', reason: `${title}: ${error.message}`, waitMs: 60_000 }
  if (error instanceof ProviderError) {
    if (error.kind === 'busy') {
      const waitMs = Math.max(1_000, error.retryAfterMs ?? 10_000)
      const isTold = error.retryAfterMs !== null && waitMs >= shortWaitMs
      return { condition: 'waiting_for_limit', reason: `${title} limits requests.`, waitMs, isTold }
    }
    if (error.kind === 'dead' || error.kind === 'credentials')
      return { condition: 'needs_reauth', reason: refusalOf(title, error), waitMs: null, isTold: true }
    return {
      condition: 'running',
      reason: error.reason,
      waitMs: Math.max(pauseSeconds(tries) * 1_000, error.retryAfterMs ?? 0),
    }
  }
  if (error instanceof Failure && needsPerson.has(error.code)) {
    const reason = error.cause instanceof ProviderError ? refusalOf(title, error.cause) : error.message
    return { condition: 'needs_reauth', reason, waitMs: null, isTold: true }
  }
  if (error instanceof Failure) return { condition: 'running', reason: error.message, waitMs: pauseSeconds(tries) * 1_000 }
  return {
    condition: 'running',
    reason: 'Something went wrong on this server; its log has the details.',
    waitMs: pauseSeconds(tries) * 1_000,
  }
}

/** What the vendor said, which permission is missing, and what to do about it: not each of these is mended by another consent. */
const refusalOf = (title: string, { kind, reason, lacks }: ProviderError): string => {
  if (kind === 'dead') return `${title} no longer accepts the connection. Connect it again.`
  const said = /[.!?…]$/.test(reason) ? reason : `${reason}.`
  if (lacks === null) return `${said} Connect ${title} again.`
  return said.includes(lacks)
    ? `${said} Allow it in ${title}, or connect ${title} with more permissions, then try again.`
    : `${said} The permission ${lacks} is missing. Allow it in ${title}, or connect ${title} with more permissions, then try again.`
}

/** What a person must do something about first. */
const needsPerson: ReadonlySet<string> = new Set([
  connectionErrors.connection_needs_consent.code,
  connectionErrors.provider_credentials.code,
])
