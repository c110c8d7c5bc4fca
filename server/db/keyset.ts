import { type RawBuilder, sql } from 'kysely'

/** An order of a table's rows: what is compared, one after the other and at last the id, and whether from the end. */
export interface RowOrder {
  readonly by: readonly RawBuilder<unknown>[]
  readonly isDescending: boolean
}

export const id = sql.ref('id')

/** What stands after a row in an order. The row is looked up, so that in every order a cursor is the id of a record. */
export const isAfter = (
  table: 'companies' | 'deals',
  { by, isDescending }: RowOrder,
  orgId: string,
  cursor: string,
): RawBuilder<boolean> => {
  const beyond = isDescending ? sql`<` : sql`>`
  if (by.length === 1) return sql`${sql.join(by)} ${beyond} ${cursor}::uuid`
  return sql`(${sql.join(by)}) ${beyond} (select ${sql.join(by)} from ${sql.table(table)} where org_id = ${orgId} and id = ${cursor})`
}

/** For `order by`. */
export const inOrder = ({ by, isDescending }: RowOrder): RawBuilder<unknown> =>
  sql.join(by.map((each) => (isDescending ? sql`${each} desc` : each)))
