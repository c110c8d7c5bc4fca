import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Provider } from '#ports/provider.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { consentAt } from '#test/support/consent.ts'
import type { Answer } from '#test/support/requests.ts'
import { services } from '../../../providers/services/services.ts'

const rows: readonly Provider[] = services

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
})
after(() => app.stop())

const instanceOf = ({ oauth }: Provider): object => (oauth?.service.instance ? { instance: 'alder' } : {})

const begin = (row: Provider, who: Someone, more: object = {}): Promise<Answer> =>
  app.call(
    'integration-init-oauth',
    { provider: row.name, orgId: who.orgId, userId: who.personId, ...instanceOf(row), ...more },
    who,
  )

const comeBack = (back: URL, who: Someone): Promise<Answer> =>
  app.call('integration-callback', Object.fromEntries(back.searchParams), who)

const connect = async (row: Provider, who: Someone, account = 'Alder'): Promise<string> => {
  const begun = await begin(row, who)
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const done = await comeBack(await consentAt(String(begun.body.authorizeUrl), { account }), who)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  return (done.body.connection as unknown as { id: string }).id
}

const grantsOf = async (row: Provider) => {
  const response = await fetch(`${app.url}/sandbox/${row.name}/consents`)
  const { consents } = (await response.json()) as { consents: { endedAt: number | null; refreshes: number }[] }
  return consents
}

for (const row of rows)
  test(`${row.title} is connected by consent, tested, renewed and ended, as its row says`, async () => {
    const owner = await app.given.organization()
    const connectionId = await connect(row, owner)
    const where = { connectionId, orgId: owner.orgId }
    const tested = await app.call('integration-test', where, owner)
    assert.deepEqual([tested.body.success, tested.body.account, tested.body.error], [true, 'Alder Interiors', null])

    const renewed = await app.call('integration-refresh', where, owner)
    assert.equal(renewed.status, 200, JSON.stringify(renewed.body))
    const renews = row.oauth?.service.renewal === undefined || row.oauth.service.renewal === 'exchange'
    assert.equal(((await grantsOf(row))[0]?.refreshes ?? 0) > 0, renews)
    assert.equal((await app.call('integration-test', where, owner)).body.success, true)

    const ended = await app.call('integration-disconnect', where, owner)
    assert.equal(ended.status, 200, JSON.stringify(ended.body))
    const isRevoked = (await grantsOf(row)).every(({ endedAt }) => endedAt !== null)
    assert.equal(isRevoked, row.oauth?.service.revoke !== null)
    const again = await app.call('integration-disconnect', where, owner)
    assert.equal(again.status, 200)
  })
