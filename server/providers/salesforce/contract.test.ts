import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import { crmEntities } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { contractFile, openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { salesforceCrm } from './port.ts'

let box: TestSandbox
before(async () => {
  box = await startSandbox()
})
after(() => box.stop())

/** Of these the contract says nothing: they are as the vendor's guide of the REST API has them. */
const unknownToTheContract = new Set(['/services/data/{version}/composite/tree/Opportunity'])

/** An address as the contract writes it. */
const contractPath = (path: string): string =>
  path
    .replace(/^(\/services\/data\/)v[\d.]+/, '$1{version}')
    .replace(/(\/sobjects\/)\w+/, '$1{object}')
    .replace(/(\/sobjects\/\{object\}\/)\w{15,18}$/, '$1{id}')

const openChecked = () => {
  const contract = openContract('salesforce/openapi.json')
  const loopback = readAllowedTarget('127.0.0.1')
  const way = makeHttp({ allowed: loopback ? [loopback] : [] })
  const base = `${box.address}/sandbox/salesforce`
  const seen = new Set<string>()
  const wrong: string[] = []
  const http: ProviderHttp = {
    async send(request) {
      const answer = await way.send({ ...request, redirects: 0 })
      const url = new URL(request.url)
      const path = contractPath(url.pathname.slice(new URL(base).pathname.length))
      seen.add(`${request.method} ${path} ${answer.status}`)
      if (unknownToTheContract.has(path)) return answer
      const where = [path, request.method.toLowerCase()] as const
      const hasBody = answer.body.length > 0
      const said = [
        ...contract.query(where, Object.fromEntries(url.searchParams)),
        ...(request.body ? contract.request(where, 'application/json', JSON.parse(String(request.body))) : []),
        ...(hasBody ? contract.answer(where, answer.status, JSON.parse(String(answer.body))) : []),
      ]
      if (!hasBody && answer.status !== 204 && answer.status !== 412) said.push('no body')
      wrong.push(...said.map((each) => `${request.method} ${path} ${answer.status}: ${each}`))
      return answer
    },
  }
  const open = (token: string) =>
    salesforceCrm.open({
      ...{ base, pageBase: base, mode: 'sandbox', now: () => new Date(), http },
      auth: { kind: 'oauth', token },
    })
  return { open, seen, wrong }
}

test('requests to Salesforce, and answers of its simulator, match the contract', { skip: withoutContracts }, async () => {
  const { open, seen, wrong } = openChecked()
  const crm = open('00DRO0000000001!AQcontract')
  const since = new Date(0)
  await crm.whose()
  assert.ok((await crm.stages()).length > 0 && (await crm.owners()).length > 0)
  for (const entity of crmEntities) {
    const fields = (await crm.fields(entity)).map(({ name }) => name)
    const { records } = await crm.all(entity, { fields, cursor: null })
    const { next } = await crm.changed(entity, { fields, cursor: null, since })
    if (next !== null) await crm.changed(entity, { fields, cursor: next, since })
    await crm.gone(entity, { since, cursor: null })
    await crm.ids(entity, null)
    await crm.count(entity)
    const ids = records.slice(0, 5).map(({ id }) => id)
    assert.equal((await crm.read(entity, [...ids, '003RO0000zzzzzz'], fields)).length, ids.length)
  }
  const none = { companyId: null, contactIds: [] }
  const company = await crm.create('companies', { Name: 'Grün', Website: 'gruen.example', NumberOfEmployees: '4' }, none)
  const links = { companyId: company.id, contactIds: [] }
  const person = await crm.create('contacts', { LastName: 'Grün', Email: 'jo@gruen.example' }, links)
  const deal = await crm.create(
    'deals',
    { Name: 'Dach', Amount: '-50.5', CurrencyIsoCode: 'EUR' },
    { ...links, contactIds: [person.id] },
  )
  await crm.create('deals', { Name: 'Tor' }, links)
  await crm.update('companies', company.id, { Website: null }, { unmodifiedSince: company.modifiedAt })
  await crm.update('deals', deal.id, { StageName: 'Closed won' }, { unmodifiedSince: null })
  await assert.rejects(crm.update('contacts', person.id, { Title: 'X' }, { unmodifiedSince: since }), { kind: 'changed' })
  await assert.rejects(crm.update('contacts', person.id, { Email: 'none' }, { unmodifiedSince: null }), { kind: 'refused' })
  await assert.rejects(crm.update('contacts', '003RO0000zzzzzz', { Title: 'X' }, { unmodifiedSince: null }), {
    code: 'not_found',
  })
  for (const kind of ['burst_limit', 'daily_limit', 'unavailable', 'error_500', 'row_lock']) {
    await box.turn('salesforce', { kind })
    await crm.count('deals').catch(() => null)
  }
  await box.turn('salesforce')
  await assert.rejects(open('00DRO0000000001!expired').count('deals'), { kind: 'dead' })
  assert.deepEqual(wrong, [])
  const data = '/services/data/{version}'
  for (const each of [
    ...[
      `GET ${data}/query 200`,
      `GET ${data}/queryAll 200`,
      `GET ${data}/query 401`,
      `GET ${data}/query 403`,
      `GET ${data}/query 503`,
    ],
    ...[`POST ${data}/composite/sobjects/{object} 200`, `GET ${data}/sobjects/{object}/describe 200`],
    ...[
      `POST ${data}/sobjects/{object} 201`,
      `PATCH ${data}/sobjects/{object}/{id} 204`,
      `PATCH ${data}/sobjects/{object}/{id} 412`,
    ],
    ...[
      `GET ${data}/sobjects/{object}/{id} 200`,
      `POST ${data}/composite/tree/Opportunity 201`,
      'GET /services/oauth2/userinfo 200',
    ],
  ])
    assert.ok(seen.has(each), each)
})

interface Example {
  readonly operation: string
  readonly note?: string
  readonly response: { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
}

test('the contract’s answers to lists are read, or fail as they should', { skip: withoutContracts }, async () => {
  const answering = ({ status, headers, body }: Example['response']) =>
    salesforceCrm.open({
      ...{ base: 'https://mine.my.salesforce.com', pageBase: '', mode: 'live', now: () => new Date() },
      auth: { kind: 'oauth', token: 't' },
      http: {
        send: async ({ url }) => ({
          ...{ status, isCut: false, url },
          headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
          body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
        }),
      },
    })
  const kinds: Readonly<Record<string, string>> = {
    ...{ INVALID_SESSION_ID: 'dead', REQUEST_LIMIT_EXCEEDED: 'busy', INVALID_FIELD: 'refused', MALFORMED_QUERY: 'refused' },
    ...{ INVALID_TYPE: 'credentials' },
  }
  let [read, failed] = [0, 0]
  for (const { operation, note, response } of contractFile<readonly Example[]>('salesforce/examples.json')) {
    if (!/^GET \/services\/data\/\{version\}\/query(All)?$/.test(operation)) continue
    const crm = answering(response)
    if (response.status !== 200) {
      const code = (response.body as { errorCode: string }[])[0]?.errorCode ?? ''
      const error = await crm.ids('deals', null).catch((thrown: unknown) => thrown)
      assert.ok(error instanceof ProviderError, operation)
      assert.equal(error.kind, kinds[code], `${note}`)
      if (code === 'REQUEST_LIMIT_EXCEEDED') assert.equal(error.code === 'daily', note === 'day limit')
      failed += 1
    } else if (note?.startsWith('count for')) assert.equal(await crm.count('companies'), 48_214)
    else if (note?.startsWith('stages'))
      assert.deepEqual(
        (await crm.stages()).map(({ id, kind, position }) => [id, kind, position]),
        [
          ['Prospecting', 'open', 0],
          ['Closed Won', 'won', 1],
        ],
      )
    else if (note?.startsWith('changes')) {
      const page = await crm.changed('contacts', { fields: ['Email'], cursor: null, since: new Date(0) })
      assert.deepEqual(
        page.records.map(({ id, values, modifiedAt }) => [id, values.Email, modifiedAt?.toISOString()]),
        [['003RO0000035WQhYAM', 'ann@example.test', '2026-11-20T09:00:00.000Z']],
      )
      assert.equal(page.allowance?.remaining, 13_199)
      assert.equal(page.next, null)
      read += 1
    }
  }
  assert.ok(read === 1 && failed >= 6)
})

test('the contract’s answers to writes are understood', { skip: withoutContracts }, async () => {
  const fields = ['Phone', 'Email', 'Amount', 'StageName', 'LastName', 'Region__c']
  const described = {
    name: 'Any',
    fields: fields.map((name) => ({ name, type: 'string', createable: true, updateable: true })),
  }
  const outcomes: string[] = []
  for (const { operation, response } of contractFile<readonly Example[]>('salesforce/examples.json')) {
    const [method, path] = operation.split(' ')
    if (!/^(PATCH|POST) \/services\/data\/\{version\}\/sobjects\/\{object\}/.test(operation)) continue
    const crm = salesforceCrm.open({
      ...{ base: 'https://mine.my.salesforce.com', pageBase: '', mode: 'live', now: () => new Date() },
      auth: { kind: 'oauth', token: 't' },
      http: {
        send: async (request) => {
          const [status, body] =
            request.method === method
              ? [response.status, response.body]
              : [200, request.url.includes('describe') ? described : {}]
          return {
            ...{ status, headers: {}, isCut: false, url: request.url },
            body: Buffer.from(body ? JSON.stringify(body) : ''),
          }
        },
      },
    })
    const asked = path?.endsWith('{id}')
      ? crm.update('contacts', '003RO0000035WQgYAM', { Phone: '+4930123' }, { unmodifiedSince: new Date() })
      : crm.create('contacts', { Email: 'jo@example.test' }, { companyId: null, contactIds: [] })
    outcomes.push(
      await asked.then(
        ({ id }) => id,
        (error) => `${error.kind} ${error.code}: ${error.reason}`,
      ),
    )
  }
  assert.deepEqual(outcomes, [
    '003RO0000035WQgYAM',
    'changed null: The record was changed in Salesforce meanwhile.',
    'busy UNABLE_TO_LOCK_ROW: Salesforce says: UNABLE_TO_LOCK_ROW',
    'refused FIELD_CUSTOM_VALIDATION_EXCEPTION: Salesforce says: FIELD_CUSTOM_VALIDATION_EXCEPTION (Amount): A won deal needs an amount.',
    '003RO0000035WQgYAM',
    'refused REQUIRED_FIELD_MISSING: Salesforce says: REQUIRED_FIELD_MISSING (LastName)',
  ])
})
