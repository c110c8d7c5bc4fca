import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { bodyOf } from './payloads.ts'
import { addDeliveries } from './webhook-deliveries.ts'

/** Imported records that wait for one endpoint at the most: what else happens is behind a second or two of them, not behind a flood. */
const mostWaiting = 100

/** An endpoint that asked for the single records of imports. */
export interface ImportWebhook {
  readonly id: string
  /** Of the types that were asked about. */
  readonly types: readonly string[]
  readonly isFailing: boolean
}

/** Endpoints that are on and asked for what imports make or change, of at least one of these types. Of one alone where it is named. */
export const findImportWebhooks = async (
  db: Db,
  orgId: string,
  types: readonly string[],
  id?: string,
): Promise<ImportWebhook[]> => {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'event_types', 'failing_since'])
    .where('org_id', '=', orgId)
    .where('state', '=', 'active')
    .where('with_imports', '=', true)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .orderBy('id')
    .execute()
  return rows
    .map(({ event_types: chosen, failing_since, ...row }) => ({
      id: row.id,
      types: types.filter((type) => chosen.length === 0 || chosen.includes(type)),
      isFailing: failing_since !== null,
    }))
    .filter((webhook) => webhook.types.length > 0)
}

/** How many imported records may be queued for an endpoint now, whatever else waits for it. */
export const freeForImports = async (db: Db, orgId: string, webhookId: string): Promise<number> => {
  const waiting = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('org_id', '=', orgId)
    .where('endpoint_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .limit(mostWaiting)
    .execute()
  return mostWaiting - waiting.length
}

/** A record as it is told: `id` is the same however often it is queued. */
export interface ImportedRecord {
  readonly id: string
  readonly type: string
  readonly at: Date
  readonly data: object
}

/** Puts imported records into the line of an endpoint, once each. */
export const addImportDeliveries = (
  db: Db,
  orgId: string,
  webhookId: string,
  records: readonly ImportedRecord[],
): Promise<number> =>
  addDeliveries(
    db,
    orgId,
    records.map(({ id: eventId, type, at, data }) => ({
      ...{ id: newId(), webhookId, eventId, type },
      body: bodyOf(type, at, { ...data, cause: 'import' }),
    })),
  )
