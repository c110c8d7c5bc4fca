import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { Incoming } from './incoming.ts'
import { ownRecordsOf } from './own.ts'
import type { RunFacts } from './own-records.ts'

/** Fields by which a record is known again that was being created when no answer came. */
const telling: Readonly<Record<CrmEntity, readonly string[]>> = {
  companies: ['name', 'domain'],
  contacts: ['email', 'phone', 'full_name'],
  deals: ['name', 'amount', 'stage', 'company_id', 'contact_id'],
}
/** So much may the CRM's clock be behind ours. */
const skewMs = 10 * 60_000

/**
 * Of records that are new here, those that this product was creating there when no answer came: ours by their ids. Only a record whose
 * creation is uncertain is found in this way, and only one that was not there before, where every telling value that was sent is the same.
 */
export const matchIntents = async (
  db: Db,
  { job }: RunFacts,
  entity: CrmEntity,
  records: readonly Incoming[],
): Promise<ReadonlyMap<string, string>> => {
  if (records.length === 0) return new Map()
  const { rows } = await sql<{ our_id: string; sent: Incoming['values'] | null; begun_at: Date }>`
    select our_id, sent, begun_at from sync_intents
    where org_id = ${job.org_id} and connection_id = ${job.connection_id} and entity = ${entity} order by at limit 1000`.execute(
    db,
  )
  if (rows.length === 0) return new Map()
  const own = await ownRecordsOf[entity].read(
    db,
    job.org_id,
    rows.map(({ our_id }) => our_id),
  )
  const open = rows.flatMap(({ our_id, sent, begun_at }) => {
    const values = sent ?? own.get(our_id)?.values ?? {}
    // A CRM that wants a name puts something else in the place of one that is missing.
    const told = telling[entity].filter((field) => field in values && (values[field] !== null || field !== 'full_name'))
    return own.has(our_id) && told.length > 0 ? [{ our_id, values, told, since: begun_at.getTime() - skewMs }] : []
  })
  const found = new Map<string, string>()
  for (const { theirId, modifiedAt, values } of records) {
    const at = open.findIndex(
      (each) =>
        (modifiedAt === null || modifiedAt.getTime() >= each.since) &&
        each.told.every((field) => (each.values[field] ?? null) === (values[field] ?? null)),
    )
    const [intent] = at === -1 ? [] : open.splice(at, 1)
    if (intent) found.set(theirId, intent.our_id)
  }
  return found
}

export const forgetIntents = async (db: Db, { job }: RunFacts, entity: CrmEntity, ourIds: readonly string[]): Promise<void> => {
  if (ourIds.length === 0) return
  await sql`
    delete from sync_intents where org_id = ${job.org_id} and connection_id = ${job.connection_id} and entity = ${entity}
      and our_id = any(${[...ourIds]}::uuid[])`.execute(db)
}
