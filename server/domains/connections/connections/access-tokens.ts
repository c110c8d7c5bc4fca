import { setTimeout as sleep } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { AskingContext, BaseContext, Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { isDatabaseAway } from '#db/connect.ts'
import type { Tables } from '#db/tables.ts'
import type { OAuthGrant } from '#ports/oauth.ts'
import type { Ports } from '#ports/ports.ts'
import { ProviderError } from '#ports/provider-error.ts'
import {
  type ConnectionMode,
  type ConnectionRow,
  changeCredentials,
  findConnection,
  holdConnection,
  isResting,
  openCredentials,
  setConnectionStatus,
} from './connections.ts'
import { connectionErrors } from './errors.ts'

/** A token that ends within this time is renewed before it is used. */
const renewBeforeMs = 60_000
/** One that lives at least so long is good enough while somebody else renews it. */
const stillGoodMs = 5_000
/** Whoever asks the service for longer is taken for dead. A call takes ten seconds at the most, and storing has its own patience. */
const leaseSeconds = 45
/** How long others wait for whoever renews. */
const waitMs = (leaseSeconds + 5) * 1_000
/** A renewal by hand so soon after another one is the same one: of twenty at once, one asks the service. */
const sameRenewalSeconds = 10
/** After a failure that may pass: two seconds, doubled each time, a minute at the most. */
const pauseSeconds = (failures: number): number => Math.min(60, 2 ** Math.min(failures, 6))
/** How long new tokens are held on to while the database is away: at many services they are the only ones that are good. */
const storeAgainMs = [100, 400, 1_500, 4_000, 8_000]

/** What is needed to hand out a token. A transaction of `inOrg` is short; none is open while the service is asked. */
export interface TokenContext extends Pick<BaseContext, 'vault' | 'now' | 'log'> {
  readonly orgId: string
  readonly ports: Pick<Ports, 'oauth'>
  inOrg<T>(work: (db: Db) => Promise<T>): Promise<T>
}

/** The context of an action that asks a provider, for handing out tokens. */
export const inAction = (context: AskingContext): TokenContext => ({
  ...pick(context),
  orgId: context.org.id,
  inOrg: (work) => context.inOrg(({ db }) => work(db)),
})

/** The same of a job, for one organization. */
export const inJob = (context: JobContext, orgId: string): TokenContext => ({
  ...pick(context),
  orgId,
  inOrg: (work) => context.inOrg(orgId, work),
})

const pick = ({ ports, vault, now, log }: Pick<BaseContext, 'ports' | 'vault' | 'now' | 'log'>) => ({ ports, vault, now, log })

export interface AccessToken {
  readonly token: string
  /** Null where it has no end. */
  readonly expiresAt: Date | null
}

/**
 * A token that is good for a minute at least, or as long as there is one. Any number may ask at once, in any number of
 * processes: the service is asked once. Throws `connection_needs_consent` when a person must consent again, and
 * `provider_unreachable` when the service cannot be asked now and no token is left.
 */
export const accessToken = async (context: TokenContext, connectionId: string): Promise<string> => {
  const row = await context.inOrg((db) => findConnection(db, context.orgId, connectionId))
  if (!row || row.status === 'disconnected') throw new Failure(connectionErrors.connection_not_found)
  if (isResting(row)) throw new Failure('sandbox_is_off')
  if (row.status !== 'needs_reauth' && livesFor(row, context.now()) > renewBeforeMs) return tokenOf(context, row).token
  return (await together(context, connectionId, 'due')).token
}

/** A new token although the old one is good, because somebody asked for it. */
export const renewAccessToken = (context: TokenContext, connectionId: string): Promise<AccessToken> =>
  together(context, connectionId, 'wanted')

/**
 * Calls a service in somebody's name. A token that it does not take although its time is not over, which it says by an
 * ProviderError of the kind `dead`, is renewed, and the call made once more.
 */
export const withAccessToken = async <T>(
  context: TokenContext,
  connectionId: string,
  work: (token: string) => Promise<T>,
): Promise<T> => {
  const token = await accessToken(context, connectionId)
  try {
    return await work(token)
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === 'dead')) throw error
    return work((await together(context, connectionId, { refused: token })).token)
  }
}

/** Whose account a connection is for, by asking the service: a call that changes nothing. */
export const whoseConnection = async (context: TokenContext, row: ConnectionRow): Promise<string> =>
  (await withAccessToken(context, row.id, (token) => openOAuth(context, row).whose(token))).account

/** Why it is renewed: its time is nearly over, somebody wants to see that it works, or the service does not take this one. */
type Reason = 'due' | 'wanted' | { readonly refused: string }

const underWay = new WeakMap<object, Map<string, Promise<AccessToken>>>()

