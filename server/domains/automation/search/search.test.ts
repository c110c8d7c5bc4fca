import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import type { JobContext } from '#core/context.ts'
import { newId, nilId } from '#core/ids.ts'
import { makeLog } from '#core/log.ts'
import { type Findable, findByWords, forgetWords, searchQuery } from '#core/search.ts'
import type { Tables } from '#db/tables.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { followEvents } from '#test/support/reactions.ts'
import { moveNext, moveSearch } from './move-search.ts'
import { addNumber, addWords } from './words.ts'

type Db = Kysely<Tables>

let app: TestApp
before(async () => {
  app = await startApp({ alone: true }) // all organizations have one log
})
after(() => app.stop())

// ── What a search should find ───────────────────────────────────────────────────────────────────────────────────────

const searches = ['ada', 'ada b', 'b', 'x.example', 'ref', 'ref-1', '+4930901', '901820', '1821', 'web', 'works'] as const

/** By looking at every record. */
const found = async (db: Db, orgId: string, kind: Findable, search: string, source?: string): Promise<string[]> => {
  const rows: { id: string; texts: (string | null)[]; numbers: (string | null)[]; source?: string }[] = []
  if (kind === 'lead')
    for (const lead of await db.selectFrom('leads').selectAll().where('org_id', '=', orgId).execute())
      rows.push({
        id: lead.id,
        texts: [
          lead.full_name,
          lead.email,
          lead.external_id,
          lead.source,
          (lead.metadata as { company?: string }).company ?? null,
        ],
        numbers: [lead.phone, lead.phone_e164],
        source: lead.source,
      })
  else if (kind === 'contact')
    for (const { id, full_name, email, phone, company } of await db
      .selectFrom('contacts')
      .selectAll()
      .where('org_id', '=', orgId)
      .execute())
      rows.push({ id, texts: [full_name, email, company], numbers: [phone] })
  const looks = searchQuery('contact', orgId, search)?.needles.map((each) => each.map((needle) => needle.slice(1))) ?? []
  return rows
    .filter((row) => {
      const words = new Set<string>()
      for (const text of row.texts) addWords(words, text)
      for (const number of row.numbers) addNumber(words, number)
      const all = [...words]
      return (
        (source === undefined || row.source === source) &&
        looks.every((look) => look.some((each) => all.some((word) => word.startsWith(each))))
      )
    })
    .map(({ id }) => id)
    .sort()
    .reverse()
}

const answers = async (
  db: Db,
  orgId: string,
  kind: Findable,
  search: string,
  limit: number,
  source?: string,
): Promise<string[]> => {
  const query = searchQuery(kind, orgId, search, source)
  return query ? findByWords(db, query, { limit }) : []
}

/** Whatever way the search takes: a page that is full is walked to, one that is not asks the index. */
const check = async (owner: Someone): Promise<void> => {
  await followEvents(app, owner.orgId, 'search')
  await app.database.inOrg(owner.orgId, async (db) => {
    for (const search of searches)
      for (const kind of ['lead', 'contact'] as const) {
        const wanted = await found(db, owner.orgId, kind, search)
        for (const limit of [1, 100])
          assert.deepEqual(await answers(db, owner.orgId, kind, search, limit), wanted.slice(0, limit), `${kind}: ${search}`)
      }
    assert.deepEqual(await answers(db, owner.orgId, 'lead', 'b', 100, 'web'), await found(db, owner.orgId, 'lead', 'b', 'web'))
  })
}

// ── What happens to records ─────────────────────────────────────────────────────────────────────────────────────────

