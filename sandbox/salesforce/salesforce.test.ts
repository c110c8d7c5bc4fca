import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { idOf, numberIn, wholeId } from './ids.ts'
import { Refused } from './refusals.ts'
import { parseSoql } from './soql.ts'

let box: TestSandbox
before(async () => {
  box = await startSandbox()
})
after(() => box.stop())

interface Answered {
  readonly totalSize: number
  readonly done: boolean
  readonly nextRecordsUrl?: string
  readonly records: readonly Readonly<Record<string, unknown>>[]
}

const ask = async (
  path: string,
  { method = 'GET', body, headers = {} }: { method?: string; body?: unknown; headers?: object } = {},
) => {
  const response = await fetch(`${box.address}${path}`, {
    method,
    headers: {
      ...{ authorization: 'Bearer 00DRO0000000001!AQsandbox', ...headers },
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
const data = '/services/data/v62.0'
const query = async (soql: string, path = 'query', headers = {}): Promise<Answered> => {
  const { status, body } = await ask(`${data}/${path}?q=${encodeURIComponent(soql)}`, { headers })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const refused = async (soql: string): Promise<string> => {
  const { status, body } = await ask(`${data}/query?q=${encodeURIComponent(soql)}`)
  assert.equal(status, 400)
  return body[0].errorCode
}

test('ids are in the order of their numbers, are read in both forms, and have the right check', () => {
  // The example of the vendor's own guide.
  assert.equal(wholeId('001D000000HuqNl'), '001D000000HuqNlIAJ')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.integer({ min: 1, max: 2 ** 50 }), (one, other) => {
      const id = idOf('003', one)
      assert.match(id, /^003[0-9A-Za-z]{15}$/)
      assert.equal(numberIn('003', id), one)
      assert.equal(numberIn('003', id.slice(0, 15)), one)
      assert.equal(numberIn('001', id), undefined)
      assert.equal(numberIn('003', id.slice(0, 17) + (id.endsWith('A') ? 'B' : 'A')), undefined)
      assert.equal(id.slice(0, 15) < idOf('003', other).slice(0, 15), one < other)
    }),
  )
})

test('a query outside the known part of SOQL is MALFORMED_QUERY, and never a failure', () => {
  for (const soql of [
    ...[
      '',
      'SELEC Id FROM Contact',
      'SELECT FROM Contact',
      'SELECT Id',
      'SELECT Id FROM',
      'SELECT Id FROM Contact WHERE',
      'DELETE Contact',
    ],
    ...["SELECT Id FROM Contact WHERE Name = 'x", 'SELECT Id FROM Contact LIMIT x', 'SELECT Id FROM Contact extra words'],
    ...["SELECT Id FROM Contact WHERE Name = 'a' AND Name = 'b' OR Name = 'c'", "SELECT Id FROM Contact WHERE Name = '\\x'"],
    ...['SELECT Id FROM Contact OFFSET 2001', `SELECT Id FROM Contact WHERE ${'('.repeat(50)}Id = null${')'.repeat(50)}`],
    `SELECT ${'Id,'.repeat(40_000)}Id FROM Contact`,
  ])
    assert.throws(() => parseSoql(soql), { errorCode: 'MALFORMED_QUERY' }, soql.slice(0, 60))
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      try {
        parseSoql(`SELECT Id FROM Contact ${text}`)
      } catch (error) {
        assert.ok(error instanceof Refused)
      }
    }),
  )
})

test('conditions, orders and paths give what they say', async () => {
  const count = async (where: string): Promise<number> => (await query(`SELECT COUNT() FROM Contact WHERE ${where}`)).totalSize
  const all = (await query('SELECT COUNT() FROM Contact')).totalSize
  assert.equal((await count('Email = null')) + (await count('Email != null')), all)
  assert.equal((await count("FirstName LIKE 'M%'")) + (await count("NOT FirstName LIKE 'M%'")), all)
  assert.equal((await count("LastName = 'RAO'")) + (await count("LastName NOT IN ('Rao')")), all)
  assert.equal(await count('SystemModstamp < 2024-01-01T00:30:00Z'), 30)
  assert.equal(await count('(SystemModstamp >= 2024-01-01T00:30:00Z AND IsDeleted = false)'), all - 30)
  const sorted = (await query('SELECT LastName, Id FROM Contact ORDER BY LastName DESC, Id LIMIT 10 OFFSET 5')).records
  const whole = (await query('SELECT LastName, Id FROM Contact ORDER BY LastName DESC, Id')).records
  assert.deepEqual(sorted, whole.slice(5, 15))
  const [one] = (await query('SELECT Account.Name, Account.Owner.Name FROM Contact WHERE Account.Name != null LIMIT 1')).records
  const account = one?.Account as { Name: string; Owner: { Name: string } }
  assert.ok(account.Name && account.Owner.Name)
  const [counted] = (await query('SELECT COUNT(Id) n FROM Contact')).records
  assert.equal(counted?.n, all)
})

