import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { minorOf, typedAmounts } from '#shapes/typed-amounts.ts'

const invoices = { table: sql`invoices`, minor: sql`total_minor` }
const deals = { table: sql`deals`, minor: sql`value_minor` }

/** Ids of invoices with this total and deals with this value, the newest of each; none where no amount was typed. */
export const findByAmount = async (db: Db, orgId: string, typed: string, most: number): Promise<string[]> => {
  const amounts = typedAmounts(typed)
  if (amounts.length === 0) return []
  const ids: string[] = []
  for (const { table, minor } of [invoices, deals]) {
    const wanted = (await currenciesIn(db, orgId, table)).flatMap((currency) =>
      amounts.flatMap((amount) => {
        const value = minorOf(amount, currency)
        return value === null ? [] : [{ currency, value }]
      }),
    )
    if (wanted.length === 0) continue
    const { rows } = await sql<{ id: string }>`
      select f.id from unnest(${wanted.map(({ currency }) => currency)}::text[], ${wanted.map(({ value }) => value)}::bigint[]) as w (currency, value)
      cross join lateral (
        select r.id from ${table} r where r.org_id = ${orgId} and r.currency = w.currency and r.${minor} = w.value
        order by r.id desc limit ${most}) f
      order by f.id desc limit ${most}`.execute(db)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** The currencies of a workspace's records, each found by one step in the index of amounts. */
const currenciesIn = async (db: Db, orgId: string, table: RawBuilder<unknown>): Promise<string[]> => {
  const next = (where: RawBuilder<unknown>) => sql`(
    select t.currency from ${table} t where t.org_id = ${orgId} and t.currency ${where} order by t.currency limit 1)`
  const { rows } = await sql<{ currency: string }>`
    with recursive c (currency) as (
      select ${next(sql`is not null`)}
      union all select ${next(sql`> c.currency`)} from c where c.currency is not null)
    select currency from c where currency is not null`.execute(db)
  return rows.map(({ currency }) => currency)
}
