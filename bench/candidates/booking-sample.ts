import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'

/** A row of the newest booking, as text, and the statement that stores one like it. */
interface Row {
  readonly name: string
  readonly text: string
  readonly json: string
}
export interface Sample {
  readonly rows: readonly Row[]
  /** Ids that each booking has of its own. */
  readonly ids: readonly string[]
  readonly email: string
  readonly startsAt: Date
  readonly endsAt: Date
}

const yearMs = 365 * 86_400_000

/** Every row that the transaction of the newest booking has made, whatever the table. */
export const sampleRows = async (pool: pg.Pool): Promise<Sample> => {
  const [booking] = (
    await pool.query<{ xmin: string; org_id: string; event_type_id: string; email: string; starts_at: Date; ends_at: Date }>(
      `select xmin::text, * from foyer.bookings where state = 'confirmed' order by id desc limit 1`,
    )
  ).rows
  if (!booking) throw new Error('there is no booking to take as a sample')
  const tables = await pool.query<{ name: string; columns: string; keys: string }>(
    `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attidentity <> 'a'
     where c.relnamespace in ('foyer'::regnamespace, 'directory'::regnamespace, 'jobs'::regnamespace) and c.relkind = 'r'
     group by c.oid order by c.oid`,
  )
  const found: { table: string; columns: string; json: string }[] = []
  for (const { name, columns } of tables.rows) {
    const { rows } = await pool.query<{ json: string }>(
      `select to_jsonb(t)::text as json from ${name} t where xmin::text = $1 and cmin is not null`,
      [booking.xmin],
    )
    for (const { json } of rows) found.push({ table: name, columns, json })
  }
  const hosts = await pool.query<{ id: string }>('select id from foyer.members')
  const old = new Set([booking.org_id, booking.event_type_id, ...hosts.rows.map(({ id }) => id)])
  const all = found.map(({ json }) => json).join(' ')
  const uuids = all.match(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g) ?? []
  return {
    rows: found.map(({ table, columns, json }, n) => ({
      name: `row ${n}`,
      text: `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
      json,
    })),
    ids: [...new Set(uuids)].filter((id) => !old.has(id)),
    ...{ email: booking.email, startsAt: booking.starts_at, endsAt: booking.ends_at },
  }
}

/** The same rows of another booking: the `n`th, at a time that none other has. */
export const freshRows = (sample: Sample, n: number): { name: string; text: string; values: [string] }[] => {
  const shiftMs = 40 * yearMs + n * (sample.endsAt.getTime() - sample.startsAt.getTime())
  const others = new Map<string, string>(sample.ids.map((id) => [id, randomUUID()]))
  others.set(sample.email, `bare${n}@example.com`)
  for (const at of [sample.startsAt, sample.endsAt]) {
    const moved = new Date(at.getTime() + shiftMs)
    for (const shown of [isoOf, sqlOf]) others.set(shown(at), shown(moved))
  }
  const pattern = new RegExp([...others.keys()].map((each) => each.replaceAll(/[.+]/g, '\\$&')).join('|'), 'g')
  return sample.rows.map(({ name, text, json }) => ({
    ...{ name, text },
    values: [
      json
        .replaceAll(pattern, (same) => others.get(same) ?? same)
        // Digests of tokens and addresses.
        .replaceAll(/\\\\x([\da-f]{32,128})"/g, (_, hex: string) => `\\\\x${randomBytes(hex.length / 2).toString('hex')}"`),
    ],
  }))
}

/** As JSON has a timestamptz, and as a range has it; whole minutes. */
const isoOf = (at: Date): string => at.toISOString().replace('.000Z', '+00:00')
const sqlOf = (at: Date): string => at.toISOString().replace('T', ' ').replace('.000Z', '+00')
