import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { tagsOf } from '../tags/record-tags.ts'
import { countUses } from '../tags/tags.ts'
import { findFields } from './fields.ts'
import { countValues, fieldsOf } from './values.ts'

let app: TestApp
let owner: Someone
let ids: string[]

const fields = 200
const contacts = 5_000
const withValues = 10

before(async () => {
  app = await startApp({ alone: true })
  owner = await app.given.organization()
  const { orgId } = owner
  ids = Array.from({ length: contacts }, () => newId())
  await app.database.inOrg(orgId, async (db) => {
    await sql`insert into contacts (org_id, id, full_name) select ${orgId}, id, 'x' from unnest(${ids}::uuid[]) as c (id)`.execute(
      db,
    )
    await sql`
      insert into fields (org_id, id, kind, key, name, type, place)
      select ${orgId}, gen_random_uuid(), 'contact', 'f' || n, 'F' || n, case when n % 2 = 0 then 'text' else 'number' end, n
      from generate_series(1, ${fields}) n`.execute(db)
    await sql`
      insert into field_values (org_id, field_id, record_id, text_value, number_value)
      select ${orgId}, f.id, c.id, case when f.type = 'text' then 'x' end, case when f.type = 'number' then f.place end
      from unnest(${ids}::uuid[]) with ordinality as c (id, n)
      join fields f on f.org_id = ${orgId} and (f.place + c.n) % ${fields / withValues} = 0`.execute(db)
    await sql`
      insert into tags (org_id, id, name, name_key, hue)
      select ${orgId}, gen_random_uuid(), 't' || n, 't' || n, 1 from generate_series(1, 500) n`.execute(db)
    await sql`
      insert into record_tags (org_id, kind, record_id, tag_id)
      select ${orgId}, 'contact', c.id, t.id from unnest(${ids}::uuid[]) with ordinality as c (id, n)
      join (select id, row_number() over (order by id) as n from tags where org_id = ${orgId}) t on (t.n + c.n) % 100 = 0`.execute(
      db,
    )
  })
  await sql`analyze contacts, fields, field_values, tags, record_tags`.execute(app.database.db)
})
after(() => app?.stop())

/** How often each of the tables was read whole, so far. */
const readWhole = async (): Promise<Record<string, number>> => {
  await sql`select pg_stat_force_next_flush()`.execute(app.database.db)
  const { rows } = await sql<{ relname: string; scans: number }>`
    select relname, seq_scan::int as scans from pg_stat_user_tables
    where relname in ('field_values', 'record_tags', 'contacts')`.execute(app.database.db)
  return Object.fromEntries(rows.map(({ relname, scans }) => [relname, scans]))
}

test('the values and tags of a page of records are read by index, however many records and fields there are', async () => {
  const page = ids.slice(0, 50)
  const before = await readWhole()
  const begun = performance.now()
  await app.database.inOrg(owner.orgId, async (db) => {
    const known = await findFields(db, owner.orgId, { kind: 'contact' })
    const values = await fieldsOf(db, owner.orgId, 'contact', page, known)
    assert.equal(Object.keys(values.get(page[0] as string) ?? {}).length, fields)
    assert.equal(Object.values(values.get(page[0] as string) ?? {}).filter((each) => each !== null).length, withValues)
    assert.equal((await tagsOf(db, owner.orgId, 'contact', page)).get(page[0] as string)?.length, 5)
    assert.equal(await countValues(db, owner.orgId, known[0] as (typeof known)[number]), contacts / (fields / withValues))
    assert.equal((await countUses(db, owner.orgId)).size, 500)
    await sql`select pg_stat_force_next_flush()`.execute(db)
  })
  const ms = performance.now() - begun
  assert.deepEqual(await readWhole(), before)
  assert.ok(ms < 2_000, `${Math.round(ms)} ms`)
})
