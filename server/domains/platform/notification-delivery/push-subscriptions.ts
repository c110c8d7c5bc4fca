import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import type { PushAddress } from '#ports/push.ts'
import { shape } from '#shapes'

export const mostSubscriptions = 20

const keyOf = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'is not base64url')
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, `is not ${bytes} bytes`)

/** As a browser's `PushSubscription.toJSON()` has it. */
export const PushSubscription = z.object({
  endpoint: z.url().max(2_000).describe('Of the push service that the browser chose'),
  keys: z.object({
    p256dh: keyOf(65).describe('Public key of the browser'),
    auth: keyOf(16).describe('Shared secret of the browser'),
  }),
})

/** A browser that is pushed to. Its address is not here: it is a credential. */
export const PushDevice = shape('PushDevice', {
  id: z.uuid(),
  agent: z.string().describe('Browser and system, as the browser says'),
  service: z.string().describe('Host of its push service'),
  created_at: z.iso.datetime(),
  last_sent_at: z.iso.datetime().nullable(),
  last_error: z.string().nullable().describe('Why the last push did not arrive there'),
})

export type SubscriptionRow = Selectable<Tables['push_subscriptions']>

export const showDevice = (row: SubscriptionRow): z.output<typeof PushDevice> => ({
  id: row.id,
  agent: row.device,
  service: row.host,
  created_at: row.created_at.toISOString(),
  last_sent_at: row.last_sent_at?.toISOString() ?? null,
  last_error: row.last_error,
})

export const sealOfSubscription = (id: string): string => `push subscription ${id}`

export const openAddress = (vault: Vault, row: Pick<SubscriptionRow, 'id' | 'sealed'>): PushAddress =>
  JSON.parse(vault.open(row.sealed, sealOfSubscription(row.id))) as PushAddress

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest()

export const findSubscriptions = (db: Db, orgId: string, personId: string): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute()

export const findSubscription = (db: Db, orgId: string, id: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('push_subscriptions').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/**
 * One browser is one subscription. Where another person was signed in there before, what waits for them goes with theirs: it must not be shown
 * to who sits there now.
 */
export const saveSubscription = async (
  { db, vault, newId }: { readonly db: Db; readonly vault: Vault; readonly newId: () => string },
  orgId: string,
  personId: string,
  given: { readonly address: PushAddress; readonly agent: string },
): Promise<SubscriptionRow> => {
  const hash = hashOf(given.address.endpoint)
  await db
    .deleteFrom('push_subscriptions')
    .where('org_id', '=', orgId)
    .where('endpoint_hash', '=', hash)
    .where('person_id', '<>', personId)
    .execute()
  const known = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('org_id', '=', orgId)
    .where('endpoint_hash', '=', hash)
    .executeTakeFirst()
  const id = known?.id ?? newId()
  const row = {
    sealed: vault.seal(JSON.stringify(given.address), sealOfSubscription(id)),
    host: new URL(given.address.endpoint).host.slice(0, 255),
    device: given.agent.slice(0, 255),
    last_error: null,
  }
  return db
    .insertInto('push_subscriptions')
    .values({ org_id: orgId, id, person_id: personId, endpoint_hash: hash, ...row })
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Answers whether there was one of this person. */
export const removeSubscription = async (
  db: Db,
  orgId: string,
  personId: string,
  by: { readonly id: string } | { readonly endpoint: string },
): Promise<boolean> => {
  const query = db.deleteFrom('push_subscriptions').where('org_id', '=', orgId).where('person_id', '=', personId)
  const { numDeletedRows } = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('endpoint_hash', '=', hashOf(by.endpoint))
  ).executeTakeFirstOrThrow()
  return numDeletedRows > 0
}
