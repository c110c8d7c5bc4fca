import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Failure } from '#core/errors.ts'
import { isDatabaseAway } from '#db/connect.ts'
import type { OAuthGrant } from '#ports/oauth.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { setConnectionStatus } from './connection-health.ts'
import { lockConnection } from './connections.ts'
import { changeCredentials, credentialsOf, openCredentials } from './credentials.ts'
import { connectionErrors } from './errors.ts'
import { acquireLease, findRenewal, type Lease, leaseSeconds, pauseSeconds, releaseLease } from './token-renewals.ts'
import { type AccessToken, isSoonOver, livesFor, needsConsent, openOAuth, type TokenContext, tokenOf } from './tokens.ts'
import { isResting } from './usable-connections.ts'

/** A token valid for at least so long is good enough while another caller renews it. */
const stillGoodMs = 5_000

/** How long other callers wait for a renewal. */
const waitMs = (leaseSeconds + 5) * 1_000

/** How long new tokens are held on to while the database is away: at many services they are the only ones that are good. */
const storeAgainMs = [100, 400, 1_500, 4_000, 8_000]

/** Why it is renewed: it expires soon, a test was requested, or the service rejects this one. */
type Reason = 'due' | 'wanted' | { readonly refused: string }

const underWay = new WeakMap<object, Map<string, Promise<AccessToken>>>()

/** Within a process, those who wait for the same wait as one: a hundred of them would ask the database a hundred times. */
export const renewOnce = (context: TokenContext, connectionId: string, reason: Reason): Promise<AccessToken> => {
  const all = underWay.get(context.ports) ?? new Map<string, Promise<AccessToken>>()
  underWay.set(context.ports, all)
  const key = `${typeof reason === 'string' ? reason : 'refused'} ${context.orgId} ${connectionId}`
  const running = all.get(key)
  if (running) return running
  const mine = renewOrWait(context, connectionId, reason).finally(() => all.delete(key))
  all.set(key, mine)
  return mine
}

const renewOrWait = async (context: TokenContext, connectionId: string, reason: Reason): Promise<AccessToken> => {
  const giveUpAt = performance.now() + waitMs
  let pauseMs = 20
  for (;;) {
    const next = await decide(context, connectionId, reason)
    if ('token' in next) return next
    if ('failure' in next) throw next.failure
    if ('lease' in next) {
      const done = await renew(context, next.lease)
      if (done !== 'look again') return done
      continue
    }
    if (performance.now() > giveUpAt) throw new Failure(connectionErrors.provider_unreachable, { retryAfterSeconds: 5 })
    await sleep(pauseMs)
    pauseMs = Math.min(500, pauseMs * 2)
  }
}

type Decision = AccessToken | { readonly failure: Failure } | { readonly lease: Lease } | { readonly wait: true }

/** One short transaction with the row locked: is there a token, is it being renewed, is it for us to do? */
const decide = (context: TokenContext, connectionId: string, reason: Reason): Promise<Decision> =>
  context.inOrg(async (db) => {
    const { orgId } = context
    const row = await lockConnection(db, orgId, connectionId)
    if (!row || row.status === 'disconnected' || row.kind !== 'oauth')
      return { failure: new Failure(connectionErrors.connection_not_found) }
    if (isResting(row)) return { failure: new Failure('sandbox_is_off') }
    if (row.status === 'needs_reauth') return { failure: needsConsent(row.last_error) }
    // What was recorded for other credentials, before a new consent, says nothing of these.
    const found = await findRenewal(db, orgId, connectionId)
    const before = found?.version === row.version ? found : undefined
    const left = livesFor(row, context.now())
    const isDue = isSoonOver(row, context.now())
    if (isRenewed(reason, { token: tokenOf(context, row).token, isDue, isFresh: before?.is_fresh ?? false }))
      return tokenOf(context, row)

    const { refreshToken } = openCredentials(context.vault, row)
    if (!refreshToken) {
      if (left > 0 && typeof reason === 'string') return tokenOf(context, row)
      const words = 'Its token has expired, and the service issued no refresh token.'
      await setConnectionStatus(db, orgId, connectionId, 'needs_reauth', words)
      return { failure: needsConsent(words) }
    }
    const isGoodEnough = reason === 'due' && left > stillGoodMs
    if (before?.is_leased) return isGoodEnough ? tokenOf(context, row) : { wait: true }
    if (before?.pause_seconds && reason !== 'wanted')
      return isGoodEnough
        ? tokenOf(context, row)
        : { failure: new Failure(connectionErrors.provider_unreachable, { retryAfterSeconds: before.pause_seconds }) }
    const holder = await acquireLease(db, row, before?.failures ?? 0)
    const isTakenOver = before !== undefined && before.holder !== null
    return { lease: { holder, row, refreshToken, isTakenOver, failures: before?.failures ?? 0 } }
  })

