import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { lockMergeGroups } from '#domains/crm/identities/merge-groups.ts'
import type { Input } from './card-records.ts'
import { idsIn } from './card-values.ts'
import { unnamed } from './cards.ts'
import { assistantErrors } from './errors.ts'

/** Records that a card reads, beside contacts; each is changed by who holds its row. */
const tables = ['deals', 'leads', 'invoices', 'bookings', 'tasks', 'notes', 'saved_views'] as const

/** The rows that a card was read from, each in the version that it had. */
export interface CardRows {
  readonly ids: readonly string[]
  readonly versions: string
}

/** Of what an input names. To be read before the card: what changes while it is made is another version then. */
export const rowsOfCard = async (db: Db, orgId: string, input: Input): Promise<CardRows> => {
  const ids = [...new Set(idsIn(Object.entries(input).filter(([field]) => !unnamed.has(field))))]
  return { ids, versions: await findVersions(db, orgId, ids) }
}

/**
 * In the transaction of a write, before it: holds these rows until its end. Throws where one has changed since the card was read from them, for
 * the card may say something else by now.
 */
export const lockShownRows = async (db: Db, orgId: string, { ids, versions }: CardRows): Promise<void> => {
  await lockMergeGroups(db, orgId, [...ids, ...(await contactsOfBookings(db, orgId, ids))])
  for (const table of tables)
    await sql`select from ${sql.table(table)} where org_id = ${orgId} and id = any(${ids}::uuid[]) order by id for no key update`.execute(
      db,
    )
  await sql`select from conversations where ${ofThreads(orgId, ids)} order by id for no key update`.execute(db)
  // By a statement of its own: the one that waited for a lock sees what stood there when it began.
  if ((await findVersions(db, orgId, ids)) !== versions) throw new Failure(assistantErrors.assistant_proposal_changed)
}

/** A conversation is found by its contact, or by a deal of theirs. */
const ofThreads = (orgId: string, ids: readonly string[]) => sql`org_id = ${orgId} and (id = any(${ids}::uuid[])
  or id in (select contact_id from deals where org_id = ${orgId} and id = any(${ids}::uuid[])))`

/** What leaves the house by a booking goes to them. */
const contactsOfBookings = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('bookings')
    .select('contact_id')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('contact_id', 'is not', null)
    .execute()
  return rows.flatMap(({ contact_id: id }) => id ?? [])
}

/** PostgreSQL gives each version of a row the number of the transaction that wrote it (`xmin`). */
const findVersions = async (db: Db, orgId: string, ids: readonly string[]): Promise<string> => {
  const given = sql`${ids}::uuid[]`
  const ofOrg = sql`org_id = ${orgId}`
  const parts = [
    ...tables.map((table) => sql`select id::text, xmin::text from ${sql.table(table)} where ${ofOrg} and id = any(${given})`),
    sql`select id::text, xmin::text from contacts where ${ofOrg} and (id = any(${given})
      or id in (select contact_id from bookings where ${ofOrg} and id = any(${given})))`,
    sql`select id::text, xmin::text from conversations where ${ofThreads(orgId, ids)}`,
    sql`select concat(deal_id, contact_id), xmin::text from deal_people where ${ofOrg} and deal_id = any(${given})`,
    sql`select concat(record_id, field_id, place), xmin::text from field_values where ${ofOrg} and record_id = any(${given})`,
    sql`select concat(record_id, tag_id), xmin::text from record_tags where ${ofOrg} and record_id = any(${given})`,
  ]
  const { rows } = await sql<{ versions: string }>`
    select coalesce(string_agg(concat(v.id, ' ', v.xmin), ',' order by v.id, v.xmin), '') as versions
    from (${sql.join(parts, sql` union all `)}) as v (id, xmin)`.execute(db)
  return rows[0]?.versions ?? ''
}
