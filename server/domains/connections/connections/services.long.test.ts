import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { consentAt } from '#test/support/consent.ts'
import { allowService, beginService, connectService, grantsAt, rowOf, serviceRows } from '#test/support/services.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
})
after(() => app.stop())

const turn = (name: string, dial: object): Promise<Response> =>
  fetch(`${app.url}/sandbox/faults/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
const connectionsOf = (who: Someone) =>
  app.database.inOrg(who.orgId, (db) => db.selectFrom('connections').selectAll().orderBy('id').execute())
const comeBack = (who: Someone, query: Record<string, string>) => app.call('integration-callback', query, who)

for (const row of serviceRows)
  test(`${row.title} is connected by consent, tested, renewed and ended, as its row says`, async () => {
    const owner = await app.given.organization()
    const connectionId = await connectService(app, owner, row.name)
    const where = { connectionId, orgId: owner.orgId }
    const tested = await app.call('integration-test', where, owner)
    assert.deepEqual([tested.body.success, tested.body.account, tested.body.error], [true, 'Alder Interiors', null])

    const renewed = await app.call('integration-refresh', where, owner)
    assert.equal(renewed.status, 200, JSON.stringify(renewed.body))
    const renews = row.oauth?.service.renewal === undefined || row.oauth.service.renewal === 'exchange'
    assert.equal(((await grantsAt(app.url, row.name))[0]?.refreshes ?? 0) > 0, renews)
    assert.equal((await app.call('integration-test', where, owner)).body.success, true)

    assert.equal((await app.call('integration-disconnect', where, owner)).status, 200)
    const isRevoked = (await grantsAt(app.url, row.name)).every(({ endedAt }) => endedAt !== null)
    assert.equal(isRevoked, row.oauth?.service.revoke !== null)
    assert.equal((await app.call('integration-disconnect', where, owner)).status, 200)
    assert.deepEqual(
      (await connectionsOf(owner)).map(({ status, credentials }) => [status, credentials]),
      [['disconnected', null]],
    )
  })

test('a service whose user took the consent back says so when it is disconnected, and that counts as done', async () => {
  for (const { name, oauth } of serviceRows.filter((row) => row.oauth?.service.revoke)) {
    const owner = await app.given.organization()
    const connectionId = await connectService(app, owner, name)
    const [grant] = await grantsAt(app.url, name)
    await fetch(`${app.url}/sandbox/${name}/consents/${grant?.id}/take-back`, { method: 'POST' })
    const logged = app.logged().length
    assert.equal((await app.call('integration-disconnect', { connectionId, orgId: owner.orgId }, owner)).status, 200)
    assert.ok(!app.logged().slice(logged).includes('could not be revoked'), `${name}: ${oauth?.service.revoke?.url}`)
  }
})

test('twenty renewals at once ask a service that rotates its tokens once, and its consent goes on', async () => {
  for (const name of ['airtable', 'notion', 'atlassian', 'quickbooks']) {
    const owner = await app.given.organization()
    const where = { connectionId: await connectService(app, owner, name), orgId: owner.orgId }
    const all = await Promise.all(Array.from({ length: 20 }, () => app.call('integration-refresh', where, owner)))
    assert.deepEqual([...new Set(all.map(({ status }) => status))], [200], name)
    const [grant] = await grantsAt(app.url, name)
    assert.deepEqual([grant?.refreshes, grant?.endedAt], [1, null], name)
    assert.equal((await app.call('integration-test', where, owner)).body.success, true)
  }
})

test('another account of a service is another connection, and the same one renews its own', async () => {
  const owner = await app.given.organization()
  const first = await connectService(app, owner, 'notion')
  const second = await connectService(app, owner, 'notion', 'Birch')
  assert.notEqual(first, second)
  assert.equal(await connectService(app, owner, 'notion'), first)
  assert.deepEqual(
    (await connectionsOf(owner)).map(({ account }) => account),
    ['Alder Interiors', 'Birch Kitchens'],
  )
})

test('a stranger’s answer to a consent is refused with 400, and no token is stored', async () => {
  for (const row of serviceRows) {
    const owner = await app.given.organization()
    const other = rowOf(row.name === 'slack' ? 'notion' : 'slack')
    const [honest, foreign] = [await allowService(app, owner, row), await allowService(app, owner, other)]
    for (const [what, forged] of Object.entries({
      issuer: { ...honest, iss: 'https://attacker.example' },
      code: { ...(await allowService(app, owner, row)), code: foreign.code ?? '' },
      state: { ...honest, state: 'x'.repeat(43) },
      // The first one above has spent it.
      spent: honest,
    })) {
      const refused = await comeBack(owner, forged as Record<string, string>)
      assert.equal(refused.status, 400, `${row.name}, ${what}: ${JSON.stringify(refused.body)}`)
    }
    assert.deepEqual(await connectionsOf(owner), [], row.name)
  }
})

test('a state belongs to its browser and its person, at every service', async () => {
  for (const row of serviceRows) {
    const [owner, stranger] = [await app.given.organization(), await app.given.organization()]
    const query = await allowService(app, owner, row)
    assert.equal((await comeBack(stranger, query)).status, 400)
    const posted = await fetch(`${app.url}/functions/v1/integration-callback`, {
      method: 'POST',
      body: new URLSearchParams(query),
      headers: { cookie: `foyer_session=${stranger.session}` },
    })
    assert.equal(posted.status, 400)
    assert.equal((await comeBack(owner, query)).status, 200, row.name)
  }
})

test('a service that names an API address at a stranger’s host is refused, and its tokens are ended', async () => {
  for (const name of ['docusign', 'mailchimp']) {
    const owner = await app.given.organization()
    const query = await allowService(app, owner, rowOf(name))
    await turn(name, { kind: 'foreign_instance' })
    const refused = await comeBack(owner, query)
    await turn(name, { kind: 'none' })
    assert.deepEqual([refused.status, refused.body.code], [400, 'consent_failed'], name)
    assert.deepEqual(await connectionsOf(owner), [], name)
  }
})

test('a shop is one of Shopify’s, the one that was named, and its answer is signed', async () => {
  const owner = await app.given.organization()
  const row = rowOf('shopify')
  for (const instance of ['alder.evil.example', 'alder/../x', 'Alder', '-alder', 'alder.myshopify.com', 'a@b', 'ärger', '#'])
    assert.equal((await beginService(app, owner, row, { instance })).body.code, 'instance_invalid', instance)
  const without = await beginService(app, owner, row, { instance: undefined })
  assert.deepEqual([without.status, without.body.code], [400, 'missing_field'])

  const forgeries: readonly ((query: Record<string, string>) => Record<string, string>)[] = [
    (query) => ({ ...query, shop: 'birch.myshopify.com' }),
    ({ hmac: _hmac, ...query }) => query,
    (query) => ({ ...query, hmac: '0'.repeat(64) }),
    (query) => signed({ ...query, shop: 'birch.myshopify.com' }, 'GOCSPX-sandbox'),
    (query) => signed(query, 'another secret'),
    (query) => signed({ ...query, shop: 'alder.myshopify.com.evil.example' }, 'GOCSPX-sandbox'),
  ]
  for (const forge of forgeries) {
    const refused = await comeBack(owner, forge(await allowService(app, owner, row)))
    assert.deepEqual([refused.status, refused.body.code], [400, 'consent_failed'])
  }
  assert.deepEqual(await connectionsOf(owner), [])
})

test('a company of QuickBooks is named by a number, and by none that its token is not good for', async () => {
  const owner = await app.given.organization()
  const row = rowOf('quickbooks')
  for (const realmId of ['', '12/../34', '9'.repeat(33), '91303500999', '1?x=']) {
    const refused = await comeBack(owner, { ...(await allowService(app, owner, row)), realmId })
    assert.deepEqual([refused.status, refused.body.code], [400, 'consent_failed'], realmId)
  }
  assert.deepEqual(await connectionsOf(owner), [])
})

const signed = ({ hmac: _hmac, ...query }: Record<string, string>, secret: string): Record<string, string> => {
  const text = new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))).toString()
  return { ...query, hmac: createHmac('sha256', secret).update(text).digest('hex') }
}

test('a declined consent says so, and a service without a client is not offered', async () => {
  const owner = await app.given.organization()
  const begun = await beginService(app, owner, rowOf('slack'))
  const back = await consentAt(String(begun.body.authorizeUrl), { account: 'Alder', answer: 'deny' })
  const declined = await comeBack(owner, Object.fromEntries(back.searchParams))
  assert.deepEqual([declined.status, declined.body.code], [400, 'consent_denied'])
})
