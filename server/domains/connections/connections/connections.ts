import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db, Enqueue } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { CallRecord } from '#core/outbound/provider-calls.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import { closeAccountOrder, findUnfinished } from '#domains/business/payments/checkouts.ts'
import { enterVoiceAccount, leaveVoiceAccount } from '#domains/conversations/voice/accounts.ts'
import { enterNumber, leaveNumber } from '#domains/conversations/whatsapp/numbers.ts'
import { readUnconnectedOrder } from '#domains/conversations/whatsapp/orders.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { connectionEvents } from './events.ts'
import { connectionNotices } from './notices.ts'
import { type ProviderName, providerOf, titleOf } from './providers.ts'
import { registerWebhookOrder, sendsWebhooks } from './webhooks.ts'

export type ConnectionRow = Selectable<Tables['connections']>

export const connectionStatuses = ['connected', 'needs_reauth', 'error', 'disconnected'] as const
/** `needs_reauth`: somebody must consent again. `error`: the provider refuses the credentials. */
export const ConnectionStatus = z.enum(connectionStatuses)
export type ConnectionStatus = z.output<typeof ConnectionStatus>

/** Whose money and whose mail it is: the real one, the provider's own test, or nobody's. */
export const ConnectionMode = z.enum(['live', 'test', 'sandbox'])
export type ConnectionMode = z.output<typeof ConnectionMode>

export type Credentials = Readonly<Record<string, string>>

/** A connection ready for use: what a provider's folder is opened with. */
export interface UsableConnection<Name extends string = string> {
  readonly orgId: string
  readonly connectionId: string
  readonly provider: Name
  readonly mode: ConnectionMode
  readonly credentials: Credentials
}

/** What sealed credentials are bound to: they open for their own connection and no other. */
export const purposeOf = (connectionId: string): string => `connection ${connectionId}`

const CredentialsShape = z.record(z.string(), z.string())

/** The credentials of a connection; none of one that was disconnected. */
export const openCredentials = (vault: Vault, row: Pick<ConnectionRow, 'id' | 'credentials'>): Credentials =>
  row.credentials === null ? {} : CredentialsShape.parse(JSON.parse(vault.open(row.credentials, purposeOf(row.id))))

const sealCredentials = (vault: Vault, connectionId: string, credentials: Credentials): string =>
  vault.seal(JSON.stringify(credentials), purposeOf(connectionId))

