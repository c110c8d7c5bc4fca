import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import { crmEntities } from '#ports/crm.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { contractFile, openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { pipedriveCrm } from './port.ts'

let box: TestSandbox
before(async () => {
  box = await startSandbox()
})
after(() => box.stop())

/** Of these the contract says nothing: they are as npm `pipedrive` 33.7.0 has them. */
const unknownToTheContract = new Set(['/v1/deals/summary', '/v1/deals/summary/archived'])

const openChecked = () => {
  const contract = openContract('pipedrive/openapi.json')
  const loopback = readAllowedTarget('127.0.0.1')
  const way = makeHttp({ allowed: loopback ? [loopback] : [] })
  const base = `${box.address}/sandbox/pipedrive`
  const seen = new Set<string>()
  const wrong: string[] = []
  const http: ProviderHttp = {
    async send(request) {
      const answer = await way.send({ ...request, redirects: 0 })
      const url = new URL(request.url)
      const path = url.pathname.slice(new URL(base).pathname.length).replace(/\/\d+(?=\/|$)/, '/{id}')
      if (unknownToTheContract.has(path)) return answer
      const where = [path, request.method.toLowerCase()] as const
      const said = [
        ...contract.query(where, Object.fromEntries(url.searchParams)),
        ...(request.body ? contract.request(where, 'application/json', JSON.parse(String(request.body))) : []),
        ...contract.answer(where, answer.status, JSON.parse(String(answer.body))),
      ]
      wrong.push(...said.map((each) => `${request.method} ${path} ${answer.status}: ${each}`))
      seen.add(`${request.method} ${path} ${answer.status}`)
      return answer
    },
  }
  const open = (token: string) =>
    pipedriveCrm.open({
      ...{ base, pageBase: base, mode: 'sandbox', now: () => new Date(), http },
      auth: { kind: 'key', token },
    })
  return { open, seen, wrong }
}

test('requests to Pipedrive, and answers of its simulator, match the contract', { skip: withoutContracts }, async () => {
  const { open, seen, wrong } = openChecked()
  const crm = open('c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00')
  const since = new Date(0)
  await crm.whose()
  await crm.stages()
  await crm.owners()
  const none = { companyId: null, contactIds: [] }
  for (const entity of crmEntities) {
    const fields = (await crm.fields(entity)).map(({ name }) => name)
    const { records } = await crm.all(entity, { fields, cursor: null })
    await crm.changed(entity, { fields: fields.slice(0, 20), cursor: null, since })
    const { next } = await crm.gone(entity, { since, cursor: null })
    if (next !== null) await crm.gone(entity, { since, cursor: next })
    await crm.ids(entity, null)
    await crm.count(entity)
    assert.equal(
      (
        await crm.read(
          entity,
          records.slice(0, 5).map(({ id }) => id),
          fields,
        )
      ).length,
      Math.min(5, records.length),
    )
  }
  const company = await crm.create('companies', { name: 'Grün', website: 'gruen.example', employee_count: '4' }, none)
  const links = { companyId: company.id, contactIds: [] }
  const person = await crm.create('contacts', { name: 'Jo Grün', emails: 'jo@gruen.example', phones: '+49301' }, links)
  const deal = await crm.create(
    'deals',
    { title: 'Dach', value: '-50.5', currency: 'EUR', stage_id: '2' },
    { ...links, contactIds: [person.id] },
  )
  await crm.update('companies', company.id, { website: null, address: 'Bonn' }, { unmodifiedSince: company.modifiedAt })
  await crm.update('contacts', person.id, { emails: 'neu@gruen.example', job_title: null }, { unmodifiedSince: null })
  await crm.update('deals', deal.id, { stage_id: 'won:2' }, { unmodifiedSince: null })
  await assert.rejects(crm.update('deals', deal.id, { stage_id: '99' }, { unmodifiedSince: null }))
  await assert.rejects(crm.update('deals', '999999', { title: 'x' }, { unmodifiedSince: null }))
  for (const kind of ['burst_limit', 'daily_limit', 'lost_cursors', 'error_500']) {
    await box.turn('pipedrive', { kind })
    await crm.whose().catch(() => null)
  }
  await box.turn('pipedrive')
  await assert.rejects(open('expired-c0ffee').whose())
  assert.deepEqual(wrong, [])
  for (const each of [
    ...[
      'GET /api/v2/deals/archived 200',
      'GET /v1/recents 200',
      'PATCH /api/v2/deals/{id} 200',
      'PATCH /api/v2/deals/{id} 400',
    ],
    ...['POST /api/v2/persons 201', 'GET /v1/users/me 401', 'GET /v1/users/me 429', 'GET /api/v2/deals/{id} 404'],
  ])
    assert.ok(seen.has(each), each)
})

test('answers in the examples of the contract are read, or fail with their kind', { skip: withoutContracts }, async () => {
  interface Example {
    readonly operation: string
    readonly note?: string
    readonly response: { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown }
  }
  const examples = contractFile<readonly Example[]>('pipedrive/examples.json')
  const answering = (response: Example['response']) =>
    pipedriveCrm.open({
      ...{ base: 'https://api.pipedrive.com', pageBase: '', mode: 'live', now: () => new Date() },
      auth: { kind: 'key', token: 'k' },
      http: {
        send: async ({ url }) => ({
          ...{ status: response.status, headers: response.headers ?? {}, isCut: false, url },
          body: Buffer.from(JSON.stringify(response.body)),
        }),
      },
    })
  const lists = { '/api/v2/persons': 'contacts', '/api/v2/organizations': 'companies', '/api/v2/deals': 'deals' } as const
  let read = 0
  for (const { operation, note, response } of examples)
    for (const [path, entity] of Object.entries(lists)) {
      if (operation !== `GET ${path}`) continue
      const asked = answering(response).all(entity, { fields: ['name', 'emails'], cursor: null })
      read += 1
      if (response.status === 200) {
        const { records, unreadable } = await asked
        assert.deepEqual(unreadable, [])
        assert.equal(
          records.length,
          (response.body as { data: { is_deleted: boolean }[] }).data.filter((each) => !each.is_deleted).length,
        )
      } else if (response.status === 429) {
        const code = note?.includes('day') ? 'daily' : null
        await assert.rejects(asked, { kind: 'busy', code })
      } else await assert.rejects(asked, { kind: 'refused' })
    }
  assert.ok(read >= 7)
})
