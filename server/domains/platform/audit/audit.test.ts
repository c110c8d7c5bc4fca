import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import type { Entry } from './entries.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

const entries = async (filter: object = {}, as = app.owner): Promise<Entry[]> => {
  const { status, body } = await app.call('list-audit', filter, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body.entries as unknown as Entry[]
}

test('a write leaves an entry: user, action, object, time, address and outcome', async () => {
  const before = Date.now()
  const answer = await app.call('create-key', { name: 'Zapier', scopes: ['leads:write'] })
  const [entry] = await entries({ action: 'create-key' })
  assert.ok(entry)
  assert.equal(entry.person?.id, app.owner.personId)
  assert.equal(entry.key, null)
  assert.equal(entry.outcome, 'done')
  assert.equal(entry.summary, 'Create an API key')
  assert.equal(entry.request_id, answer.headers.get('x-request-id'))
  assert.equal(entry.address, '127.0.0.1')
  assert.deepEqual(entry.target, { keyId: (answer.body.key as unknown as { id: string }).id }, 'and its first use')
  const about = (entry as Entry & { about: unknown }).about
  assert.deepEqual(about, [{ field: 'keyId', kind: 'key', id: entry.target.keyId, name: 'Zapier' }], 'by its name')
  assert.ok(Date.parse(entry.at) >= before - 1_000)
})

test('a key that may read Activity gets no names by it', async () => {
  const key = await app.given.key(app.owner.orgId, { scopes: ['audit:read'] })
  const seen = (await entries({}, { ...app.owner, token: key.text })) as (Entry & { about: unknown[] })[]
  assert.ok(seen.some(({ target }) => Object.keys(target).length > 0))
  assert.deepEqual(
    seen.flatMap(({ about }) => about),
    [],
  )
})

test('a refused write leaves an entry with the code and its object', async () => {
  const keyId = newId()
  assert.equal((await app.call('revoke-key', { keyId })).status, 404)
  const [entry] = await entries({ outcome: 'refused', action: 'revoke-key' })
  assert.equal(entry?.outcome, 'key_not_found')
  assert.equal(entry?.message, 'The API key does not exist.')
  assert.deepEqual(entry?.target, { keyId })

  const member = await app.given.person(app.owner.orgId, 'member')
  assert.equal((await app.call('create-key', { name: 'Mine', scopes: ['leads:write'] }, member)).status, 403)
  assert.equal((await entries({ personId: member.personId }))[0]?.outcome, 'forbidden')
})

test('reading leaves no entry, and neither does an anonymous caller', async () => {
  const before = (await entries()).length
  await app.call('list-keys')
  await app.call('create-key', { name: 'Nobody', scopes: ['leads:write'] }, null)
  assert.equal((await entries()).length, before)
})

test('a user who signs in and out leaves an entry of each, and so does a visitor who writes', async () => {
  const someone = await app.given.person(app.owner.orgId, 'owner')
  await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { cookie: `foyer_session=${someone.session}` },
    body: '{"type":"sign-out"}',
  })
  const [left] = await entries({ action: 'sign-out' })
  assert.deepEqual([left?.person?.id, left?.outcome], [someone.personId, 'done'])

  const made = await app.call('create-chat-widget', { name: 'Shop', allowedOrigins: ['https://shop.example.com'] })
  const origin = { origin: 'https://shop.example.com' }
  const send = async (name: string, body: object, token?: string): Promise<Record<string, unknown>> => {
    const response = await fetch(`${app.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { ...origin, ...(token && { authorization: `Bearer ${token}` }), 'idempotency-key': 'once' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, unknown>
  }
  const begun = await send('start-web-chat', { widgetId: (made.body.widget as unknown as { id: string }).id })
  const body = { sessionId: begun.sessionId, message: 'Are you open?', role: 'user' }
  const written = await send('log-web-chat', body, String(begun.token))
  assert.equal(written.success, true, JSON.stringify([begun, written]))
  // On a bad network the same message comes again.
  assert.deepEqual(await send('log-web-chat', body, String(begun.token)), written)
  const [entry, ...more] = await entries({ action: 'log-web-chat' })
  assert.deepEqual([entry?.person, entry?.outcome, entry?.target.messageId, more], [null, 'done', written.messageId, []])
})

test('a write and its entry are stored together or not at all', async () => {
  const idempotent = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.owner.token}`, 'idempotency-key': 'once' },
    body: JSON.stringify({ type: 'create-key', name: 'Once', scopes: ['leads:write'] }),
  })
  assert.equal(idempotent.status, 200)
  const before = (await entries({ action: 'create-key', outcome: 'done' })).length
  const again = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.owner.token}`, 'idempotency-key': 'once' },
    body: JSON.stringify({ type: 'create-key', name: 'Once', scopes: ['leads:write'] }),
  })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await entries({ action: 'create-key', outcome: 'done' })).length, before)
})

test('no secret and no text of a call is in its entry', async () => {
  await app.call('create-key', { name: 'canary-name-7391', scopes: ['leads:write'], note: 'canary-note-7391' })
  const { rows } = await app.database.inOrg(app.owner.orgId, async (db) => ({
    rows: await db.selectFrom('audit').selectAll().execute(),
  }))
  assert.doesNotMatch(JSON.stringify(rows), /canary|fo_live_/)
})

test('entries are only ever added: the server has no right to change or remove one', async () => {
  const refused = { code: '42501' }
  await assert.rejects(
    app.database.inOrg(app.owner.orgId, (db) => db.updateTable('audit').set({ outcome: 'done' }).execute()),
    refused,
  )
  await assert.rejects(
    app.database.inOrg(app.owner.orgId, (db) => db.deleteFrom('audit').execute()),
    refused,
  )
})

test('another workspace sees none of it, and a member none at all', async () => {
  const stranger = await app.given.organization()
  assert.deepEqual(await entries({ personId: app.owner.personId }, stranger), [])
  const member = await app.given.person(app.owner.orgId, 'member')
  assert.equal((await app.call('list-audit', {}, member)).status, 403)
})

test('pages follow each other without a gap, and the export has the same rows as the list', async () => {
  for (let n = 0; n < 5; n++) await app.call('update-workspace', { name: `Name ${n}` })
  const all = await entries({ action: 'update-workspace' })
  const first = await app.call('list-audit', { action: 'update-workspace', limit: 2 })
  const second = await app.call('list-audit', { action: 'update-workspace', limit: 200, cursor: first.body.next_cursor })
  assert.deepEqual([...(first.body.entries as unknown as Entry[]), ...(second.body.entries as unknown as Entry[])], all)

  const file = await fetch(`${app.url}/download/export-audit?action=update-workspace`, {
    headers: { authorization: `Bearer ${app.owner.token}` },
  })
  const lines = (await file.text()).trim().split('\r\n')
  assert.equal(lines.length, all.length + 1)
  assert.match(lines[1] ?? '', /update-workspace,done/)
})
