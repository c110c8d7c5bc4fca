import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db, InOrg } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { deleteExpired, type ExpiredRows } from '#core/expired-rows.ts'
import { newId } from '#core/ids.ts'
import { type CallRecord, callOutcomes } from '#core/outbound/provider-calls.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'
import { recordCallOutcome } from './connection-health.ts'
import { connectionEvents } from './events.ts'

export type ProviderCallRow = Selectable<Tables['provider_calls']>

/** So many calls of a connection are kept, for so many days. */
export const keptCalls = 1_000
export const keptDays = 30

const CallOutcome = choice('ProviderCallOutcome', callOutcomes)

/** One call, with all its tries. */
export const ProviderCall = shape('ProviderCall', {
  id: z.uuid(),
  at: z.iso.datetime(),
  operation: z.string().describe('In the provider’s words'),
  method: z.string(),
  host: z.string(),
  status: z.int().nullable().describe('Null when there was no response'),
  outcome: CallOutcome.describe('`refused`: a 4xx. `cut`: the response was too large or incomplete'),
  tries: z.int(),
  ms: z.int().describe('Of all attempts, including the waits between them'),
  provider_request_id: z.string().nullable().describe('The id that the provider’s support asks for'),
})

export const showProviderCall = (row: ProviderCallRow): z.output<typeof ProviderCall> => ({
  id: row.id,
  at: row.at.toISOString(),
  operation: row.operation,
  method: row.method,
  host: row.host,
  status: row.status,
  outcome: CallOutcome.parse(row.outcome),
  tries: row.tries,
  ms: row.duration_ms,
  provider_request_id: row.provider_request_id,
})

/** Calls of a connection, newest first. */
export const findProviderCalls = (
  db: Db,
  orgId: string,
  connectionId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ProviderCallRow[]> =>
  db
    .selectFrom('provider_calls')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The newest call of each connection. */
export const lastCalls = async (
  db: Db,
  orgId: string,
  connectionIds: readonly string[],
): Promise<ReadonlyMap<string, ProviderCallRow>> => {
  const rows = await Promise.all(connectionIds.map((id) => findProviderCalls(db, orgId, id, { limit: 1 })))
  return new Map(rows.flat().map((row) => [row.connection_id, row]))
}

/** Keeps calls, and notes on their connections how they ended: a transaction an organization. */
export const keepCalls = async (inOrg: InOrg, calls: readonly CallRecord[]): Promise<void> => {
  for (const [orgId, own] of Map.groupBy(calls, (call) => call.orgId))
    await inOrg(orgId, async (db) => {
      await db
        .insertInto('provider_calls')
        .values(
          own.map((call) => ({
            org_id: orgId,
            id: newId(),
            connection_id: call.connectionId,
            provider: call.provider,
            operation: call.operation,
            method: call.method,
            host: call.host,
            status: call.status,
            outcome: call.outcome,
            tries: call.tries,
            duration_ms: call.durationMs,
            provider_request_id: call.providerRequestId,
            at: call.at,
          })),
        )
        .execute()
      // In one order for all callers, so that no two of these wait for each other.
      const connections = [...Map.groupBy(own, (call) => call.connectionId)].sort(([a], [b]) => (a < b ? -1 : 1))
      for (const [connectionId, ofOne] of connections) await recordCallOutcome(db, orgId, connectionId, ofOne)
      await wake(db, orgId, connectionEvents.changed)
    })
}

/** Forgets calls from before an id, and what goes beyond the most that is kept of a connection. Answers how many went. */
export const oldCalls = (orgId: string, floor: string): ExpiredRows => ({
  table: 'provider_calls',
  where: sql`org_id = ${orgId} and id in (
    select id from (
      select id, row_number() over (partition by connection_id order by id desc) as place
      from provider_calls where org_id = ${orgId}) numbered
    where id < ${floor} or place > ${keptCalls})`,
  at: sql`at`,
})

export const deleteOldCalls = (db: Db, orgId: string, floor: string): Promise<number> =>
  deleteExpired(db, oldCalls(orgId, floor))