/** Whether another caller has already done what this one came for. */
const isRenewed = (reason: Reason, now: { token: string; isDue: boolean; isFresh: boolean }): boolean => {
  if (reason === 'due') return !now.isDue
  return reason === 'wanted' ? now.isFresh : now.token !== reason.refused
}

/** Asks the service, with no transaction open, and stores what it gave. */
const renew = async (context: TokenContext, lease: Lease): Promise<AccessToken | 'look again'> => {
  const { row } = lease
  let grant: OAuthGrant
  try {
    grant = await openOAuth(context, row).refresh(lease.refreshToken)
  } catch (error) {
    return recordFailure(context, lease, error)
  }
  const outcome = await withRetries(() => store(context, lease, grant))
  if (outcome === 'stored') return { token: grant.accessToken, expiresAt: grant.expiresAt }
  // Disconnected meanwhile: a token without a holder must be revoked.
  if (outcome === 'disconnected')
    await openOAuth(context, row)
      .revoke(grant)
      .catch(() => {})
  return 'look again'
}

/** Compare and swap: new tokens take the place of those that they were got with, and of no others. */
const store = (
  context: TokenContext,
  { row, holder }: Lease,
  grant: OAuthGrant,
): Promise<'stored' | 'disconnected' | 'replaced'> =>
  context.inOrg(async (db) => {
    const held = await lockConnection(db, row.org_id, row.id)
    if (!held || held.status === 'disconnected') return 'disconnected'
    if (held.version !== row.version) return 'replaced'
    await changeCredentials(db, context.vault, held, credentialsOf(grant), grant.expiresAt)
    await setConnectionStatus(db, row.org_id, row.id, 'connected', null)
    await db
      .updateTable('token_renewals')
      .set({
        // The new holder keeps the lease, and will find that the credentials have changed.
        holder: sql`nullif(holder, ${holder}::uuid)`,
        version: row.version + 1,
        renewed_at: sql`clock_timestamp()`,
        failed_at: null,
        failures: 0,
        reason: null,
      })
      .where('org_id', '=', row.org_id)
      .where('connection_id', '=', row.id)
      .execute()
    return 'stored'
  })

/**
 * The meaning of a failed renewal. `invalid_grant` can mean that another process was faster, so the row is read again; only if it
 * still has the rejected token is the consent over, without another attempt.
 */
const recordFailure = async (context: TokenContext, lease: Lease, error: unknown): Promise<AccessToken | 'look again'> => {
  if (!(error instanceof ProviderError)) {
    await withRetries(() => context.inOrg((db) => releaseLease(db, lease, 'An unexpected error occurred.')))
    throw error
  }
  const next = await withRetries(() =>
    context.inOrg(async (db): Promise<AccessToken | Failure | 'look again'> => {
      const { row } = lease
      const held = await lockConnection(db, row.org_id, row.id)
      if (!held || held.version !== row.version || held.status === 'disconnected') return 'look again'
      const renewal = await findRenewal(db, row.org_id, row.id)
      if (renewal?.holder !== lease.holder) return 'look again'
      const patienceSeconds = Math.ceil((error.retryAfterMs ?? 0) / 1_000)
      await releaseLease(db, lease, error.reason, patienceSeconds)
      if (error.kind === 'dead') {
        const words = lease.isTakenOver
          ? 'A renewal of its token was interrupted, and the old token is no longer valid.'
          : error.reason
        await setConnectionStatus(db, row.org_id, row.id, 'needs_reauth', words)
        return needsConsent(words)
      }
      if (error.kind === 'client' || error.kind === 'refused')
        await setConnectionStatus(db, row.org_id, row.id, 'error', error.reason)
      if (livesFor(held, context.now()) > stillGoodMs) return tokenOf(context, held)
      return new Failure(connectionErrors.provider_unreachable, {
        retryAfterSeconds: Math.max(patienceSeconds, pauseSeconds(lease.failures + 1)),
        cause: error,
      })
    }),
  )
  context.log.warn({ connection: lease.row.id, kind: error.kind }, 'a token could not be renewed')
  if (next instanceof Failure) throw next
  return next
}

/** The same again while the database is away, for as long as the lease may last. */
const withRetries = async <T>(work: () => Promise<T>): Promise<T> => {
  for (const ms of storeAgainMs) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      await sleep(ms)
    }
  }
  return work()
}
