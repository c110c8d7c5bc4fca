import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { systemRole } from '#db/connect.ts'
import type { Measured } from './manifest.ts'
import { Meter } from './meter.ts'

/** A table as a backup reads and writes it. */
export interface Table {
  /** `schema.name` */
  readonly name: string
  readonly columns: readonly string[]
  /** Expressions to order by: the primary key, texts by their bytes, so that every database gives the same order. */
  readonly order: readonly string[]
  /** Row-level security holds for its owner too. */
  readonly forced: boolean
}

/** Every table of Foyer but the list of migrations, each after those it refers to. */
export const listTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table & { refers: string[] }>(`
    select n.nspname || '.' || c.relname as name, c.relforcerowsecurity as forced,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(quote_ident(a.attname) || case when a.atttypid = 'text'::regtype then ' collate "C"' else '' end order by k.place)
       from pg_index i, unnest(i.indkey::int[]) with ordinality as k(attnum, place), pg_attribute a
       where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum) as "order",
      array(select distinct fn.nspname || '.' || f.relname from pg_constraint r
            join pg_class f on f.oid = r.confrelid join pg_namespace fn on fn.oid = f.relnamespace
            where r.contype = 'f' and r.conrelid = c.oid and r.confrelid <> c.oid) as refers
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('foyer', 'directory') and c.relkind = 'r' and c.relname <> 'migrations'
    order by 1`)
  const placed: (Table & { refers: string[] })[] = []
  while (placed.length < rows.length) {
    const next = rows.find(
      (row) => !placed.includes(row) && row.refers.every((name) => placed.some((table) => table.name === name)),
    )
    if (!next) throw new Error('tables reference each other in a cycle')
    placed.push(next)
  }
  return placed
}

/**
 * The number of the transaction that wrote an event means something in its own cluster only: in a new one, whose numbers
 * begin anew, readers of the log would take old events for ones that have not committed yet. What counts is which events
 * each reader has had. So a backup numbers them anew, from the lowest number there is: 3 for what every reader has had,
 * 4 for what only the others have had, and so on. Numbering twice changes nothing.
 */
const renumbered: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'foyer.events': { tx: readersBefore('t') },
  'directory.event_cursors': { tx: readersBefore('t'), id: `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid` },
}

function readersBefore(of: string): string {
  return `(3 + (select count(distinct (c.tx, c.id)) from directory.event_cursors c where (c.tx, c.id) < (${of}.tx, ${of}.id)))::text::xid8`
}

/** Columns whose meaning ends with the cluster; a test sees to it that each is renumbered. */
export const renumberedColumns = Object.entries(renumbered).flatMap(([table, columns]) =>
  Object.keys(columns).map((column) => `${table}.${column}`),
)

/** Rows as text, the same from every database that holds the same rows. */
export const copyText = (table: Pick<Table, 'name' | 'columns' | 'order'>): string => {
  const columns = table.columns.map((column) => renumbered[table.name]?.[column] ?? `t.${pg.escapeIdentifier(column)}`)
  return `copy (select ${columns.join(', ')} from ${quoted(table.name)} t order by ${table.order.join(', ')}) to stdout`
}

export const quoted = (name: string): string => name.split('.').map(pg.escapeIdentifier).join('.')

/** Settings on which the text of a value depends, and none that ends long work. Inside a transaction. */
export const steady = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local work_mem = '64MB';`

/** Tables of tenants are read as the role that sees all of them: row-level security holds for their owner too. */
export const readAs = async (client: pg.ClientBase, name: string): Promise<void> => {
  await client.query(name.startsWith('foyer.') ? `set local role ${systemRole}` : 'reset role')
}

/** Counts and sums up what a COPY gives, and hands the bytes on. */
export const measure = async (
  client: pg.ClientBase,
  text: string,
  consume: (meter: Meter) => Promise<unknown> = discard,
  onBytes?: (bytes: number) => void,
): Promise<Measured> => {
  const copy = client.query(copyTo(text, { highWaterMark: 256 * 1024 }))
  const meter = new Meter(onBytes)
  await Promise.all([pipeline(copy, meter), consume(meter)])
  return { rows: copy.rowCount, bytes: meter.bytes, sha256: meter.sha256() }
}

const discard = (meter: Meter): Promise<void> => pipeline(meter, new Writable({ write: (_piece, _encoding, done) => done() }))
