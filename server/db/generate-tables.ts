import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { connectionOptions, type Target } from './connect.ts'

const types: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  int4: 'number',
  int2: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Timestamp',
  date: 'string',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
  xid8: 'string',
  tsvector: 'string',
  _text: 'string[]',
  _uuid: 'string[]',
  _int4: 'number[]',
  _int8: 'number[]',
  citext: 'string',
  inet: 'string',
  tstzrange: 'string',
  numeric: 'string',
  bpchar: 'string',
}

/** The types of all tables and views, as TypeScript, from the database itself. The database does not know which columns of a view may be null: their comments say `null`. `npm run tables` writes server/db/tables.ts. */
export const tablesSource = async (target: Target): Promise<string> => {
  const client = new pg.Client(connectionOptions(target, { application: 'foyer tables', role: null }))
  await client.connect()
  try {
    const { rows } = await client.query<{
      schema: string
      table: string
      column: string
      type: string
      nullable: boolean
      filled: boolean
    }>(`
      select n.nspname as schema, c.relname as table, a.attname as column, t.typname as type,
             case when c.relkind = 'v' then coalesce(col_description(c.oid, a.attnum) like 'null%', false) else not a.attnotnull end as nullable, a.atthasdef or a.attidentity <> '' or a.attgenerated <> '' as filled
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v')
      join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('foyer', 'directory')
      join pg_type t on t.oid = a.atttypid
      where a.attnum > 0 and not a.attisdropped
      order by n.nspname desc, c.relname, a.attnum`)
    const tables = Map.groupBy(rows, (row) => (row.schema === 'foyer' ? row.table : `directory.${row.table}`))
    const bodies = [...tables].map(([name, columns]) => {
      const lines = columns.map((column) => {
        const type = types[column.type]
        if (!type) throw new Error(`No TypeScript type for ${column.type} (${name}.${column.column})`)
        const whole = column.nullable ? `${type} | null` : type
        return `    ${column.column}: ${column.filled ? `Filled<${whole}>` : whole}`
      })
      return `  '${name}': {\n${lines.join('\n')}\n  }`
    })
    return `// Written by \`npm run tables\` from the migrated database. Do not edit.
import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Read as the parsed value, written as JSON text. */
type Json = ColumnType<unknown, string, string>
/** The database fills it in when it is left out. */
type Filled<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export interface Tables {
${bodies.join('\n')}
}
`
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const { startScratch } = await import('./temporary-database.ts')
  const { migrate } = await import('./migrate.ts')
  const scratch = await startScratch()
  try {
    await migrate(scratch.target)
    writeFileSync(path.join(import.meta.dirname, 'tables.ts'), await tablesSource(scratch.target))
    console.log('server/db/tables.ts is written')
  } finally {
    await scratch.stop()
  }
}
