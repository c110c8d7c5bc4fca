import { type RawBuilder, sql } from 'kysely'

/**
 * The id of the record that stands for a row of contacts or companies, by what its table is called in the statement; without a name where there
 * is but one table. Not `coalesce`: under row security no index is used for what is looked up by it.
 */
export const rootId = (table?: string): RawBuilder<string> => {
  const column = (name: 'id' | 'root_id') => sql.ref(table === undefined ? name : `${table}.${name}`)
  return sql<string>`case when ${column('root_id')} is null then ${column('id')} else ${column('root_id')} end`
}
