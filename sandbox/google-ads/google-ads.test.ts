import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'

let sandbox: TestSandbox
let app: TestApp
before(async () => {
  ;[sandbox, app] = await Promise.all([startSandbox(), startApp()])
})
after(async () => {
  await app?.stop()
  await sandbox?.stop()
})

const send = async (wish: object): Promise<readonly string[]> => {
  const answer = await fetch(`${sandbox.address}/sandbox/google-ads/form`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish) },
  })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return (JSON.parse(text) as { leads: string[] }).leads
}

const sent = async (): Promise<readonly { id: string; kind: string; body: string }[]> =>
  ((await (await fetch(`${sandbox.address}/sandbox/google-ads/form`)).json()) as { leads: never[] }).leads

const makeSource = async (): Promise<{ id: string; url: string; key: string }> => {
  const { status, body } = await app.call('create-lead-source', { name: 'Google', settings: { kind: 'google_ads' } })
  assert.equal(status, 200, JSON.stringify(body))
  const { id, url, secret } = body.source as unknown as { id: string; url: string; secret: string }
  return { id, url, key: secret }
}

const leadsOf = (id: string) =>
  app.database.inOrg(app.owner.orgId, (db) =>
    db.selectFrom('leads').selectAll().where('org_id', '=', app.owner.orgId).where('key_id', '=', id).execute(),
  )

test('a flood of leads that Google sends twice and shuffled makes each lead once, with its ids to the digit', async () => {
  const source = await makeSource()
  await sandbox.turn('google-ads', { webhooks: { copies: 2, shuffle: true } })
  await send({ ...source, count: 60 })
  const leads = await until('all of them', async () => {
    const found = await leadsOf(source.id)
    return found.length >= 60 && found
  })
  assert.equal(leads.length, 60)
  const bodies = new Map((await sent()).map(({ body }) => [emailIn(body), body]))
  for (const { email, metadata } of leads) {
    const body = bodies.get(email ?? '') ?? ''
    const { form_id: formId, campaign_id: campaignId } = metadata as Record<string, string>
    assert.ok(body.includes(`"form_id":${formId},"campaign_id":${campaignId},`), 'as they were on the wire')
  }
  const deliveries = async (): Promise<number> => {
    const { body } = await app.call('list-deliveries', { keyId: source.id, outcome: 'deduplicated', limit: 100 })
    return (body.deliveries as unknown as object[]).length
  }
  await until('the copies', async () => (await deliveries()) === 60)
})

const emailIn = (body: string): string => /"string_value":"([^"]*@[^"]*)"/.exec(body)?.[1] ?? ''

test('test data makes no lead whatever its spelling, a wrong key is refused, and Google never tries again', async () => {
  await sandbox.turn('google-ads')
  const source = await makeSource()
  for (const kind of ['test', 'sample']) await send({ ...source, kind })
  const [wrong] = await send({ ...source, key: 'another key' })
  const outcomes = await until('the deliveries', async () => {
    const { body } = await app.call('list-deliveries', { keyId: source.id, limit: 100 })
    const all = body.deliveries as unknown as { outcome: string }[]
    return all.length === 3 && all.map(({ outcome }) => outcome).sort()
  })
  assert.deepEqual(outcomes, ['rejected', 'test', 'test'])
  assert.equal((await leadsOf(source.id)).length, 0)
  const log = (await (await fetch(`${sandbox.address}/sandbox/webhooks?of=google-ads`)).json()) as {
    messageId: string
    state: string
    tries: { status: number }[]
  }[]
  const failed = log.find(({ messageId }) => messageId === wrong)
  assert.deepEqual([failed?.state, failed?.tries.map(({ status }) => status)], ['failed', [401]])
})

test('every lead that the simulator posts is as the contract describes it', { skip: withoutContracts }, async () => {
  const contract = openContract('google-ads-lead-form/openapi.json')
  const where = ['/google-lead-form/{id}', 'post'] as const
  const all = await sent()
  assert.ok(all.length > 60)
  for (const { body, kind } of all) {
    // The vendor’s own sample page has another spelling than its description.
    if (kind !== 'sample') assert.deepEqual(contract.request(where, 'application/json', JSON.parse(body)), [])
  }
})
