import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import { crmEntities } from '#ports/crm.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { openCrmSandbox, openTestedCrm, readPages, readWhole } from '#test/support/crm.ts'
import { testedCrms } from '#test/support/crm-vendors.ts'

interface Versioned {
  readonly 'x-version'?: { readonly dated?: string }
}

/** The contract describes the numbered paths and names the dated ones. */
const openHubSpotContract = () => {
  const contract = openContract('hubspot/openapi.json')
  const paths = contract.document.paths as Readonly<Record<string, Readonly<Record<string, Versioned>>>>
  const patterns = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const dated = operation['x-version']?.dated ?? path
      return { path, method, pattern: new RegExp(`^${dated.replace(/\{\w+\}/g, '[^/]+')}$`), isPlain: !dated.includes('{') }
    }),
  )
  return {
    contract,
    /** Where the contract describes a request. */
    find(method: string, path: string): readonly [string, string] {
      const fitting = patterns.filter((each) => each.method === method.toLowerCase() && each.pattern.test(path))
      const found = fitting.find(({ isPlain }) => isPlain) ?? fitting[0]
      assert.ok(found, `the contract has ${method} ${path}`)
      return [found.path, found.method]
    },
  }
}

test('every request to HubSpot, and every answer of its simulator, match the published contract', {
  skip: withoutContracts,
}, async () => {
  const { contract, find } = openHubSpotContract()
  const box = await openCrmSandbox()
  const met = new Set<string>()
  const http: ProviderHttp = {
    async send(request) {
      const answer = await box.http.send(request)
      const url = new URL(request.url)
      const where = find(request.method, url.pathname.replace('/sandbox/hubspot', ''))
      met.add(`${where[1]} ${where[0]}`)
      const wrong = [
        ...contract.query(where, Object.fromEntries(url.searchParams)),
        ...(request.body === undefined ? [] : contract.request(where, 'application/json', JSON.parse(String(request.body)))),
        ...contract.answer(where, answer.status, JSON.parse(String(answer.body))),
      ]
      assert.deepEqual(wrong, [], `${where[1]} ${where[0]}`)
      return answer
    },
  }
  const [hubspot] = testedCrms.filter(({ slug }) => slug === 'hubspot')
  assert.ok(hubspot)
  const opened = await openTestedCrm({ ...box, http }, hubspot, { companies: 120, contacts: 120, deals: 120 })
  await opened.crm.stages()
  await opened.crm.owners()
  for (const entity of crmEntities) {
    const names = (await opened.crm.fields(entity)).map(({ name }) => name)
    const [first, second, third] = await readWhole(opened, entity, names)
    await readPages((cursor) => opened.crm.changed(entity, { fields: names, cursor, since: new Date(0) }))
    await readPages((cursor) => opened.crm.ids(entity, cursor))
    await opened.control({
      remove: [{ entity, id: first?.id ?? '' }],
      merge: [{ entity, winner: second?.id ?? '', loser: third?.id ?? '' }],
    })
    const gone = await readPages((cursor) => opened.crm.gone(entity, { cursor, since: new Date(0) }))
    assert.equal(gone.flatMap((page) => page.gone).length, 3)
    await opened.crm.count(entity)
    await opened.crm.read(entity, [first?.id ?? '', second?.id ?? ''], names)
    const values = {
      companies: { name: 'A' },
      contacts: { email: 'a@new.example' },
      deals: { dealname: 'A', dealstage: '991' },
    }[entity]
    const contacts = (await opened.truth('contacts')).slice(0, 2).map(({ id }) => id)
    const company = (await opened.truth('companies'))[0]?.id ?? null
    const { id } = await opened.crm.create(entity, values, { companyId: company, contactIds: contacts })
    await opened.crm.update(entity, id, { hubspot_owner_id: null }, { unmodifiedSince: box.now() })
    await assert.rejects(opened.crm.update(entity, '1', values, { unmodifiedSince: null }))
    await assert.rejects(opened.crm.create(entity, { no_such: 'x' }, { companyId: null, contactIds: [] }))
  }
  for (const fault of ['daily_limit', 'burst_limit', 'error_500']) {
    await opened.turn(fault)
    await assert.rejects(opened.crm.count('contacts'))
    await assert.rejects(opened.crm.whose())
  }
  await opened.turn()
  await assert.rejects(opened.open('pat-eu1-expired').whose())
  for (const path of ['properties/{objectType}', 'pipelines/{objectType}', 'owners']) assert.ok(met.has(`get /crm/v3/${path}`))
  assert.ok(met.has('post /crm/v4/associations/{fromObjectType}/{toObjectType}/batch/read'))
  await box.stop()
})