const lead = fc.record({
  name: fc.constantFrom('Ada B', 'Bo Ada', 'B'),
  email: fc.option(fc.constantFrom('ada@x.example', 'b@x.example', 'bo@y.example'), { nil: undefined }),
  phone: fc.option(fc.constantFrom('+49 30 901820', '+4930901821'), { nil: undefined }),
  company: fc.option(fc.constantFrom('B-Works', 'Ada Works'), { nil: undefined }),
  source: fc.constantFrom('web', 'ref'),
  external_id: fc.option(fc.constantFrom('ref-1', 'ref-2'), { nil: undefined }),
})
const step = fc.oneof(
  { weight: 5, arbitrary: lead.map((body) => ({ does: 'lead' as const, body })) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('rename' as const), n: fc.nat(9), name: fc.constantFrom('Ada B', 'Web Ref') }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), n: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.constant({ does: 'index' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'as before' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      kind: fc.constantFrom('lead' as const, 'contact' as const),
      most: fc.integer({ min: 1, max: 3 }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const take = async (owner: Someone, key: string, did: Step): Promise<void> => {
  const { orgId } = owner
  if (did.does === 'lead') {
    const { email, phone } = did.body
    const reply = await app.post((email ?? phone) ? did.body : { ...did.body, email: 'ada@x.example' }, key)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  } else if (did.does === 'rename') {
    const contacts = (await app.call('list-contacts', { limit: 100 }, owner)).body.contacts as unknown as { id: string }[]
    const contact = contacts[did.n % Math.max(1, contacts.length)]
    if (contact)
      assert.equal((await app.call('update-contact', { contactId: contact.id, fullName: did.name }, owner)).status, 200)
  } else if (did.does === 'remove')
    await app.database.inOrg(orgId, async (db) => {
      const leads = await db.selectFrom('leads').select('id').where('org_id', '=', orgId).orderBy('id').execute()
      const gone = leads[did.n % Math.max(1, leads.length)]
      if (!gone) return
      await db.deleteFrom('leads').where('org_id', '=', orgId).where('id', '=', gone.id).execute()
      await forgetWords(db, orgId, [gone.id], [])
    })
  else if (did.does === 'index') await followEvents(app, orgId, 'search')
  else if (did.does === 'as before') await indexAsBefore(orgId)
  else await app.database.inOrg(orgId, (db) => moveNext(db, orgId, did.kind, nilId, did.most))
}

/** The words of what is indexed now, as the version before kept them. */
const indexAsBefore = (orgId: string): Promise<unknown> =>
  asOwner(app.target, async (owner) => {
    await owner.query('set row_security = off')
    await owner.query('begin')
    await owner.query(
      `with gone as (delete from foyer.search_index where org_id = $1 returning kind, id, contact_id),
         records as (
           select 'lead' as kind, l.id, l.phone,
             concat_ws(' ', 'source=' || l.source, l.full_name, l.email, l.phone_e164, l.metadata ->> 'company', l.external_id) as said
           from foyer.leads l where l.org_id = $1 and l.id in (select id from gone where kind = 'lead')
           union all
           select 'contact', c.id, c.phone, concat_ws(' ', c.full_name, c.email, c.phone, c.company)
           from foyer.contacts c where c.org_id = $1 and c.id in (select contact_id from gone))
       insert into foyer.search (org_id, kind, id, words)
       select $1, r.kind, r.id, array_to_tsvector(array_agg(distinct left(md5($1::uuid::text), 8) || ':' || left(w, 60)))
       from records r, lateral unnest(foyer.split_words(r.said, r.phone)) as w where w <> '' group by r.kind, r.id
       on conflict (org_id, kind, id) do update set words = excluded.words`,
      [orgId],
    )
    await owner.query('commit')
  })

// ── Promises ────────────────────────────────────────────────────────────────────────────────────────────────────────

test('a search finds the same as looking at every lead and contact, after any changes to them; also before, while and after an earlier version’s words are moved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const owner = await app.given.organization()
      const key = (await app.given.key(owner.orgId)).text
      for (const did of steps) await take(owner, key, did)
      await check(owner)
      await indexAsBefore(owner.orgId)
      await check(owner)
      await app.database.inOrg(owner.orgId, (db) => moveNext(db, owner.orgId, 'lead', nilId, 2))
      await check(owner)
    }),
    { numRuns: 15 },
  )
})

