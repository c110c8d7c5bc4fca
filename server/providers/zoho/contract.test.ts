import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import { crmEntities } from '#ports/crm.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox } from '#test/support/sandbox.ts'
import { zohoCrm } from './port.ts'

/** The contract's path of a request: `/crm/v8/Deals/4104…/Contact_Roles` is `/crm/v8/{module_api_name}/{id}/{related_list}`. */
const pathOf = (path: string): string => {
  const [, , , first = '', second, third] = path.split('/')
  if (['settings', 'users', 'org', 'coql'].includes(first)) return path
  if (second === undefined) return '/crm/v8/{module_api_name}'
  if (second === 'deleted') return '/crm/v8/{module_api_name}/deleted'
  if (second === 'actions') return '/crm/v8/{module_api_name}/actions/count'
  return third === undefined ? '/crm/v8/{module_api_name}/{id}' : '/crm/v8/{module_api_name}/{id}/{related_list}'
}

test('requests to Zoho CRM, and the answers of its simulator, match the contract', { skip: withoutContracts }, async () => {
  const contract = openContract('zoho-crm/openapi.json')
  const box = await startSandbox()
  const loopback = readAllowedTarget('127.0.0.1')
  const way = makeHttp({ allowed: loopback ? [loopback] : [] })
  const seen = new Set<string>()
  const crm = zohoCrm.open({
    ...{ base: box.address, pageBase: box.address, mode: 'sandbox', now: () => new Date() },
    auth: { kind: 'oauth', token: '1000.contract' },
    http: {
      async send(request) {
        const url = new URL(request.url)
        const where = [pathOf(url.pathname), request.method.toLowerCase()] as const
        const query = Object.fromEntries(url.searchParams)
        assert.deepEqual(contract.query(where, query), [], url.pathname)
        assert.match(request.headers?.authorization ?? '', /^Zoho-oauthtoken /)
        if (request.body !== undefined)
          assert.deepEqual(contract.request(where, 'application/json', JSON.parse(String(request.body))), [], url.pathname)
        const answer = await way.send({ ...request, maxBytes: request.maxBytes ?? 1_048_576, redirects: 0 })
        // A count by a query has a column that the contract leaves open.
        if (answer.status === 204 || answer.status === 304) assert.equal(answer.body.length, 0)
        else if (!String(request.body).includes('COUNT(id)'))
          assert.deepEqual(contract.answer(where, answer.status, JSON.parse(String(answer.body))), [], url.pathname)
        seen.add(`${where.join(' ')} ${answer.status}`)
        return answer
      },
    },
  })
  try {
    await crm.whose()
    await crm.stages()
    await crm.owners()
    for (const entity of crmEntities) {
      const fields = (await crm.fields(entity)).map(({ name }) => name)
      const page = await crm.all(entity, { fields, cursor: null })
      await crm.changed(entity, { fields, cursor: null, since: new Date(0) })
      await crm.changed(entity, { fields, cursor: null, since: new Date(Date.now() + 60_000) })
      await crm.count(entity)
      await crm.ids(entity, null)
      const first = page.records[0]
      assert.ok(first)
      const name = { companies: 'Account_Name', contacts: 'Last_Name', deals: 'Deal_Name' }[entity]
      const values = { [name]: 'New', ...(entity === 'deals' && { Stage: 'Closed won' }) }
      await crm.create(entity, values, { companyId: null, contactIds: [] })
      await crm.update(entity, first.id, { [name]: 'Other' }, { unmodifiedSince: first.modifiedAt })
      await assert.rejects(crm.update(entity, first.id, { [name]: 'Third' }, { unmodifiedSince: first.modifiedAt }))
      await assert.rejects(crm.create(entity, {}, { companyId: null, contactIds: [] }))
      await assert.rejects(crm.update(entity, '410405000999999999', { [name]: 'X' }, { unmodifiedSince: null }))
      const remove = [{ entity, id: first.id }]
      await fetch(`${box.address}/sandbox/zoho/_records`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ remove }),
      })
      assert.equal((await crm.gone(entity, { since: new Date(0), cursor: null })).gone.length, 1)
    }
    for (const kind of ['daily_limit', 'error_500']) {
      await box.turn('zoho', { kind })
      await assert.rejects(crm.whose())
    }
    for (const expected of ['/crm/v8/coql post 200', '/crm/v8/coql post 204', '/crm/v8/{module_api_name} post 201'])
      assert.ok(seen.has(expected), expected)
    for (const status of [200, 400, 412]) assert.ok(seen.has(`/crm/v8/{module_api_name}/{id} put ${status}`), String(status))
  } finally {
    await box.stop()
    await way.destroy()
  }
})
