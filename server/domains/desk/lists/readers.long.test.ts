import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const kinds = ['upload', 'delivery', 'webhook_delivery', 'activity'] as const
const codeOf = async (action: string, input: object, as: Someone): Promise<string | null> => {
  const { status, body } = await app.call(action, input, as)
  return status === 200 ? null : String(body.code)
}
const readings = ['list-records', 'count-records', 'describe-list'] as const

test('a member reads the list of uploads, and an admin those of deliveries and activity as well', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const admin = await app.given.person(owner.orgId, 'admin')
  for (const action of readings)
    for (const kind of kinds) {
      assert.equal(await codeOf(action, { kind }, admin), null, `${action} ${kind}`)
      assert.equal(await codeOf(action, { kind }, member), kind === 'upload' ? null : 'forbidden', `${action} ${kind}`)
    }
  for (const kind of kinds) {
    const answer = await fetch(`${app.url}/download/export-records?kind=${kind}`, {
      headers: { authorization: `Bearer ${member.token}` },
    })
    assert.equal(answer.status, kind === 'upload' ? 200 : 403, kind)
    await answer.text()
  }
})

test('a key with `lists:read` alone reads no list that has a scope of its own, and no names by the activity', async () => {
  const owner = await app.given.organization()
  await app.call('create-key', { name: 'Zapier', scopes: ['leads:write'] }, owner)
  const keyWith = async (scopes: string[]): Promise<Someone> => ({
    ...owner,
    token: (await app.given.key(owner.orgId, { scopes: ['lists:read', ...scopes] })).text,
  })
  const bare = await keyWith([])
  assert.equal(await codeOf('list-records', { kind: 'lead' }, bare), null)
  const scopes = {
    upload: 'uploads:read',
    delivery: 'deliveries:read',
    webhook_delivery: 'webhooks:read',
    activity: 'audit:read',
  }
  for (const kind of kinds) {
    const fit = await keyWith([scopes[kind]])
    for (const action of readings) {
      assert.equal(await codeOf(action, { kind }, bare), 'scope_missing', `${action} ${kind}`)
      assert.equal(await codeOf(action, { kind }, fit), null, `${action} ${kind}`)
    }
  }
  const about = { kind: 'activity', columns: ['about'] }
  assert.equal(await codeOf('list-records', about, await keyWith(['audit:read'])), 'list_column_unknown')
  assert.equal(await codeOf('list-records', about, owner), null)
})

test('a view of the activity that an admin shares is no member’s', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  assert.equal(await codeOf('save-view', { kind: 'activity', name: 'Mine' }, member), 'forbidden')
  const filter = { conditions: [{ field: 'outcome', op: 'is', value: 'rejected' }] }
  const { body } = await app.call('save-view', { kind: 'activity', name: 'Rejected', shared: true, filter }, owner)
  const { id: viewId } = body.view as unknown as { id: string }
  const namesFor = async (as: Someone) =>
    ((await app.call('list-saved-views', {}, as)).body.views as unknown as { name: string }[]).map(({ name }) => name)
  assert.deepEqual(await namesFor(owner), ['Rejected'])
  assert.deepEqual(await namesFor(member), [])
  assert.equal(await codeOf('pin-view', { viewId, pinned: true }, member), 'view_not_found')
  assert.equal(await codeOf('remove-view', { viewId }, member), 'view_not_found')
})

test('an entry of the activity says in words what was done, to what, and why it was refused', async () => {
  const owner = await app.given.organization()
  await app.call('create-key', { name: 'Zapier', scopes: ['leads:write'] }, owner)
  assert.equal((await app.call('revoke-key', { keyId: newId() }, owner)).status, 404)
  const columns = ['action', 'summary', 'outcome', 'code', 'reason', 'about', 'person', 'key']
  const { body } = await app.call('list-records', { kind: 'activity', columns, limit: 2 }, owner)
  const [refused = {}, made = {}] = (body.records as unknown as { values: Record<string, unknown> }[]).map(
    ({ values }) => values,
  )
  assert.deepEqual(
    [refused.outcome, refused.code, refused.reason, refused.about],
    ['rejected', 'key_not_found', 'The API key does not exist.', []],
  )
  assert.deepEqual([made.action, made.summary, made.outcome, made.code], ['create-key', 'Create an API key', 'done', null])
  assert.deepEqual(
    (made.about as { kind: string; name: string }[]).map(({ kind, name }) => [kind, name]),
    [['key', 'Zapier']],
  )
  assert.equal((made.person as { id: string }).id, owner.personId)
  const described = await app.call('describe-list', { kind: 'activity' }, owner)
  const fields = described.body.fields as unknown as { key: string; choices: object[] | null; operators: string[] }[]
  assert.deepEqual(fields.find(({ key }) => key === 'action')?.choices, [
    { value: 'create-key', name: 'Create an API key', is_archived: false },
    { value: 'revoke-key', name: 'Revoke an API key', is_archived: false },
  ])
  assert.deepEqual(fields.find(({ key }) => key === 'address')?.operators, [])
})

test('an admin finds the deliveries of a webhook of their own workspace by its id, and by nothing else', async () => {
  const [owner, stranger] = [await app.given.organization(), await app.given.organization()]
  const [webhookId, id] = [newId(), newId()]
  await app.database.inOrg(owner.orgId, async (db) => {
    const common = { org_id: owner.orgId, secret_sealed: 'x', secret_hint: 'x' }
    await db
      .insertInto('webhook_endpoints')
      .values({ ...common, id: webhookId, url: 'https://example.com', state: 'disabled', disabled_reason: 'person' })
      .execute()
    await db
      .insertInto('webhook_deliveries')
      .values({ org_id: owner.orgId, id, endpoint_id: webhookId, event_id: id, type: 'lead.received', body: '{}' })
      .execute()
  })
  const of = (value: string) => ({
    kind: 'webhook_delivery',
    filter: { conditions: [{ field: 'webhook', op: 'is', value }] },
  })
  assert.equal(await codeOf('list-records', of('everything'), owner), 'list_filter_invalid')
  const found = async (as: Someone) =>
    (await app.call('list-records', of(webhookId), as)).body.records as unknown as { id: string }[]
  assert.deepEqual(
    (await found(owner)).map((record) => record.id),
    [id],
  )
  assert.deepEqual(await found(stranger), [])
})
