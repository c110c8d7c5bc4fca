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
  deals: ['name', 'amount'],
}

/**
 * Of records that are new here, those that this product was creating there when no answer came: ours by their ids. Only a record whose
 * creation is uncertain is found in this way, and only where every telling value is the same.
 */
export const matchIntents = async (
  db: Db,
  { job }: RunFacts,
  entity: CrmEntity,
  records: readonly Incoming[],
): Promise<ReadonlyMap<string, string>> => {
  if (records.length === 0) return new Map()
  const { rows } = await sql<{ our_id: string }>`
    select our_id from sync_intents
    where org_id = ${job.org_id} and connection_id = ${job.connection_id} and entity = ${entity} order by at limit 1000`.execute(
    db,
  )
  if (rows.length === 0) return new Map()
  const own = await ownRecordsOf[entity].read(
    db,
    job.org_id,
    rows.map(({ our_id }) => our_id),
  )
  const markOf = (values: Readonly<Record<string, string | null>>): string =>
    JSON.stringify(telling[entity].map((field) => values[field] ?? null))
  const open = new Map([...own].map(([id, { values }]) => [markOf(values), id]))
  const found = new Map<string, string>()
  for (const { theirId, values } of records) {
    const ourId = open.get(markOf(values))
    if (ourId === undefined) continue
    found.set(theirId, ourId)
    open.delete(markOf(values))
  }
  return found
}

export const forgetIntents = async (db: Db, { job }: RunFacts, entity: CrmEntity, ourIds: readonly string[]): Promise<void> => {
  if (ourIds.length === 0) return
  await sql`
    delete from sync_intents where org_id = ${job.org_id} and connection_id = ${job.connection_id} and entity = ${entity}
      and our_id = any(${[...ourIds]}::uuid[])`.execute(db)
}