test('a lead and its new contact share an entry; a contact with other words has its own', async () => {
  const owner = await app.given.organization()
  const key = (await app.given.key(owner.orgId)).text
  for (const body of [
    { name: 'Ada', email: 'ada@x.example', external_id: 'r-1' },
    { name: 'Bo', email: 'bo@x.example' },
  ])
    assert.equal((await app.post(body, key)).status, 200)
  await followEvents(app, owner.orgId, 'search')
  const entries = () =>
    app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('search_index').select(['kind', 'contact_id']).where('org_id', '=', owner.orgId).orderBy('kind').execute(),
    )
  assert.deepEqual(
    (await entries()).map(({ kind, contact_id }) => [kind, contact_id !== null]),
    [
      ['lead', true],
      ['lead', true],
    ],
  )
  const [ada] = (await app.call('list-contacts', { search: 'ada' }, owner)).body.contacts as unknown as { id: string }[]
  assert.equal((await app.call('update-contact', { contactId: ada?.id, fullName: 'Grace' }, owner)).status, 200)
  await followEvents(app, owner.orgId, 'search')
  assert.deepEqual((await entries()).map(({ kind, contact_id }) => [kind, contact_id !== null]).sort(), [
    ['contact', true],
    ['lead', false],
    ['lead', true],
  ])
  await check(owner)
})

test('the words of earlier versions are moved by a job, all of them and each once, and the room is given back', async () => {
  const owners = [await app.given.organization(), await app.given.organization()]
  for (const { orgId } of owners) {
    const key = (await app.given.key(orgId)).text
    for (const n of [1, 2, 3])
      assert.equal((await app.post({ name: `Ada ${n}`, email: `ada${n}@x.example`, external_id: `ref-${n}` }, key)).status, 200)
    await followEvents(app, orgId, 'search')
    await indexAsBefore(orgId)
  }
  const rows = async (table: 'search' | 'search_index'): Promise<number> => {
    const counts = await Promise.all(
      owners.map(({ orgId }) =>
        app.database.inOrg(orgId, (db) => db.selectFrom(table).select('id').where('org_id', '=', orgId).execute()),
      ),
    )
    return counts.flat().length
  }
  assert.deepEqual([await rows('search'), await rows('search_index')], [12, 0])
  const { db, inOrg } = app.database
  const signal = new AbortController().signal
  await moveSearch.run({}, { db, inOrg, signal, log: makeLog({ level: 'error' }) } as JobContext)
  assert.deepEqual([await rows('search'), await rows('search_index')], [0, 6])
  for (const owner of owners) await check(owner)
  const { rows: sizes } = await asOwner(app.target, (owner) =>
    owner.query(`select pg_relation_size('foyer.search')::int as bytes`),
  )
  assert.equal(sizes[0].bytes, 0)
})

test('a list that was searched says how far behind the search is, and no other does', async () => {
  const owner = await app.given.organization()
  const behind = async (action: string, search?: string) =>
    (await app.call(action, { ...(search && { search }) }, owner)).body.search_behind_seconds as unknown as number | null
  assert.equal((await app.post({ name: 'Ada', email: 'ada@x.example' }, (await app.given.key(owner.orgId)).text)).status, 200)
  for (const action of ['list-leads', 'list-contacts', 'fetch-admin-chats']) {
    assert.equal(await behind(action), null, action)
    const seconds = await behind(action, 'ada')
    assert.ok(seconds !== null && seconds > 0, `${action}: ${seconds}`)
  }
  await followEvents(app, owner.orgId, 'search')
  assert.equal(await behind('list-leads', 'ada'), 0)
})

test('while another writes words, none are moved', async () => {
  const owner = await app.given.organization()
  await app.database.inOrg(owner.orgId, async (db) => {
    await sql`select from directory.event_cursors where reader = 'search' for update`.execute(db)
    assert.equal(await app.database.inOrg(owner.orgId, (other) => moveNext(other, owner.orgId, 'lead', newId(), 1)), null)
  })
})