/** Within a process, those who wait for the same wait as one: a hundred of them would ask the database a hundred times. */
const together = (context: TokenContext, connectionId: string, reason: Reason): Promise<AccessToken> => {
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

/** The right to ask the service for one connection, while it lasts. */
interface Lease {
  readonly holder: string
  readonly row: ConnectionRow
  readonly refreshToken: string
  /** Somebody held it before and was never heard of again: what the service gave them, if anything, is lost. */
  readonly isTakenOver: boolean
  /** How often it failed before, in a row. */
  readonly failures: number
}

type Decision = AccessToken | { readonly failure: Failure } | { readonly lease: Lease } | { readonly wait: true }

/** One short transaction with the row held: is there a token, does somebody renew it, is it for us to do? */
const decide = (context: TokenContext, connectionId: string, reason: Reason): Promise<Decision> =>
  context.inOrg(async (db) => {
    const { orgId } = context
    const row = await holdConnection(db, orgId, connectionId)
    if (!row || row.status === 'disconnected' || row.kind !== 'oauth')
      return { failure: new Failure(connectionErrors.connection_not_found) }
    if (isResting(row)) return { failure: new Failure('sandbox_is_off') }
    if (row.status === 'needs_reauth') return { failure: needsConsent(row.last_error) }
    // What was noted of other credentials, before somebody consented again, says nothing of these.
    const found = await findRenewal(db, orgId, connectionId)
    const before = found?.version === row.version ? found : undefined
    const left = livesFor(row, context.now())
    if (isRenewed(reason, { token: tokenOf(context, row).token, left, isFresh: before?.is_fresh ?? false }))
      return tokenOf(context, row)

    const { refreshToken } = openCredentials(context.vault, row)
    if (!refreshToken) {
      if (left > 0 && typeof reason === 'string') return tokenOf(context, row)
      const words = 'Its token has ended, and the service gave none to renew it with.'
      await setConnectionStatus(db, orgId, connectionId, 'needs_reauth', words)
      return { failure: needsConsent(words) }
    }
    const isGoodEnough = reason === 'due' && left > stillGoodMs
    if (before?.is_leased) return isGoodEnough ? tokenOf(context, row) : { wait: true }
    if (before?.pause_seconds && reason !== 'wanted')
      return isGoodEnough
        ? tokenOf(context, row)
        : { failure: new Failure(connectionErrors.provider_unreachable, { retryAfterSeconds: before.pause_seconds }) }
    const holder = await takeLease(db, row, before?.failures ?? 0)
    const isTakenOver = before !== undefined && before.holder !== null
    return { lease: { holder, row, refreshToken, isTakenOver, failures: before?.failures ?? 0 } }
  })

/** Whether somebody else has done already what this caller came for. */
const isRenewed = (reason: Reason, now: { token: string; left: number; isFresh: boolean }): boolean => {
  if (reason === 'due') return now.left > renewBeforeMs
  return reason === 'wanted' ? now.isFresh : now.token !== reason.refused
}

/** Asks the service, with no transaction open, and stores what it gave. */
const renew = async (context: TokenContext, lease: Lease): Promise<AccessToken | 'look again'> => {
  const { row } = lease
  let grant: OAuthGrant
  try {
    grant = await openOAuth(context, row).refresh(lease.refreshToken)
  } catch (error) {
    return noteFailure(context, lease, error)
  }
  const outcome = await patiently(() => store(context, lease, grant))
  if (outcome === 'stored') return { token: grant.accessToken, expiresAt: grant.expiresAt }
  // Disconnected meanwhile: what nobody holds must not stay good.
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
    const held = await holdConnection(db, row.org_id, row.id)
    if (!held || held.status === 'disconnected') return 'disconnected'
    if (held.version !== row.version) return 'replaced'
    const tokens = { accessToken: grant.accessToken, ...(grant.refreshToken && { refreshToken: grant.refreshToken }) }
    await changeCredentials(db, context.vault, held, tokens, grant.expiresAt)
    await setConnectionStatus(db, row.org_id, row.id, 'connected', null)
    await db
      .updateTable('token_renewals')
      .set({
        // Whoever took over meanwhile keeps the lease, and will find that the credentials are others now.
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
 * What a failed renewal means. `invalid_grant` can mean that somebody else was faster, so the row is read again; only when it
 * still holds the token that was refused is the consent over, and nobody tries again.
 */
const noteFailure = async (context: TokenContext, lease: Lease, error: unknown): Promise<AccessToken | 'look again'> => {
  if (!(error instanceof ProviderError)) {
    await patiently(() => context.inOrg((db) => giveBack(db, lease, 'Something unexpected happened.')))
    throw error
  }
  const next = await patiently(() =>
    context.inOrg(async (db): Promise<AccessToken | Failure | 'look again'> => {
      const { row } = lease
      const held = await holdConnection(db, row.org_id, row.id)
      if (!held || held.version !== row.version || held.status === 'disconnected') return 'look again'
      const renewal = await findRenewal(db, row.org_id, row.id)
      if (renewal?.holder !== lease.holder) return 'look again'
      await giveBack(db, lease, error.reason)
      if (error.kind === 'dead') {
        const words = lease.isTakenOver
          ? 'A renewal of its token was interrupted, and the old token is no good any more.'
          : error.reason
        await setConnectionStatus(db, row.org_id, row.id, 'needs_reauth', words)
        return needsConsent(words)
      }
      if (error.kind === 'client' || error.kind === 'refused')
        await setConnectionStatus(db, row.org_id, row.id, 'error', error.reason)
      if (livesFor(held, context.now()) > stillGoodMs) return tokenOf(context, held)
      return new Failure(connectionErrors.provider_unreachable, {
        retryAfterSeconds: pauseSeconds(lease.failures + 1),
        cause: error,
      })
    }),
  )
  context.log.warn({ connection: lease.row.id, kind: error.kind }, 'a token could not be renewed')
  if (next instanceof Failure) throw next
  return next
}

/**
 * Ends a connection's consent at its service; ended already is done. Trouble is thrown as ProviderError, so that whoever
 * disconnects can forget the tokens all the same and say that the service still knows of them.
 */
export const revokeGrant = async (
  context: Pick<TokenContext, 'ports' | 'vault'>,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'provider' | 'mode' | 'credentials'>,
): Promise<void> => {
  const { accessToken: token, refreshToken } = openCredentials(context.vault, row)
  if (!token) return
  await openOAuth(context, row).revoke({ accessToken: token, refreshToken: refreshToken ?? null })
}

const openOAuth = ({ ports }: Pick<TokenContext, 'ports'>, row: Pick<ConnectionRow, 'org_id' | 'id' | 'provider' | 'mode'>) =>
  ports.oauth.open({
    orgId: row.org_id,
    connectionId: row.id,
    provider: row.provider,
    mode: row.mode as ConnectionMode,
  })

const needsConsent = (reason: string | null): Failure =>
  new Failure(connectionErrors.connection_needs_consent, reason === null ? {} : { message: reason })

const tokenOf = ({ vault }: Pick<TokenContext, 'vault'>, row: ConnectionRow): AccessToken => {
  const { accessToken: token } = openCredentials(vault, row)
  if (!token) throw new Error('a connection by consent without its token')
  return { token, expiresAt: row.expires_at }
}

/** How long its token is good, in milliseconds. */
const livesFor = (row: Pick<ConnectionRow, 'expires_at'>, now: Date): number =>
  row.expires_at === null ? Number.POSITIVE_INFINITY : row.expires_at.getTime() - now.getTime()

interface Renewal extends Selectable<Tables['token_renewals']> {
  readonly is_leased: boolean
  /** Renewed so lately that it need not be done again. */
  readonly is_fresh: boolean
  /** How long the service is to be left alone yet; null or less than one when it need not be. */
  readonly pause_seconds: number | null
}

const findRenewal = async (db: Db, orgId: string, connectionId: string): Promise<Renewal | undefined> => {
  const found = await db
    .selectFrom('token_renewals')
    .selectAll()
    .select([
      sql<boolean>`holder is not null and leased_until > clock_timestamp()`.as('is_leased'),
      sql<boolean>`coalesce(renewed_at > clock_timestamp() - make_interval(secs => ${sameRenewalSeconds}), false)`.as(
        'is_fresh',
      ),
      sql<number | null>`extract(epoch from clock_timestamp() - failed_at)::float8`.as('failed_since'),
    ])
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  if (!found) return undefined
  const { failed_since, ...renewal } = found
  const left = failed_since === null ? 0 : pauseSeconds(renewal.failures) - failed_since
  return { ...renewal, pause_seconds: left > 0 ? Math.ceil(left) : null }
}

const takeLease = async (db: Db, row: ConnectionRow, failures: number): Promise<string> => {
  const holder = newId()
  const leased = {
    holder,
    version: row.version,
    failures,
    leased_until: sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
  }
  await db
    .insertInto('token_renewals')
    .values({ org_id: row.org_id, connection_id: row.id, ...leased })
    .onConflict((conflict) => conflict.columns(['org_id', 'connection_id']).doUpdateSet(leased))
    .execute()
  return holder
}

const giveBack = async (db: Db, { row, holder }: Lease, reason: string): Promise<void> => {
  await db
    .updateTable('token_renewals')
    .set((set) => ({ holder: null, failed_at: sql`clock_timestamp()`, failures: set('failures', '+', 1), reason }))
    .where('org_id', '=', row.org_id)
    .where('connection_id', '=', row.id)
    .where('holder', '=', holder)
    .execute()
}

/** The same again while the database is away, for as long as the lease may last. */
const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
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
