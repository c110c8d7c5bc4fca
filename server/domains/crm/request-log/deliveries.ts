import { type RawBuilder, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'
import { erasedFlag } from './erased-deliveries.ts'
import { fixOf } from './fixes.ts'
import { redact } from './redact.ts'

/**
 * `deduplicated`: the external_id was known. `replayed`: the Idempotency-Key was known, the first answer went out again. `held`: a robot may
 * have sent it; it waits to be released. `test`: a trial of the sender's, which makes no lead. `ignored`: it tells of something else than a new lead.
 */
export const outcomes = ['accepted', 'deduplicated', 'replayed', 'rejected', 'held', 'test', 'ignored'] as const
export const Outcome = choice('DeliveryOutcome', outcomes)
export type Outcome = z.output<typeof Outcome>

/** Deliveries that brought no new lead are forgotten after this many days. */
export const keptDays = 90

const excerptCharacters = 240

export type DeliveryRow = Selectable<Tables['all_deliveries']>
type WithKey = { key_name: string | null; key_hint: string | null; source_name: string | null; source_kind: string | null }

/** One request to the lead API, as a list shows it. */
export const Delivery = shape('Delivery', {
  /** The X-Request-Id of its answer. */
  id: z.uuid(),
  key: shape('ApiKeyReference', { id: z.uuid(), name: z.string(), hint: z.string() }).nullable(),
  source: shape('LeadSourceReference', { id: z.uuid(), name: z.string(), kind: z.string() })
    .nullable()
    .describe('The lead source that it came to, in place of a key'),
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
  /** Addresses, numbers and secrets masked; null when the body never arrived whole, or was removed. */
  excerpt: z.string().nullable(),
  body_removed: z.boolean().describe('Its lead was removed for good, and the body with it'),
  lead_id: z.uuid().nullable(),
  /** The delivery that this one mends: rejected, held, or with the external_id of another person. */
  replay_of: z.uuid().nullable(),
  /** The delivery that mended this one. */
  mended_by: z.uuid().nullable(),
})

export const showDelivery = (row: DeliveryRow & WithKey): z.output<typeof Delivery> => ({
  id: row.id,
  key: row.key_name === null || row.key_hint === null ? null : { id: row.key_id, name: row.key_name, hint: row.key_hint },
  source:
    row.source_name === null || row.source_kind === null
      ? null
      : { id: row.key_id, name: row.source_name, kind: row.source_kind },
  received_at: row.received_at.toISOString(),
  status: row.status,
  outcome: Outcome.parse(row.outcome),
  code: row.code,
  field: row.field,
  message: row.message,
  mend: fixOf(row.code, row.source_kind),
  external_id_conflict: hasConflict(row),
  unused_fields: row.flags.filter((flag) => flag.startsWith('unused:')).map((flag) => flag.slice('unused:'.length)),
  excerpt: row.body && excerptOf(row.body),
  body_removed: row.flags.includes(erasedFlag),
  lead_id: row.lead_id,
  replay_of: row.replay_of,
  mended_by: row.mended_by,
})

/** Whether its external_id was that of another person's lead, so that it made none. */
export const hasConflict = ({ flags }: Pick<DeliveryRow, 'flags'>): boolean => flags.includes('external_id_conflict')

/** The beginning of a body, with addresses, numbers and secrets masked. */
export const excerptOf = (body: Buffer): string => redact(body, excerptCharacters)

export interface DeliveryFilter {
  /** An API key or a lead source. */
  readonly keyId?: string | undefined
  readonly outcome?: Outcome | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** The id of the last one seen. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/**
 * Newest first. Those that made a lead stand in the lead's row: they are looked for key by key, as a workspace may have millions of leads
 * that no request made.
 */
export const findDeliveries = async (db: Db, orgId: string, filter: DeliveryFilter): Promise<(DeliveryRow & WithKey)[]> => {
  const conditions = sql`d.org_id = ${orgId}
    ${filter.keyId ? sql`and d.key_id = ${filter.keyId}` : sql``} ${filter.outcome ? sql`and d.outcome = ${filter.outcome}` : sql``}
    ${filter.from ? sql`and d.id >= ${idFloor(filter.from)}` : sql``} ${filter.to ? sql`and d.id < ${idFloor(filter.to)}` : sql``}
    ${filter.cursor ? sql`and d.id < ${filter.cursor}` : sql``}`
  const newest = sql`order by d.id desc limit ${filter.limit}`
  const { rows } = await sql<DeliveryRow & WithKey>`
    with d as (
      (select d.* from deliveries d where ${conditions} ${newest})
      union all
      (select d.* from (select id from api_keys where org_id = ${orgId} union all select id from lead_sources where org_id = ${orgId}) k
       cross join lateral (select d.* from leads_as_deliveries d where ${conditions} and d.key_id = k.id ${newest}) d
       ${filter.keyId ? sql`where k.id = ${filter.keyId}` : sql``}))
    select d.*, k.name as key_name, k.hint as key_hint, s.name as source_name, s.kind as source_kind
    from (select * from d ${newest}) d left join api_keys k on k.org_id = d.org_id and k.id = d.key_id
    left join lead_sources s on s.org_id = d.org_id and s.id = d.key_id ${newest}`.execute(db)
  return rows
}

export const findDelivery = (db: Db, orgId: string, id: string): Promise<(DeliveryRow & WithKey) | undefined> =>
  db
    .selectFrom('all_deliveries as d')
    .leftJoin('api_keys as k', (join) => join.onRef('k.org_id', '=', 'd.org_id').onRef('k.id', '=', 'd.key_id'))
    .leftJoin('lead_sources as s', (join) => join.onRef('s.org_id', '=', 'd.org_id').onRef('s.id', '=', 'd.key_id'))
    .selectAll('d')
    .select(['k.name as key_name', 'k.hint as key_hint', 's.name as source_name', 's.kind as source_kind'])
    .where('d.org_id', '=', orgId)
    .where('d.id', '=', id)
    .executeTakeFirst()

/**
 * Finds a delivery that made no lead and holds it until the transaction ends: of two replays at once, the second sees what the first did.
 * One that made a lead never changes.
 */
export const lockDelivery = async (db: Db, orgId: string, id: string): Promise<DeliveryRow | undefined> =>
  (await db
    .selectFrom('deliveries')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) ?? findDelivery(db, orgId, id)

/** Requests that a person can make leads of, many at once. `conflict`: with the external_id of another person's lead. */
export const replayable = ['rejected', 'held', 'conflict'] as const
export type Replayable = (typeof replayable)[number]

/** Proven deliveries of a source that made no lead and are not mended, oldest first, held until the transaction ends. */
export const lockOpen = (
  db: Db,
  orgId: string,
  {
    keyId,
    which,
    after,
    limit,
  }: { readonly keyId: string; readonly which: Replayable; readonly after: string | undefined; readonly limit: number },
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('key_id', '=', keyId)
    .where(conditionOf[which])
    .where('mended_by', 'is', null)
    .where('body', 'is not', null)
    .where(sql<boolean>`code is distinct from 'lead_source_unproven'`)
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()

/** As the indexes of such deliveries have it. */
const conditionOf: Readonly<Record<Replayable, RawBuilder<boolean>>> = {
  rejected: sql<boolean>`outcome = 'rejected'`,
  held: sql<boolean>`outcome = 'held'`,
  conflict: sql<boolean>`'external_id_conflict' = any (flags)`,
}

/** Marks a delivery that made no lead as mended: it names the delivery that was taken in its place, and the lead. */
export const markMended = async (db: Db, orgId: string, id: string, mendedBy: string, leadId: string): Promise<void> => {
  await db
    .updateTable('deliveries')
    .set({ mended_by: mendedBy, lead_id: leadId })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}
