import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { followEvents } from '#test/support/reactions.ts'
import { around } from './hits.ts'
import { indexNext } from './index-earlier-records.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

interface Hit {
  readonly kind: string
  readonly id: string
  readonly name: string | null
  readonly about: string | null
  readonly amount: { minor: number; currency: string } | null
  readonly thread_id: string | null
}

const call = async (name: string, input: object, as: Someone): Promise<Record<string, unknown>> => {
  const { status, body } = await app.call(name, input, as)
  assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
  return (body as { data?: Record<string, unknown> }).data ?? (body as Record<string, unknown>)
}

const hitsOf = async (search: string, owner: Someone): Promise<Hit[]> =>
  (await call('search-records', { search }, owner)).hits as Hit[]
const kindsOf = async (search: string, owner: Someone): Promise<string[]> =>
  (await hitsOf(search, owner)).map(({ kind, name }) => `${kind} ${name}`)

/** A workspace with a record of each kind, all followed by the index. */
const given = async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  await app.post({ name: 'Nadia El Amrani', email: 'nadia@amrani.example', phone: '+91 97116 99983' }, key.text)
  const { contacts } = await (async () => {
    await followEvents(app, owner.orgId, 'search')
    return (await call('list-contacts', { search: 'nadia' }, owner)) as { contacts: { id: string }[] }
  })()
  const contactId = contacts[0]?.id ?? ''
  await call('create-company', { name: 'Amrani Atelier', domain: 'amrani.example' }, owner)
  await call('create-deal', { name: 'Small bathroom', contactId }, owner)
  await call(
    'create-invoice',
    {
      clientName: 'Nadia El Amrani',
      clientEmail: 'nadia@amrani.example',
      contactId,
      currency: 'EUR',
      lines: [{ description: 'Terrazzo tiles', quantity: '2', unitMinor: 12_000 }],
    },
    owner,
  )
  await followEvents(app, owner.orgId, 'search')
  return { owner, contactId }
}

test('an amount finds invoices with that total and deals with that value, however it is written', async () => {
  const { owner, contactId } = await given()
  await call('create-deal', { name: 'Kitchen', contactId, valueMinor: 120_000, currency: 'EUR' }, owner)
  await call('create-deal', { name: 'Tea room', contactId, valueMinor: 240, currency: 'JPY' }, owner)
  await followEvents(app, owner.orgId, 'search')
  for (const typed of ['1200', '1,200', '€1,200', '1.200,00', '1 200,00 €'])
    assert.deepEqual(await kindsOf(typed, owner), ['deal Kitchen'], typed)
  for (const typed of ['240', '240.00']) {
    const found = await kindsOf(typed, owner)
    assert.ok(found.includes('invoice Nadia El Amrani'), typed)
    assert.equal(found.includes('deal Tea room'), true, typed)
  }
  assert.deepEqual(await kindsOf('€240', owner), ['invoice Nadia El Amrani'], 'a sign names the currency')
  assert.deepEqual(await kindsOf('1201', owner), [])
  const stranger = await app.given.organization()
  assert.deepEqual(await kindsOf('1200', stranger), [])
})

test('one search finds people, companies, deals and invoices by their words, lines included', async () => {
  const { owner } = await given()
  assert.deepEqual(await kindsOf('terrazzo', owner), ['invoice Nadia El Amrani'])
  assert.deepEqual(await kindsOf('small bath', owner), ['deal Small bathroom'])
  assert.deepEqual((await kindsOf('amrani', owner)).sort(), [
    'company Amrani Atelier',
    'contact Nadia El Amrani',
    'deal Small bathroom',
    'invoice Nadia El Amrani',
    'lead Nadia El Amrani',
  ])
  const [invoice] = await hitsOf('terrazzo', owner)
  assert.deepEqual([invoice?.amount, invoice?.about], [{ minor: 24_000, currency: 'EUR' }, 'Terrazzo tiles'])
})

test('a contact is found with the id of its conversation: of its deal, else its own, and of none without one', async () => {
  const { owner, contactId } = await given()
  const found = async () => (await hitsOf('nadia', owner)).find(({ kind }) => kind === 'contact')?.thread_id
  assert.equal(await found(), null)
  const talk = (deal: string | null) =>
    app.database.inOrg(owner.orgId, (db) =>
      db
        .insertInto('conversations')
        .values({ org_id: owner.orgId, id: contactId, deal_id: deal, last_message_at: new Date() })
        .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet({ deal_id: deal }))
        .execute(),
    )
  await talk(null)
  assert.equal(await found(), contactId)
  const deal = (await hitsOf('small bath', owner))[0]?.id ?? ''
  await talk(deal)
  assert.equal(await found(), deal)
})

test('a lead is found by what it asks for, with the words around it, also where it is older than this', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  const note = 'We bought a flat and would like a terrace with a pergola before the summer.'
  const { body } = await app.post({ name: 'Lindiwe Dlamini', email: 'lindiwe@example.com', note }, key.text)
  await followEvents(app, owner.orgId, 'search')
  const found = async (): Promise<unknown> =>
    (await hitsOf('pergola', owner)).map(({ kind, name, about }) => [kind, name, about])
  assert.deepEqual(await found(), [['lead', 'Lindiwe Dlamini', note]])
  // As an earlier version left it.
  await app.database.inOrg(owner.orgId, async (db) => {
    const id = String(body.lead_id)
    await sql`update search_index set words = replace(words, '/pergola', '') where org_id = ${owner.orgId} and id = ${id}`.execute(
      db,
    )
    await sql`insert into unsearched_records (org_id, kind, id) values (${owner.orgId}, 'lead', ${id})`.execute(db)
  })
  assert.deepEqual(await found(), [])
  await app.database.inOrg(owner.orgId, (db) => indexNext(db, owner.orgId, '00000000-0000-0000-0000-000000000000'))
  assert.deepEqual(await found(), [['lead', 'Lindiwe Dlamini', note]])
})

