import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import type { CallRecord } from '#core/outbound/provider-calls.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { type ConnectionRow, type ConnectionStatus, lockConnection } from './connections.ts'
import { connectionEvents } from './events.ts'
import { connectionNotices } from './notices.ts'
import { titleOf } from './providers.ts'

/**
 * Moves a connection to a status, with a reason that can be shown: no secret, no address. A change creates an
 * event, and a status that needs attention a notice. A disconnected connection does not change.
 */
export const setConnectionStatus = async (
  db: Db,
  orgId: string,
  id: string,
  status: Exclude<ConnectionStatus, 'disconnected'>,
  reason: string | null,
): Promise<void> => {
  const row = await lockConnection(db, orgId, id)
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
    const whose = row.owner_id === null ? {} : { personId: row.owner_id }
    await raiseNotice(db, orgId, { notice: connectionNotices.connection_failed, subjectId: id, facts, ...whose })
    await recordEvent(db, orgId, connectionEvents.failed, id, { provider, mode, status, reason })
  }
}

/** The key turned out not to have a right: shown, and raised, until there is another key or a test that finds all it needs. */
export const recordLack = async (db: Db, orgId: string, id: string, right: string): Promise<void> => {
  const row = await lockConnection(db, orgId, id)
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
 * Records the outcome of calls on a connection, in their order: the time of the last one, and the reason of a failure.
 * Rejected credentials need attention; one successful call clears that. Calls made before the credentials were
 * replaced do not count.
 */
export const recordCallOutcome = async (
  db: Db,
  orgId: string,
  connectionId: string,
  calls: readonly Pick<CallRecord, 'operation' | 'status' | 'outcome' | 'at' | 'begun'>[],
): Promise<void> => {
  const last = calls.at(-1)
  const row = await lockConnection(db, orgId, connectionId)
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
  // A token endpoint's error is about our client, and is meant for the operator.
  if (last.operation.startsWith('oauth.')) return
  if (last.status === 401) return recordRefusal(db, row)
  if (last.outcome === 'refused' || row.status === 'needs_reauth') return
  if (last.outcome === 'ok') return setConnectionStatus(db, orgId, connectionId, 'connected', null)
  // Trouble of the provider's own: it passes by itself, and says nothing of the credentials.
  if (row.status === 'connected') await setConnectionStatus(db, orgId, connectionId, 'connected', providerFaultOf(last))
}

const wasReplacedWithin = async (db: Db, row: ConnectionRow, seconds: number): Promise<boolean> => {
  const { rows } = await sql<{ yes: boolean }>`
    select ${row.connected_at}::timestamptz > clock_timestamp() - make_interval(secs => ${seconds}) as yes`.execute(db)
  return rows[0]?.yes ?? false
}

const recordRefusal = async (db: Db, row: ConnectionRow): Promise<void> => {
  // A token may end before its time: its user renews it, and finds out whether consent is needed again.
  if (row.kind === 'oauth') return
  await setConnectionStatus(db, row.org_id, row.id, 'error', `${titleOf(row.provider)} rejects the credentials (401).`)
}

const providerFaultOf = ({ outcome, status }: Pick<CallRecord, 'status' | 'outcome'>): string => {
  if (outcome === 'rate_limited') return 'It is rate limiting requests (429).'
  if (outcome === 'timed_out') return 'It timed out.'
  if (outcome === 'no_answer') return 'It could not be reached.'
  return outcome === 'cut' ? 'Its response was incomplete or too large.' : `It responded with status ${status}.`
}