test('names, ids and values that the org does not have are refused in the words of the vendor', async () => {
  assert.equal(await refused('SELECT Nope FROM Contact'), 'INVALID_FIELD')
  assert.equal(await refused('SELECT Id FROM Nope'), 'INVALID_TYPE')
  assert.equal(await refused("SELECT Id FROM Contact WHERE SystemModstamp > '2026-01-01'"), 'INVALID_FIELD')
  assert.equal(await refused("SELECT Id FROM Contact WHERE Id = '003x'"), 'INVALID_QUERY_FILTER_OPERATOR')
  assert.equal(await refused('SELECT Id, (SELECT Id FROM Contacts) FROM Opportunity'), 'INVALID_TYPE')
  const { status, body } = await ask(`${data}/sobjects/Contact`, { method: 'POST', body: { Email: 'x@y.example' } })
  assert.deepEqual([status, body[0].errorCode, body[0].fields], [400, 'REQUIRED_FIELD_MISSING', ['LastName']])
  for (const [given, code] of [
    [{ LastName: 'x', Email: 'none' }, 'INVALID_EMAIL_ADDRESS'],
    [{ LastName: 'x'.repeat(81) }, 'STRING_TOO_LONG'],
    [{ LastName: 'x', Favourite_Colour__c: 'Pink' }, 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST'],
    [{ LastName: 'x', Name: 'x' }, 'INVALID_FIELD_FOR_INSERT_UPDATE'],
    [{ LastName: 'x', Contract_End__c: 'soon' }, 'JSON_PARSER_ERROR'],
    [{ LastName: 'x', AccountId: '001RO0000zzzzzz' }, 'INVALID_CROSS_REFERENCE_KEY'],
  ] as const)
    assert.equal((await ask(`${data}/sobjects/Contact`, { method: 'POST', body: given })).body[0].errorCode, code)
  const unsigned = await fetch(`${box.address}${data}/limits`)
  assert.deepEqual(
    [unsigned.status, ((await unsigned.json()) as { errorCode: string }[])[0]?.errorCode],
    [401, 'INVALID_SESSION_ID'],
  )
})

test('a locator works once, batches have their size, and the total is that of the whole query', async () => {
  const first = await query('SELECT Id FROM Contact', 'query', { 'sforce-query-options': 'batchSize=200' })
  assert.deepEqual([first.totalSize, first.done, first.records.length], [60, true, 60])
  await box.turn('salesforce', { kind: 'short_batch' })
  const short = await query('SELECT Id FROM Contact', 'query', { 'sforce-query-options': 'batchSize=200' })
  await box.turn('salesforce')
  assert.deepEqual([short.totalSize, short.done, short.records.length], [60, false, 20])
  const next = await ask(short.nextRecordsUrl ?? '')
  assert.deepEqual(
    [next.status, next.body.done, next.body.records[0].Id > String(short.records.at(-1)?.Id)],
    [200, false, true],
  )
  const again = await ask(short.nextRecordsUrl ?? '')
  assert.deepEqual([again.status, again.body[0].errorCode], [400, 'INVALID_QUERY_LOCATOR'])
})

test('changes in one second are in the order of ids, as the service knows whole seconds only', async () => {
  const ids = (await query('SELECT Id FROM Account ORDER BY Id LIMIT 3')).records.map(({ Id }) => String(Id))
  const at = Date.UTC(2025, 0, 1)
  const edit = ids.map((id, index) => ({ entity: 'companies', id, at: at + 900 - index * 300 }))
  const { status } = await ask('/sandbox/salesforce/_records', { method: 'POST', body: { edit } })
  assert.equal(status, 200)
  const { records } = await query(
    'SELECT Id, SystemModstamp FROM Account WHERE SystemModstamp >= 2025-01-01T00:00:00Z ORDER BY SystemModstamp, Id',
  )
  assert.deepEqual(
    records.map(({ Id, SystemModstamp }) => [Id, SystemModstamp]),
    ids.map((id) => [id, '2025-01-01T00:00:00.000+0000']),
  )
  const classic = `SystemModstamp > 2025-01-01T00:00:00Z OR (SystemModstamp = 2025-01-01T00:00:00Z AND Id > '${ids[0]}')`
  const after = await query(`SELECT Id FROM Account WHERE ${classic} ORDER BY SystemModstamp, Id`)
  assert.deepEqual(
    after.records.map(({ Id }) => Id),
    ids.slice(1),
  )
})

test('of a collection the good ones are written, or none where all must be', async () => {
  const records = [{ LastName: 'New' }, { Email: 'x@y.example' }].map((each) => ({ attributes: { type: 'Contact' }, ...each }))
  const count = async (): Promise<number> => (await query("SELECT COUNT() FROM Contact WHERE LastName = 'New'")).totalSize
  const strict = await ask(`${data}/composite/sobjects`, { method: 'POST', body: { allOrNone: true, records } })
  assert.deepEqual(
    strict.body.map(({ errors }: { errors: { statusCode: string }[] }) => errors[0]?.statusCode),
    ['ALL_OR_NONE_OPERATION_ROLLED_BACK', 'REQUIRED_FIELD_MISSING'],
  )
  assert.equal(await count(), 0)
  const loose = await ask(`${data}/composite/sobjects`, { method: 'POST', body: { records } })
  assert.deepEqual(
    loose.body.map(({ success }: { success: boolean }) => success),
    [true, false],
  )
  assert.equal(await count(), 1)
  const id = loose.body[0].id as string
  assert.equal((await ask(`${data}/sobjects/Contact/${id}`, { method: 'DELETE' })).status, 204)
  assert.deepEqual(
    (await ask(`${data}/composite/sobjects/Contact`, { method: 'POST', body: { ids: [id], fields: ['Id'] } })).body,
    [null],
  )
  assert.equal((await ask(`${data}/sobjects/Contact/${id}`)).body[0].errorCode, 'ENTITY_IS_DELETED')
  const [start, end] = [-3_600_000, 3_600_000].map((ms) => encodeURIComponent(new Date(Date.now() + ms).toISOString()))
  const log = await ask(`${data}/sobjects/Contact/deleted?start=${start}&end=${end}`)
  assert.deepEqual(
    log.body.deletedRecords.map((each: { id: string }) => each.id),
    [id],
  )
})
