import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let key: string
let other: Someone
before(async () => {
  app = await startApp({ alone: true }) // its jobs run over all organizations
  worker = await app.startWorker()
  key = (await app.given.key(app.owner.orgId)).text
  other = await app.given.organization('Other')
  await take({
    name: 'Zoë O’Neil-Smith',
    email: 'Zoe.Smith+news@Mail.example',
    company: 'Smith & Söhne',
    source: 'Apollo',
    external_id: 'AP-1',
  })
  await take({ name: 'Jonas Weber', phone: '+49 1511 2345678', company: 'Weber Bau', source: 'Clay' })
  await take({ name: 'Li Chen', email: 'li@chen.example', company: "O'Brien's", source: 'Apollo' })
  const theirs = (await app.given.key(other.orgId)).text
  assert.equal((await app.post({ name: 'Zoë Elsewhere', email: 'zoe@elsewhere.example' }, theirs)).status, 200)
  await indexed(4)
})
after(async () => {
  await worker.stop()
  await app.stop()
})

const take = async (body: object): Promise<void> => {
  const reply = await app.post(body, key)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

/** The words are written behind the intake, within a second. */
const indexed = async (leads: number): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    const found = await Promise.all(
      [app.owner, other].map(({ orgId }) =>
        app.database.inOrg(orgId, (db) => db.selectFrom('search_index').select('id').where('kind', '=', 'lead').execute()),
      ),
    )
    if (found.flat().length === leads) return
    await new Promise((done) => setTimeout(done, 50))
  }
  assert.fail('the words were not indexed')
}

const names = async (filter: object, as = app.owner): Promise<string[]> => {
  const reply = await app.call('list-leads', filter, as)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return (reply.body.leads as unknown as { full_name: string }[]).map((lead) => lead.full_name)
}

for (const typed of [
  'zoë',
  'ZOË',
  'o’neil',
  'smith',
  'zoe.smith',
  'zoe.smith+news@mail',
  'mail.example',
  'söhne',
  'ap-1',
  'zoë smith söhne',
])
  test(`a lead is found by the beginnings of its words: ${typed}`, async () => {
    assert.deepEqual(await names({ search: typed }), ['Zoë O’Neil-Smith'])
  })

for (const typed of ['+4915112345', '4915112345678', '+49 1511 2345', '0151 12345678', '15112345678', '5678', '(345) 678'])
  test(`a lead is found by its number as it is typed, as it is dialled at home, and by its last digits: ${typed}`, async () => {
    assert.deepEqual(await names({ search: typed }), ['Jonas Weber'])
  })

test('digits in the middle of a number, or three at its end, find no contact', async () => {
  for (const typed of ['15112345', '678']) assert.deepEqual(await names({ search: typed }), [], typed)
})

test('nothing that is typed is read as an operator, and nothing breaks a search', async () => {
  for (const typed of [
    "o'brien",
    "'",
    "''",
    '\\',
    "a' | 'b",
    '!zoë',
    'zoë:*',
    '<->',
    '&',
    '%',
    '*',
    'x'.repeat(200),
    '(',
    '日本',
    '🙂',
  ])
    assert.equal((await app.call('list-leads', { search: typed })).status, 200, typed)
  assert.deepEqual(await names({ search: "o'brien" }), ['Li Chen'])
  assert.deepEqual(await names({ search: "zoë' | 'jonas" }), [])
})

test('a search holds together with source and time', async () => {
  assert.deepEqual(await names({ search: 'example', source: 'apollo' }), ['Li Chen', 'Zoë O’Neil-Smith'])
  assert.deepEqual(await names({ search: 'li', source: 'clay' }), [])
  assert.deepEqual(await names({ source: 'clay' }), ['Jonas Weber'])
  assert.deepEqual(await names({ search: 'li', to: new Date(Date.now() - 3_600_000).toISOString() }), [])
  assert.deepEqual(await names({ from: new Date(Date.now() - 3_600_000).toISOString(), search: 'li' }), ['Li Chen'])
})

test('a search stays within the organization', async () => {
  assert.deepEqual(await names({ search: 'zoë' }, other), ['Zoë Elsewhere'])
})

test('a list is newest first, and read on by cursor without a gap or a repeat', async () => {
  for (let n = 0; n < 7; n++) await take({ name: `Paged ${n}`, email: `paged${n}@example.com`, source: 'paged' })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await app.call('list-leads', { source: 'paged', limit: 3, ...(cursor && { cursor }) })
    seen.push(...(body.leads as unknown as { full_name: string }[]).map((lead) => lead.full_name))
    cursor = (body.next_cursor as unknown as string | null) ?? undefined
  } while (cursor)
  assert.deepEqual(
    seen,
    [6, 5, 4, 3, 2, 1, 0].map((n) => `Paged ${n}`),
  )
})

test('a contact is found by name, address, number and company', async () => {
  for (const typed of ['jonas', '+491511234', 'weber bau']) {
    const { body } = await app.call('list-contacts', { search: typed })
    assert.deepEqual(
      (body.contacts as unknown as { full_name: string }[]).map((contact) => contact.full_name),
      ['Jonas Weber'],
      typed,
    )
  }
})

test('sources are those that brought leads', async () => {
  assert.deepEqual((await app.call('list-sources')).body.sources, ['apollo', 'clay', 'paged'])
})
