import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let box: TestSandbox
let token = ''
let account = 0
let aheadMs = 0

const call = async (path: string, init: { method?: string; headers?: Record<string, string>; body?: unknown } = {}) => {
  const { method = 'GET', headers = {}, body } = init
  const response = await fetch(`${box.address}/crm/v8${path}`, {
    method,
    headers: { authorization: `Zoho-oauthtoken ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
}
const control = (wishes: object) =>
  fetch(`${box.address}/sandbox/zoho/_records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wishes),
  })
const coql = (query: string) => call('/coql', { method: 'POST', body: { select_query: query } })
const refusal = ({ status, body }: Awaited<ReturnType<typeof call>>): [number, string] => [status, body.code]

before(async () => {
  box = await startSandbox({ now: () => new Date(Date.now() + aheadMs) })
})
beforeEach(async () => {
  await box.turn('zoho')
  token = `1000.own-${++account}`
  await call('/org')
})
after(() => box.stop())

test('a list wants its fields, 50 at most, and shows 2,000 records without a page token', async () => {
  assert.deepEqual(refusal(await call('/Contacts')), [400, 'REQUIRED_PARAM_MISSING'])
  const many = Array.from({ length: 51 }, (_, at) => `F${at}`).join(',')
  assert.deepEqual(refusal(await call(`/Contacts?fields=${many}`)), [400, 'LIMIT_EXCEEDED'])
  assert.deepEqual(refusal(await call('/Contacts?fields=Email&page=11')), [400, 'DISCRETE_PAGINATION_LIMIT_EXCEEDED'])
  assert.deepEqual(refusal(await call('/Nowhere?fields=Email')), [404, 'INVALID_MODULE'])
  const newest = await call('/Contacts?fields=Email&per_page=5')
  assert.equal(newest.body.data[0].id, '410405000200000060')
  await control({ reseed: { contacts: 0, companies: 0, deals: 0 } })
  assert.equal((await call('/Contacts?fields=Email')).status, 204)
})

test('page tokens go on with the very same parameters, for a day, to the 100,000th record', async () => {
  await control({ reseed: { contacts: 450, companies: 1, deals: 0 } })
  const query = 'fields=Email&sort_by=Modified_Time&sort_order=asc'
  const ids: string[] = []
  let next: string | null = null
  do {
    const page: Awaited<ReturnType<typeof call>> = await call(`/Contacts?${query}${next === null ? '' : `&page_token=${next}`}`)
    ids.push(...page.body.data.map(({ id }: { id: string }) => id))
    next = page.body.info.next_page_token
  } while (next !== null)
  assert.equal(new Set(ids).size, 450)
  assert.equal(ids.length, 450)
  const first = (await call(`/Contacts?${query}`)).body.info.next_page_token
  const other = await call(`/Contacts?${query.replace('Email', 'Phone')}&page_token=${first}`)
  assert.deepEqual(refusal(other), [400, 'TOKEN_BOUND_DATA_MISMATCH'])
  await box.turn('zoho', { kind: 'token_lost' })
  assert.deepEqual(refusal(await call(`/Contacts?${query}&page_token=${first}`)), [400, 'EXPIRED_VALUE'])
  await box.turn('zoho')
  aheadMs += 86_400_001
  assert.deepEqual(refusal(await call(`/Contacts?${query}&page_token=${first}`)), [400, 'EXPIRED_VALUE'])
})

test('If-Modified-Since answers 304 for none, by whole seconds', async () => {
  const at = (text: string) => ({ headers: { 'if-modified-since': text } })
  assert.equal((await call('/Contacts?fields=Email', at('2024-01-01T00:59:01+00:00'))).status, 304)
  const last = await call('/Contacts?fields=Email', at('2024-01-01T06:29:00+05:30'))
  assert.equal(last.body.data.length, 1)
  assert.equal((await call('/Contacts?fields=Email', at('yesterday'))).status, 400)
})

test('only the vendor’s own form of a token is accepted', async () => {
  for (const authorization of ['Bearer 1000.x', 'Zoho-oauthtoken wrong', 'Zoho-oauthtoken 1000.expired', ''])
    assert.equal((await call('/org', { headers: { authorization } })).status, 401, authorization)
})

test('a query wants a where clause, groups of two, known columns and at most 2,000 records', async () => {
  for (const [query, code] of [
    ['select id from Contacts', 'SYNTAX_ERROR'],
    ['select id from Contacts where id is not null and Email is null and Phone is null', 'SYNTAX_ERROR'],
    ['select id from Contacts where id is not null limit 2001', 'LIMIT_EXCEEDED'],
    ['select Nowhere from Contacts where id is not null', 'INVALID_QUERY'],
    ["select id from Contacts where Email = 'x' order by Email", 'SYNTAX_ERROR'],
    ['drop table Contacts', 'SYNTAX_ERROR'],
  ] as const)
    assert.deepEqual(refusal(await coql(query)), [400, code], query)
  const found = await coql(
    "select id, Account_Name from Contacts where ((Email is null and id > 410405000200000000) or Last_Name = 'no''one') limit 5",
  )
  assert.deepEqual(
    found.body.data.map(({ id }: { id: string }) => id),
    ['410405000200000030', '410405000200000060'],
  )
  assert.deepEqual(Object.keys(found.body.data[0].Account_Name), ['id'])
  const backwards = await coql('select id from Contacts where id < 410405000200000060 order by id desc limit 2')
  assert.deepEqual(
    backwards.body.data.map(({ id }: { id: string }) => id),
    ['410405000200000059', '410405000200000058'],
  )
})

test('each record of a write has its own result: some failed, all failed, changed meanwhile', async () => {
  const write = (method: string, path: string, data: object[], headers = {}) =>
    call(path, { method, headers, body: { data, trigger: [] } })
  const some = await write('POST', '/Contacts', [{ Last_Name: 'A' }, { Email: 'x@x.example' }])
  assert.equal(some.status, 207)
  assert.deepEqual(
    some.body.data.map(({ code }: { code: string }) => code),
    ['SUCCESS', 'MANDATORY_NOT_FOUND'],
  )
  assert.equal((await write('POST', '/Contacts', [{ Email: 'x@x.example' }])).status, 400)
  const id = some.body.data[0].details.id
  const late = await write('PUT', '/Contacts', [{ id, Phone: '1' }], { 'if-unmodified-since': '2024-01-01T00:00:00+00:00' })
  assert.deepEqual([late.status, late.body.data[0].code], [412, 'ALREADY_MODIFIED'])
  const wrong = await write('PUT', '/Contacts', [{ id, Email: 'nowhere' }])
  assert.deepEqual([wrong.status, wrong.body.data[0].details.api_name], [400, 'Email'])
})

test('a count that lags knows nothing of the last minute', async () => {
  await control({
    remove: [{ entity: 'contacts', id: '410405000200000001' }],
    create: [{ entity: 'companies', values: { name: 'New' } }],
  })
  assert.equal((await call('/Contacts/actions/count')).body.count, 60)
  assert.equal((await call('/Accounts/actions/count')).body.count, 20)
  aheadMs += 61_000
  assert.equal((await call('/Contacts/actions/count')).body.count, 59)
  assert.equal((await call('/Accounts/actions/count')).body.count, 21)
})

test('lists, single records and modules match the contract', { skip: withoutContracts }, async () => {
  const contract = openContract('zoho-crm/openapi.json')
  for (const [path, where] of [
    ['/Contacts?fields=Email,Account_Name,Owner', '/crm/v8/{module_api_name}'],
    ['/Deals?fields=Amount,Stage,Contact_Name&per_page=3', '/crm/v8/{module_api_name}'],
    ['/Accounts/410405000100000001?fields=Account_Name', '/crm/v8/{module_api_name}/{id}'],
    ['/Accounts/actions/count', '/crm/v8/{module_api_name}/actions/count'],
    ['/settings/modules', '/crm/v8/settings/modules'],
    ['/Contacts', '/crm/v8/{module_api_name}'],
  ] as const) {
    const { status, body } = await call(path)
    assert.deepEqual(contract.answer([where, 'get'], status, body), [], path)
  }
})
