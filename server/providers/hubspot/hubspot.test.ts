import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Answer } from '#core/outbound/http.ts'
import type { ProviderHttp, ProviderRequest } from '#core/outbound/provider-http.ts'
import type { Crm } from '#ports/crm.ts'
import { type CrmSandbox, describeFields, failure, openCrmSandbox, openTestedCrm, readWhole } from '#test/support/crm.ts'
import { type TestedCrm, testedCrms } from '#test/support/crm-vendors.ts'
import { hubspotCrmOf } from './crm.ts'
import { momentOf, readValue } from './values.ts'

const hubspot = testedCrms.find(({ slug }) => slug === 'hubspot') as TestedCrm
let box: CrmSandbox
before(async () => {
  box = await openCrmSandbox()
})
after(() => box.stop())

const none = { companyId: null, contactIds: [] }

type Said = {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Record<string, string>
  readonly isCut?: boolean
}

/** HubSpot as a test says it. */
const scripted = (answer: (request: ProviderRequest) => Said, at = new Date('2026-11-27T10:20:00Z')): Crm => {
  const http: ProviderHttp = {
    async send(request): Promise<Answer> {
      const { status = 200, body, headers = {}, isCut = false } = answer(request)
      const whole = isCut
        ? Buffer.alloc(request.maxBytes ?? 0)
        : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
      return { status, headers, body: whole, isCut, url: request.url }
    },
  }
  return hubspotCrmOf({ base: 'https://api.hubapi.com', auth: { kind: 'oauth', token: 't' }, http, now: () => at })
}
const contact = (id: string, more: object = {}) => ({
  id,
  properties: {},
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
})
const withFields = (answer: (request: ProviderRequest) => Said) => (request: ProviderRequest) =>
  request.url.includes('/properties/') ? { body: { results: [] } } : answer(request)