test('a number is found as it is dialled at home, by its last digits, and with its calling code', async () => {
  const { owner } = await given()
  for (const search of ['9711699983', '+91 97116 99983', '099983', '97116 99983', '0097116-99983', '+91 (0) 97116 99983'])
    assert.ok((await kindsOf(search, owner)).includes('contact Nadia El Amrani'), search)
  assert.deepEqual(await kindsOf('97116 99984', owner), [])
})

test('a renamed deal is found by its new name alone, and one in the bin by no name', async () => {
  const { owner } = await given()
  const [deal] = await hitsOf('bathroom', owner)
  await call('update-deal', { dealId: deal?.id, name: 'Kitchen island' }, owner)
  await followEvents(app, owner.orgId, 'search')
  assert.deepEqual(await kindsOf('bathroom', owner), [])
  assert.deepEqual(await kindsOf('island', owner), ['deal Kitchen island'])
  await app.database.inOrg(owner.orgId, (db) => sql`update deals set deleted_at = now() where id = ${deal?.id}`.execute(db))
  assert.deepEqual(await kindsOf('island', owner), [])
})

test('a workspace finds nothing of another one', async () => {
  const { owner } = await given()
  const stranger = await app.given.organization()
  assert.deepEqual(await kindsOf('amrani', stranger), [])
  assert.notDeepEqual(await kindsOf('amrani', owner), [])
})

test('records of an earlier version are indexed by the job, once each', async () => {
  const { owner } = await given()
  const [deal] = await hitsOf('bathroom', owner)
  await app.database.inOrg(owner.orgId, async (db) => {
    await sql`delete from search_index where org_id = ${owner.orgId} and kind = 'record'`.execute(db)
    await sql`insert into unsearched_records (org_id, kind, id) select org_id, 'deal', id from deals where org_id = ${owner.orgId}`.execute(
      db,
    )
  })
  assert.deepEqual(await kindsOf('bathroom', owner), [])
  const piece = await app.database.inOrg(owner.orgId, (db) =>
    indexNext(db, owner.orgId, '00000000-0000-0000-0000-000000000000'),
  )
  assert.deepEqual(piece, { count: 1, last: deal?.id })
  assert.deepEqual(await kindsOf('bathroom', owner), ['deal Small bathroom'])
})

test('the words around what was found are cut to a line', () => {
  assert.equal(around('We want a small bathroom.', 'small'), 'We want a small bathroom.')
  const long = `${'Before that. '.repeat(30)}Terrazzo in the bathroom${' and more'.repeat(30)}`
  assert.match(around(long, 'terrazzo') ?? '', /^….*Terrazzo in the bathroom.*…$/)
  assert.equal(around('', 'x'), null)
})

test('lists and boards find by words what is older than all that they compare letter by letter', async () => {
  const { owner, contactId } = await given()
  await app.database.inOrg(owner.orgId, async (db) => {
    await sql`insert into deals (org_id, id, name, kind, pipeline_id, stage_id, rank)
      select d.org_id, uuidv7(make_interval(secs => 1)), 'Garden ' || n, 'manual', d.pipeline_id, d.stage_id, 'a' || n
      from deals d, generate_series(1, 1000) n`.execute(db)
    await sql`insert into companies (org_id, id, name) select ${owner.orgId}, uuidv7(make_interval(secs => 1)), 'Garden ' || n
      from generate_series(1, 5000) n`.execute(db)
  })
  const dealsOf = async (search: string): Promise<unknown[]> => {
    const { stages } = (await call('show-board', { search }, owner)) as {
      stages: { count: number; deals: { name: string }[] }[]
    }
    const { deals } = (await call('list-deals', { search }, owner)) as { deals: { name: string }[] }
    const shown = stages.flatMap((stage) => stage.deals.map(({ name }) => name))
    assert.deepEqual(
      shown,
      deals.map(({ name }) => name),
    )
    return [stages.reduce((sum, { count }) => sum + count, 0), shown[0]]
  }
  const companiesOf = async (search: string): Promise<string[]> =>
    ((await call('list-companies', { search }, owner)) as { companies: { name: string }[] }).companies.map(({ name }) => name)

  assert.deepEqual(await dealsOf('bathr'), [1, 'Small bathroom'])
  assert.deepEqual(await dealsOf('9711699983'), [1, 'Small bathroom'], 'by the number of its contact')
  assert.deepEqual(await dealsOf('throom'), [0, undefined], 'only the newest are compared within words')
  assert.deepEqual(await dealsOf('arden 1000'), [1, 'Garden 1000'])
  assert.deepEqual(await companiesOf('atel'), ['Amrani Atelier'])
  assert.deepEqual(await companiesOf('amrani.ex'), ['Amrani Atelier'])
  assert.deepEqual(await companiesOf('arden 4999'), ['Garden 4999'])
  const { deals } = (await call('list-deals', { contactId }, owner)) as { deals: { id: string }[] }
  await call('delete-records', { kind: 'deal', ids: deals.map(({ id }) => id) }, owner)
  assert.deepEqual(await dealsOf('bathr'), [0, undefined], 'not what is in the bin')
})