export const findConnection = (db: Db, orgId: string, id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom('connections').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** Finds a connection and holds it until the transaction ends: for whoever changes its credentials. */
export const holdConnection = (db: Db, orgId: string, id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom('connections').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

/** Those that are connected, or should be, oldest first; with those that were disconnected since a moment, if one is given. */
export const findConnections = (db: Db, orgId: string, endedSince?: Date): Promise<ConnectionRow[]> =>
  db
    .selectFrom('connections')
    .selectAll()
    .where('org_id', '=', orgId)
    .where((row) =>
      row.or([
        row('status', '<>', 'disconnected'),
        ...(endedSince === undefined ? [] : [row('disconnected_at', '>', endedSince)]),
      ]),
    )
    .orderBy('id')
    .execute()

/** The one of a provider that is not disconnected, newest first where there can be several. */
export const connectionOf = (db: Db, orgId: string, provider: ProviderName): Promise<ConnectionRow | undefined> =>
  db
    .selectFrom('connections')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('provider', '=', provider)
    .where('status', '<>', 'disconnected')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** The organization of a connection that a stranger names; undefined for one that there is not. */
export const orgOfConnection = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('directory.connections').select('org_id').where('id', '=', id).executeTakeFirst())?.org_id

/**
 * A row with its credentials open; null for one that was disconnected, where somebody must consent again, or that is of the
 * sandbox while that is off. For what comes in and for what is shown; whoever has work to do asks `workingOf`.
 */
export const usableOf = (vault: Vault, row: ConnectionRow): UsableConnection | null =>
  row.status === 'disconnected' || row.status === 'needs_reauth' || isResting(row)
    ? null
    : {
        orgId: row.org_id,
        connectionId: row.id,
        provider: row.provider,
        mode: ConnectionMode.parse(row.mode),
        credentials: openCredentials(vault, row),
      }

/** Of the sandbox, while that is off, or until it has secrets that nobody can work out. */
export const isResting = (row: Pick<ConnectionRow, 'status' | 'is_off' | 'has_known_secrets'>): boolean =>
  row.status !== 'disconnected' && (row.is_off || row.has_known_secrets)

/** The same for work: what cannot be done while the sandbox is off is said, and a job waits (`core/waiting.ts`). */
export const workingOf = (vault: Vault, row: ConnectionRow): UsableConnection | null => {
  if (isResting(row)) throw new Failure('sandbox_is_off')
  return usableOf(vault, row)
}

/**
 * A connection that was disconnected while checkouts of it could be paid, as long as its key is kept, as if it were connected: for
 * what asks what became of them and ends them, and never for anything new. Any other one is as it is.
 */
export const asWatched = (row: ConnectionRow): ConnectionRow =>
  row.status === 'disconnected' && row.watched_until !== null ? { ...row, status: 'connected' } : row

interface Using {
  readonly vault: Vault
  readonly enqueue: Enqueue
  readonly settings: { readonly hasSandbox: boolean }
}

/**
 * What an organization reaches a provider with. Where the sandbox is on and nothing is connected, that is a connection of the
 * sandbox, made here with its first use. Never when something else is connected, whatever state that is in: real money does not
 * turn into pretended money by itself. Null where nothing can be used, `sandbox_is_off` where only that stands in the way. Writes, so not for a transaction that only reads.
 */
export const usableConnection = async <Name extends ProviderName>(
  db: Db,
  orgId: string,
  provider: Name,
  { vault, enqueue, settings }: Using,
): Promise<UsableConnection<Name> | null> => {
  const row =
    (await connectionOf(db, orgId, provider)) ??
    (settings.hasSandbox ? await connectSandbox(db, orgId, provider, { vault, enqueue, personId: null }) : undefined)
  return row ? (workingOf(vault, row) as UsableConnection<Name> | null) : null
}

/** The connection of the sandbox, also when somebody else makes it at the same time. Undefined where a person has to consent. */
export const connectSandbox = async (
  db: Db,
  orgId: string,
  provider: ProviderName,
  { vault, enqueue, personId }: { vault: Vault; enqueue: Enqueue; personId: string | null },
): Promise<ConnectionRow | undefined> => {
  const credentials = providerOf(provider).sandboxCredentials?.()
  if (!credentials) return undefined
  const [id, account] = [newId(), 'Sandbox']
  if (await addConnection(db, vault, { orgId, id, provider, mode: 'sandbox', account, credentials, personId })) {
    await enqueue(registerWebhookOrder, { orgId, connectionId: id })
    if (provider === 'whatsapp') await enqueue(readUnconnectedOrder, { orgId, connectionId: id })
  }
  return connectionOf(db, orgId, provider)
}

export interface WantedConnection {
  readonly orgId: string
  readonly id: string
  readonly provider: ProviderName
  readonly mode: ConnectionMode
  readonly account: string | null
  /** The provider's own id of the account; null where it tells none. */
  readonly accountId?: string | null
  readonly credentials: Credentials
  readonly scopes?: readonly string[]
  /** Of the access token. */
  readonly expiresAt?: Date | null
  readonly personId: string | null
}

/** Writes a new connection. Answers whether it did: of most providers there is one at a time. */
export const addConnection = async (db: Db, vault: Vault, wanted: WantedConnection): Promise<boolean> => {
  const { orgId, id, provider, mode, account } = wanted
  const added = await db
    .insertInto('connections')
    .values({
      org_id: orgId,
      id,
      provider,
      kind: providerOf(provider).kind,
      mode,
      status: 'connected',
      account,
      account_id: wanted.accountId ?? null,
      scopes: [...(wanted.scopes ?? [])],
      credentials: sealCredentials(vault, id, wanted.credentials),
      expires_at: wanted.expiresAt ?? null,
      connected_by: wanted.personId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  await db.insertInto('directory.connections').values({ id, org_id: orgId }).execute()
  await enterDirectory(db, { orgId, id, provider, credentials: wanted.credentials })
  await recordEvent(db, orgId, connectionEvents.connected, id, { provider, mode })
  return true
}

/** Some providers' webhooks name what is theirs, and not the connection: whose that is must be known. */
const enterDirectory = async (
  db: Db,
  { orgId, id, provider, credentials }: { orgId: string; id: string; provider: string; credentials: Credentials },
): Promise<void> => {
  if (provider === 'twilio') await enterVoiceAccount(db, { orgId, connectionId: id, credentials })
  if (provider === 'whatsapp') await enterNumber(db, { orgId, connectionId: id, credentials })
}

const leaveDirectory = async (db: Db, { id, provider }: { id: string; provider: string }): Promise<void> => {
  if (provider === 'twilio') await leaveVoiceAccount(db, id)
  if (provider === 'whatsapp') await leaveNumber(db, id)
}

/**
 * Puts new credentials in the place of the old ones; the id stays, and with it the address of the webhook. What the provider
 * refused before is forgiven. The caller holds the connection.
 */
export const replaceCredentials = async (
  db: Db,
  vault: Vault,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'provider'>,
  wanted: Pick<WantedConnection, 'credentials' | 'account' | 'accountId' | 'scopes' | 'expiresAt' | 'personId'>,
): Promise<void> => {
  await db
    .updateTable('connections')
    .set((set) => ({
      credentials: sealCredentials(vault, row.id, wanted.credentials),
      account: wanted.account,
      ...(wanted.accountId && { account_id: wanted.accountId }),
      lacks: [],
      ...(wanted.scopes && { scopes: [...wanted.scopes] }),
      expires_at: wanted.expiresAt ?? null,
      connected_at: sql`now()`,
      connected_by: wanted.personId,
      webhook_tried_at: null,
      version: set('version', '+', 1),
    }))
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .execute()
  await enterDirectory(db, { orgId: row.org_id, id: row.id, provider: row.provider, credentials: wanted.credentials })
  await setConnectionStatus(db, row.org_id, row.id, 'connected', null)
}

/** Changes some of the credentials: a token that was renewed, the secret of a webhook. The caller holds the connection. */
export const changeCredentials = async (
  db: Db,
  vault: Vault,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'credentials'>,
  changes: Credentials,
  expiresAt?: Date | null,
): Promise<void> => {
  await db
    .updateTable('connections')
    .set((set) => ({
      credentials: sealCredentials(vault, row.id, { ...openCredentials(vault, row), ...changes }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
      version: set('version', '+', 1),
    }))
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .where('status', '<>', 'disconnected')
    .execute()
}

/**
 * Moves a connection to a status, with the reason in words that may be shown: no secret, no address. When it changes, that is an
 * event, and what needs somebody is raised in the app until it is over. Nothing moves what was disconnected.
 */
export const setConnectionStatus = async (
  db: Db,
  orgId: string,
  id: string,
  status: Exclude<ConnectionStatus, 'disconnected'>,
  reason: string | null,
): Promise<void> => {
  const row = await holdConnection(db, orgId, id)
  if (!row || row.status === 'disconnected' || (row.status === status && row.last_error === reason)) return
  await db
    .updateTable('connections')
    .set({ status, last_error: reason })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
  if (row.status === status) return
  const { provider, mode } = row
  if (status === 'connected') {
    await clearNotice(db, orgId, connectionNotices.connection_failed, id)
    await recordEvent(db, orgId, connectionEvents.connected, id, { provider, mode })
  } else {
    const facts = { provider: titleOf(provider), status, reason }
    await raiseNotice(db, orgId, { notice: connectionNotices.connection_failed, subjectId: id, facts })
    await recordEvent(db, orgId, connectionEvents.failed, id, { provider, mode, status, reason })
  }
}

/** The key turned out not to have a right: shown, and raised, until there is another key or a test that finds all it needs. */
export const noteLack = async (db: Db, orgId: string, id: string, right: string): Promise<void> => {
  const row = await holdConnection(db, orgId, id)
  if (!row || row.status === 'disconnected' || row.lacks.includes(right)) return
  const lacks = [...row.lacks, right]
  await db.updateTable('connections').set({ lacks }).where('org_id', '=', orgId).where('id', '=', id).execute()
  const { provider, mode } = row
  const reason = lackOf(lacks)
  const facts = { provider: titleOf(provider), status: 'error', reason }
  await raiseNotice(db, orgId, { notice: connectionNotices.connection_failed, subjectId: id, facts })
  await recordEvent(db, orgId, connectionEvents.failed, id, { provider, mode, status: 'error', reason })
}

/** What its key lacks, in words. */
export const lackOf = (lacks: readonly string[]): string => `The key lacks permissions: ${lacks.join(', ')}.`

/** A test found all that it needs. */
export const clearLacks = async (db: Db, orgId: string, id: string): Promise<void> => {
  const cleared = await db
    .updateTable('connections')
    .set({ lacks: [] })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where(sql<boolean>`cardinality(lacks) > 0`)
    .returning('id')
    .executeTakeFirst()
  if (cleared) await clearNotice(db, orgId, connectionNotices.connection_failed, id)
}

/** Longer than a payment can be on its way (`nextLook`). */
const longestWatchMs = 21 * 86_400_000

/**
 * Ends a connection, which the caller holds. It stays as a name for what was done with it; its credentials are forgotten, but
 * where checkouts of it can still be paid: those are ended with them first, and watched where they cannot be ended.
 * `immediately`: not even then. Answers how many checkouts those are.
 */
export const disconnectConnection = async (
  db: Db,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'provider' | 'mode'>,
  { enqueue, now, immediately = false }: { enqueue: Enqueue; now: Date; immediately?: boolean },
): Promise<number> => {
  const { org_id: orgId, id, provider, mode } = row
  const open = immediately || !sendsWebhooks(provider) ? 0 : (await findUnfinished(db, orgId, id)).length
  const isWatched = open > 0
  const changed = await db
    .updateTable('connections')
    .set({
      status: 'disconnected',
      ...(!isWatched && { credentials: null }),
      watched_until: isWatched ? new Date(now.getTime() + longestWatchMs) : null,
      expires_at: null,
      last_error: null,
      disconnected_at: sql`now()`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', '<>', 'disconnected')
    .returning('id')
    .executeTakeFirst()
  if (!changed) {
    if (immediately) await forgetCredentials(db, orgId, id)
    return 0
  }
  await leaveDirectory(db, { id, provider })
  await clearNotice(db, orgId, connectionNotices.connection_failed, id)
  await recordEvent(db, orgId, connectionEvents.disconnected, id, { provider, mode })
  if (isWatched) await enqueue(closeAccountOrder, { orgId, connectionId: id })
  return open
}

/** Nothing is left to watch of a connection that was disconnected. */
export const forgetCredentials = async (db: Db, orgId: string, id: string): Promise<void> => {
  await db
    .updateTable('connections')
    .set({ credentials: null, watched_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('watched_until', 'is not', null)
    .execute()
}

/** A webhook about another program on the same account: nothing to do, but the connection shows that it came. */
export const countForeignEvent = async (db: Db, orgId: string, id: string): Promise<void> => {
  await db
    .updateTable('connections')
    .set((set) => ({ other_events: set('other_events', '+', 1) }))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/**
 * Notes on a connection how calls ended, in the order in which they did: when the last one was, and what is wrong in words.
 * Credentials that are refused need somebody; one call that works takes that back. What was called before the credentials were
 * replaced says nothing of the new ones.
 */
export const noteCallOutcome = async (
  db: Db,
  orgId: string,
  connectionId: string,
  calls: readonly Pick<CallRecord, 'operation' | 'status' | 'outcome' | 'at' | 'begun'>[],
): Promise<void> => {
  const last = calls.at(-1)
  const row = await holdConnection(db, orgId, connectionId)
  if (!last || !row || row.status === 'disconnected') return
  const lastOk = calls.findLast(({ outcome }) => outcome === 'ok')
  await db
    .updateTable('connections')
    .set({
      last_call_at: sql`greatest(last_call_at, ${last.at})`,
      ...(lastOk && { last_ok_at: sql`greatest(last_ok_at, ${lastOk.at})` }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', connectionId)
    .execute()

  const ageSeconds = (performance.now() - last.begun) / 1_000
  if (await wasReplacedWithin(db, row, ageSeconds)) return
  // What a token endpoint says is about our client, and is for whoever asked it.
  if (last.operation.startsWith('oauth.')) return
  if (last.status === 401) return noteRefusal(db, row)
  if (last.outcome === 'refused' || row.status === 'needs_reauth') return
  if (last.outcome === 'ok') return setConnectionStatus(db, orgId, connectionId, 'connected', null)
  // Trouble of the provider's own: it passes by itself, and says nothing of the credentials.
  if (row.status === 'connected') await setConnectionStatus(db, orgId, connectionId, 'connected', troubleOf(last))
}

const wasReplacedWithin = async (db: Db, row: ConnectionRow, seconds: number): Promise<boolean> => {
  const { rows } = await sql<{ yes: boolean }>`
    select ${row.connected_at}::timestamptz > clock_timestamp() - make_interval(secs => ${seconds}) as yes`.execute(db)
  return rows[0]?.yes ?? false
}

const noteRefusal = async (db: Db, row: ConnectionRow): Promise<void> => {
  // A token may end before its time: whoever uses it renews it, and finds out whether somebody must consent again.
  if (row.kind === 'oauth') return
  await setConnectionStatus(db, row.org_id, row.id, 'error', `${titleOf(row.provider)} does not accept the credentials (401).`)
}

const troubleOf = ({ outcome, status }: Pick<CallRecord, 'status' | 'outcome'>): string => {
  if (outcome === 'rate_limited') return 'It asked us to slow down (429).'
  if (outcome === 'timed_out') return 'It did not answer in time.'
  if (outcome === 'no_answer') return 'It could not be reached.'
  return outcome === 'cut' ? 'Its answer broke off, or had no end.' : `It answered ${status}.`
}
