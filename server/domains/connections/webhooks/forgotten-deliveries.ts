import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { lockReaction } from '#core/events/readers.ts'
import { fanOut } from './fan-out.ts'

/**
 * Takes what webhooks say of records that are removed for good out of their deliveries, those that wait to be sent included. That they were
 * sent, when, and what was answered stays as long as their log does. The events are forgotten before. Those that call it lock in one order:
 * webhooks, alerts, the search index.
 */
export const forgetDeliveries = async (db: Db, orgId: string, eventIds: readonly string[]): Promise<void> => {
  await lockReaction(db, fanOut.name)
  if (eventIds.length === 0) return
  await sql`
    update webhook_deliveries set body = jsonb_set(body::jsonb, '{data}', without_words(body::jsonb -> 'data'))::text
    where org_id = ${orgId} and event_id = any(${[...eventIds]}::uuid[])`.execute(db)
}