test('the version stands in one file and in the manifest, where it is the same', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))
  const textIn = (name: string): string => readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
  const dated = /\d{4}-(03|09)/
  assert.deepEqual(files.filter((name) => dated.test(textIn(name).replace(/\/\*\*.*?\*\//gs, ''))).sort(), [
    'provider.ts',
    'version.ts',
  ])
  const version = /const version = '(.+)'/.exec(textIn('version.ts'))?.[1] ?? ''
  for (const [, found] of textIn('provider.ts').matchAll(/\/(\d{4}-\d\d)\//g)) assert.equal(found, version)
  assert.deepEqual(
    files.filter((name) => /\/v[34]\//.test(textIn(name))),
    [],
  )
})

test('values are read in either form', () => {
  assert.equal(readValue('1764201600000', 'date'), '2025-11-27')
  assert.equal(readValue('2026-11-27T00:00:00Z', 'date'), '2026-11-27')
  assert.equal(readValue('1764201600000', 'time'), '2025-11-27T00:00:00.000Z')
  assert.equal(readValue('2026-11-27T09:00:00+01:00', 'time'), '2026-11-27T08:00:00.000Z')
  assert.equal(readValue('1.25E7', 'number'), '12500000')
  assert.equal(readValue('1E-7', 'number'), '0.0000001')
  assert.equal(readValue('1764201600000', 'text'), '1764201600000')
  assert.equal(readValue(';a;b', 'choices'), 'a;b')
  assert.equal(readValue('', 'text'), null)
  assert.equal(momentOf('yesterday'), null)
})

test('more properties than an address takes are read in a second call, with the same result', async () => {
  const opened = await openTestedCrm(box, hubspot, { companies: 120 })
  const { names, read, there } = await describeFields(opened, hubspot, 'companies')
  const many = [...names, ...Array.from({ length: 500 }, (_, at) => `removed_property_number_${at}`)]
  const before = box.sent.length
  const found = await readWhole(opened, 'companies', many)
  assert.deepEqual(found.map(read), (await opened.truth('companies')).map(there))
  assert.equal(box.sent.slice(before).filter((operation) => operation === 'crm.companies.batchApi.read').length, 2)
})

test('a page that is too large is asked for in smaller ones, and a record that is too large is named', async () => {
  const asked: string[] = []
  const crm = scripted(
    withFields(({ url }) => {
      const query = new URL(url).searchParams
      asked.push(query.get('limit') ?? '')
      const isBare = query.get('properties') === 'hs_object_id'
      if (query.get('after') === null)
        return query.get('limit') === '10'
          ? { body: { results: [contact('1'), contact('2')], paging: { next: { after: '2' } } } }
          : { body: null, isCut: true }
      return isBare ? { body: { results: [contact('3')] } } : { body: null, isCut: true }
    }),
  )
  const first = await crm.all('companies', { fields: ['name'], cursor: null })
  assert.deepEqual(asked, ['100', '10'])
  assert.deepEqual(
    first.records.map(({ id }) => id),
    ['1', '2'],
  )
  const second = await crm.all('companies', { fields: ['name'], cursor: first.next })
  assert.deepEqual(second.records, [])
  assert.deepEqual(
    second.unreadable.map(({ id }) => id),
    ['3'],
  )
  assert.equal(second.next, null)
})

test('after a page that was too large pages grow again', async () => {
  const asked: number[] = []
  const crm = scripted(
    withFields(({ url }) => {
      const query = new URL(url).searchParams
      const limit = Number(query.get('limit'))
      asked.push(limit)
      const after = Number(query.get('after') ?? 0)
      return after === 0 && limit > 10
        ? { body: null, isCut: true }
        : { body: { results: [contact(String(after + 1))], paging: { next: { after: String(after + 1) } } } }
    }),
  )
  let cursor: string | null = null
  for (let page = 0; page < 6; page++) cursor = (await crm.all('companies', { fields: ['name'], cursor })).next
  assert.deepEqual(asked, [100, 10, 20, 40, 80, 100, 100])
})

test('a record that cannot be read is named, and the others of its page are there', async () => {
  const results = [
    contact('1'),
    { id: '2' },
    contact('3', { properties: { name: { nested: true } } }),
    'nothing',
    contact('5', { updatedAt: 1_764_201_600_000 }),
  ]
  const page = await scripted(withFields(() => ({ body: { results } }))).all('companies', { fields: ['name'], cursor: null })
  assert.deepEqual(
    page.records.map(({ id }) => id),
    ['1', '5'],
  )
  assert.equal(page.records[1]?.modifiedAt?.toISOString(), '2025-11-27T00:00:00.000Z')
  assert.deepEqual(
    page.unreadable.map(({ id }) => id),
    ['2', '3', ''],
  )
})

test('associations that could not be read do not pass for none', async () => {
  const errors = [{ status: 'error', category: 'INTERNAL_ERROR', message: 'try again' }]
  const crm = scripted(
    withFields(({ url }) =>
      url.includes('/associations/')
        ? { status: 207, body: { results: [], errors } }
        : { body: { results: [contact('1')], total: 1 } },
    ),
  )
  await failure(crm.changed('contacts', { fields: [], cursor: null, since: new Date(0) }), 'broken')
})

test('limits say for how long: a second of searches, ten seconds of the rest, and of a day until the next hour begins', async () => {
  const refusing = (policyName: string, headers = {}) =>
    scripted(() => ({ status: 429, headers, body: { status: 'error', message: 'limit', errorType: 'RATE_LIMIT', policyName } }))
  assert.equal((await failure(refusing('SECONDLY').count('contacts'), 'busy')).retryAfterMs, 1_000)
  assert.equal((await failure(refusing('TEN_SECONDLY_ROLLING').whose(), 'busy')).retryAfterMs, 10_000)
  assert.equal((await failure(refusing('SECONDLY', { 'retry-after': '7' }).whose(), 'busy')).retryAfterMs, 7_000)
  const daily = await failure(refusing('DAILY', { 'retry-after': '0' }).whose(), 'busy')
  assert.deepEqual([daily.code, daily.retryAfterMs], ['daily', 40 * 60_000])
})

test('the allowance is that of the scarcest window, and a day ends at midnight of the account', async () => {
  const opened = await openTestedCrm(box, hubspot)
  await opened.turn('limits')
  const crm = opened.open()
  const { allowance } = await crm.all('contacts', { fields: [], cursor: null })
  assert.ok(allowance && allowance.remaining < 190 && allowance.resetsAt.getTime() - box.now().getTime() <= 10_000)
  // Twenty take less than three seconds, in which fifteen are allowed.
  const searches = await Promise.allSettled(Array.from({ length: 20 }, () => crm.count('contacts')))
  const refused = searches.flatMap((each) => (each.status === 'rejected' ? each.reason.code : []))
  assert.ok(refused.length >= 5, String(refused.length))
  assert.deepEqual([...new Set(refused)], ['SECONDLY'])
  await opened.turn()
  const leftOf = async (daily: number, burst: number) => {
    const headers = {
      ...{ 'x-hubspot-ratelimit-daily': '250000', 'x-hubspot-ratelimit-daily-remaining': String(daily) },
      ...{ 'x-hubspot-ratelimit-max': '190', 'x-hubspot-ratelimit-remaining': String(burst) },
    }
    const said = scripted(
      withFields(({ url }) =>
        url.includes('account-info')
          ? { body: { portalId: 1, utcOffsetMilliseconds: -18_000_000 } }
          : { headers, body: { results: [] } },
      ),
    )
    assert.equal(await said.left(), null)
    await said.read('companies', ['1'], [])
    return said.left()
  }
  const ofDay = { resetsAt: new Date('2026-11-28T05:00:00Z') }
  assert.deepEqual(await leftOf(12, 90), { remaining: 12, ...ofDay })
  assert.deepEqual(
    await leftOf(2_000, 90),
    { remaining: 2_000, ...ofDay },
    'a hundredth of the day is scarcer than half of a burst',
  )
  assert.equal((await leftOf(200_000, 90))?.remaining, 90)
})

test('a contact whose address is taken is refused with the id of the other, and a missing scope is named', async () => {
  const opened = await openTestedCrm(box, hubspot)
  const [first] = await opened.truth('contacts')
  const error = await failure(opened.crm.create('contacts', { email: first?.values.email ?? '' }, none), 'refused')
  assert.equal(error.code, 'exists')
  assert.ok(error.reason.includes(first?.id ?? '-'))
  const context = { requiredGranularScopes: ['crm.objects.companies.write'] }
  const body = {
    status: 'error',
    message: 'no',
    category: 'MISSING_SCOPES',
    errors: [{ message: 'Scopes are missing', context }],
  }
  const lacking = await failure(
    scripted(() => ({ status: 403, body })).update('companies', '1', {}, { unmodifiedSince: null }),
    'credentials',
  )
  assert.equal(lacking.lacks, 'crm.objects.companies.write')
  await failure(scripted(() => ({ status: 401, body: { status: 'error', message: 'expired' } })).whose(), 'dead')
})

test('a stage of another pipeline is written together with that pipeline', async () => {
  const opened = await openTestedCrm(box, hubspot)
  const { id } = await opened.crm.create('deals', { dealname: 'Renewal', dealstage: '991' }, none)
  const [deal] = await opened.crm.read('deals', [id], ['pipeline', 'dealstage'])
  assert.deepEqual(deal?.values, { pipeline: '75210', dealstage: '991' })
  await failure(opened.crm.update('deals', id, { dealstage: 'gone' }, { unmodifiedSince: null }), 'refused')
})

test('a page of a search ends at 10,000 records in the simulator, and both versions of a path answer the same', async () => {
  const opened = await openTestedCrm(box, hubspot, { contacts: 10_300 })
  const base = `${box.sandbox.address}/sandbox/hubspot`
  const headers = { authorization: `Bearer ${hubspot.token(opened.name)}`, 'content-type': 'application/json' }
  const search = (path: string, body: object) =>
    fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.equal((await search('/crm/v3/objects/contacts/search', { limit: 200, after: '9800' })).status, 200)
  assert.equal((await search('/crm/v3/objects/contacts/search', { limit: 200, after: '9900' })).status, 400)
  for (const [numbered, dated] of [
    ['/crm/v3/objects/0-1?limit=3&associations=companies', '/crm/objects/2026-03/contacts?limit=3&associations=companies'],
    ['/crm/v3/properties/deals', '/crm/properties/2026-03/deals'],
    ['/crm/v3/owners/?limit=1', '/crm/owners/2026-03?limit=1'],
    ['/crm/v4/objects/deals/400000001/associations/contacts', '/crm/objects/2026-03/deals/400000001/associations/contacts'],
  ]) {
    const [one, other] = [await fetch(`${base}${numbered}`, { headers }), await fetch(`${base}${dated}`, { headers })]
    assert.equal(one.status, 200)
    assert.deepEqual(await one.json(), await other.json())
  }
})
