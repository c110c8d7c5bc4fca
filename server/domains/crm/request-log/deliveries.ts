import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { type ErrorDefinition, transportErrors } from '#core/errors.ts'
import { idFloor } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'
import { leadErrors } from '../leads/errors.ts'
import { redact } from './redact.ts'

/** `deduplicated`: the external_id was known. `replayed`: the Idempotency-Key was known, the first answer went out again. */
export const outcomes = ['accepted', 'deduplicated', 'replayed', 'rejected'] as const
export const Outcome = choice('DeliveryOutcome', outcomes)
export type Outcome = z.output<typeof Outcome>

/** Deliveries that brought no new lead are forgotten after this many days. */
export const keptDays = 90

const excerptCharacters = 240

export type DeliveryRow = Selectable<Tables['deliveries']>
type WithKey = { key_name: string | null; key_hint: string | null }

/** One request to the lead API, as a list shows it. */
export const Delivery = shape('Delivery', {
  /** The X-Request-Id of its answer. */
  id: z.uuid(),
  key: shape('ApiKeyReference', { id: z.uuid(), name: z.string(), hint: z.string() }).nullable(),
  received_at: z.iso.datetime(),
  status: z.int(),
  outcome: Outcome,
  code: z.string().nullable(),
  /** The body's own member that is to blame. */
  field: z.string().nullable(),
  message: z.string().nullable(),
  /** What to do about it. */
  mend: z.string().nullable(),
  /** `external_id_conflict`: a known external_id came with another person. */
  external_id_conflict: z.boolean(),
  /** Members of the body that no field was made of. */
  unused_fields: z.array(z.string()),
  /** Addresses, numbers and secrets masked; null when the body never arrived whole. */
  excerpt: z.string().nullable(),
  lead_id: z.uuid().nullable(),
  /** The rejected delivery that this one mends. */
  replay_of: z.uuid().nullable(),
  /** The delivery that mended this one. */
  mended_by: z.uuid().nullable(),
})

export const showDelivery = (row: DeliveryRow & WithKey): z.output<typeof Delivery> => ({
  id: row.id,
  key: row.key_name === null || row.key_hint === null ? null : { id: row.key_id, name: row.key_name, hint: row.key_hint },
  received_at: row.received_at.toISOString(),
  status: row.status,
  outcome: Outcome.parse(row.outcome),
  code: row.code,
  field: row.field,
  message: row.message,
  mend: fixOf(row.code),
  external_id_conflict: row.flags.includes('external_id_conflict'),
  unused_fields: row.flags.filter((flag) => flag.startsWith('unused:')).map((flag) => flag.slice('unused:'.length)),
  excerpt: row.body && redact(row.body, excerptCharacters),
  lead_id: row.lead_id,
  replay_of: row.replay_of,
  mended_by: row.mended_by,
})

const intakeErrors: readonly ErrorDefinition[] = [...Object.values(transportErrors), ...Object.values(leadErrors)]

/** What to do about a code; an old delivery may carry one that no longer is. */
const fixOf = (code: string | null): string | null =>
  (code !== null && intakeErrors.find((error) => error.code === code)?.fix) || null

export interface DeliveryFilter {
  readonly keyId?: string | undefined
  readonly outcome?: Outcome | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** The id of the last one seen. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Newest first. */
export const findDeliveries = (db: Db, orgId: string, filter: DeliveryFilter): Promise<(DeliveryRow & WithKey)[]> => {
  let query = selectWithKey(db).where('deliveries.org_id', '=', orgId)
  if (filter.keyId) query = query.where('deliveries.key_id', '=', filter.keyId)
  if (filter.outcome) query = query.where('deliveries.outcome', '=', filter.outcome)
  if (filter.from) query = query.where('deliveries.id', '>=', idFloor(filter.from))
  if (filter.to) query = query.where('deliveries.id', '<', idFloor(filter.to))
  if (filter.cursor) query = query.where('deliveries.id', '<', filter.cursor)
  return query.orderBy('deliveries.id', 'desc').limit(filter.limit).execute()
}

export const findDelivery = (db: Db, orgId: string, id: string): Promise<(DeliveryRow & WithKey) | undefined> =>
  selectWithKey(db).where('deliveries.org_id', '=', orgId).where('deliveries.id', '=', id).executeTakeFirst()

const selectWithKey = (db: Db) =>
  db
    .selectFrom('deliveries')
    .leftJoin('api_keys', (join) =>
      join.onRef('api_keys.org_id', '=', 'deliveries.org_id').onRef('api_keys.id', '=', 'deliveries.key_id'),
    )
    .selectAll('deliveries')
    .select(['api_keys.name as key_name', 'api_keys.hint as key_hint'])

/** Finds a delivery and holds it until the transaction ends: of two replays at once, the second sees what the first did. */
export const lockDelivery = (db: Db, orgId: string, id: string): Promise<DeliveryRow | undefined> =>
  db.selectFrom('deliveries').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

/** Marks a rejected delivery as mended: it names the delivery that was taken in its place, and the lead. */
export const markMended = async (db: Db, orgId: string, id: string, mendedBy: string, leadId: string): Promise<void> => {
  await db
    .updateTable('deliveries')
    .set({ mended_by: mendedBy, lead_id: leadId })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}
