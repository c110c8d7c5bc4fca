import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { declared } from '#core/declared.ts'
import { hashKey, newKeyText } from '#domains/platform/api-keys/keys.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { asOwner } from '../support/database.ts'
import { ask } from '../support/requests.ts'
import { postLead, type ServerProcess, startServerProcess } from './processes.ts'
import { actions, gatewayActions, shapeOf, someBody } from './request-bodies.ts'
import { countRows } from './tenant-rows.ts'

let app: TestApp
let second: ServerProcess

before(async () => {
  app = await startApp()
  second = await startServerProcess(app.target)
})
after(async () => {
  await second?.stop()
  await app.stop()
})

/** Uses a key in every process without a pause, revokes it, and says how long after that it was last accepted. */
const lastAcceptedMs = async (
  meanwhile: () => Promise<void> = async () => {},
): Promise<{ ms: number; codes: Set<unknown> }> => {
  const key = await app.given.key(app.owner.orgId)
  let revokedAt = Number.POSITIVE_INFINITY
  let lastAt = 0
  let stop = false
  const codes = new Set<unknown>()
  const using = [app.url, second.url].flatMap((url) =>
    Array.from({ length: 4 }, async () => {
      while (!stop) {
        const askedAt = performance.now()
        const { status, body } = await postLead(url, key.text, { email: 'a@b.co' })
        if (status === 200) lastAt = Math.max(lastAt, askedAt)
        else {
          assert.equal(status, 401)
          codes.add(body.code)
        }
      }
    }),
  )
  await new Promise((done) => setTimeout(done, 700))
  await meanwhile()
  assert.equal((await app.call('revoke-key', { keyId: key.id })).status, 200)
  revokedAt = performance.now()
  await new Promise((done) => setTimeout(done, 1_600))
  stop = true
  await Promise.all(using)
  return { ms: lastAt - revokedAt, codes }
}

test('a revoked key is refused by every process within a second', async () => {
  const { ms, codes } = await lastAcceptedMs()
  assert.ok(ms < 1_000, `accepted ${ms} ms after it was revoked`)
  assert.deepEqual(codes, new Set(['key_revoked']))
})

test('a revoked key is refused within a second also where no process hears of it', async () => {
  const { ms } = await lastAcceptedMs(async () => {
    // Whoever listens is cut off, again and again, until the key is long refused.
    const cut = () =>
      app.database.pool
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name like '% live' and datname = current_database()`,
        )
        .catch(() => {})
    await cut()
    const again = setInterval(cut, 20)
    setTimeout(() => clearInterval(again), 1_500).unref()
  })
  assert.ok(ms < 1_000, `accepted ${ms} ms after it was revoked`)
})

test('an expired key is refused from the moment on', async () => {
  const expiresAt = new Date(Date.now() + 900)
  const key = await app.given.key(app.owner.orgId, { expiresAt })
  assert.equal((await app.post({ email: 'a@b.co' }, key.text)).status, 200)
  await new Promise((done) => setTimeout(done, expiresAt.getTime() - Date.now() + 5))
  for (const url of [app.url, second.url]) {
    const { status, body } = await postLead(url, key.text, { email: 'a@b.co' })
    assert.deepEqual([status, body.code], [401, 'key_expired'])
  }
})

test('a key with a wrong checksum, another prefix, other letters or a tail is refused without asking the database', async () => {
  const { text } = await app.given.key(app.owner.orgId)
  const flipped = text[20] === 'A' ? 'B' : 'A'
  const near = [
    text.slice(0, 20) + flipped + text.slice(21),
    text.slice(0, -1),
    `${text}x`,
    `${text} x`,
    text.replace('fo_live_', 'fo_test_'),
    text.replace('fo_live_', ''),
    text.toUpperCase(),
    text.replace(/.$/, '-'),
  ]
  for (const wrong of near) assert.deepEqual((await app.post({ email: 'a@b.co' }, wrong)).body.code, 'key_invalid', wrong)
  assert.equal((await app.post({ email: 'a@b.co' }, newKeyText())).body.code, 'key_invalid')
  assert.equal((await app.post({ email: 'a@b.co' }, text)).status, 200)
})

test('only the hash of a key is stored', async () => {
  const made = await app.call('create-key', { name: 'Stored', scopes: ['leads:write'] })
  const secret = String(made.body.secret)
  // As the owner of everything, whom no policy keeps from any row.
  await asOwner(app.target, async (owner) => {
    const { rows } = await owner.query<{ schema: string; name: string }>(
      `select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const holding = async (text: string): Promise<string[]> => {
      const found: string[] = []
      for (const { schema, name } of rows)
        if ((await owner.query(`select from ${schema}."${name}" t where t::text like $1`, [`%${text}%`])).rowCount)
          found.push(`${schema}.${name}`)
      return found
    }
    assert.deepEqual(await holding(secret.slice(8, 24)), [])
    assert.deepEqual(await holding(hashKey(secret).toString('hex')), ['directory.key_hashes'])
  })
})

test('a key can do its one thing and nothing else: 401 or 403 at every action and every other transport', async () => {
  const key = await app.given.key(app.owner.orgId)
  await app.post({ email: 'a@b.co' }, key.text)
  const before = await countRows(app, app.owner.orgId)
  const headers = { authorization: `Bearer ${key.text}`, 'content-type': 'application/json' }
  for (const action of gatewayActions) {
    const { status } = await ask(`${app.url}/gateway`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ type: action.name, ...someBody(shapeOf(action)) }),
    })
    assert.ok([401, 403].includes(status), `${action.name}: ${status}`)
  }
  const unlisted = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers,
    body: '{"type":"create-lead","email":"a@b.co"}',
  })
  assert.equal(unlisted.status, 400)
  for (const action of actions.filter(({ transports }) => transports.includes('download'))) {
    const response = await fetch(`${app.url}/download/${action.name}?uploadId=01900000-0000-7000-8000-000000000000`, {
      headers,
    })
    assert.equal(response.status, 403, action.name)
  }
  assert.equal((await fetch(`${app.url}/live`, { headers })).status, 403)
  assert.equal(
    (await fetch(`${app.url}/uploads/01900000-0000-7000-8000-000000000000/content`, { method: 'PUT', headers, body: 'x' }))
      .status,
    403,
  )
  assert.deepEqual(await countRows(app, app.owner.orgId), before)
})

/** Every action at the gateway, and every other transport, asked with a key: what answered otherwise than 401 or 403. */
const openTo = async (text: string): Promise<string[]> => {
  const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' }
  const open: string[] = []
  for (const action of gatewayActions) {
    const response = await fetch(`${app.url}/gateway`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ type: action.name, ...someBody(shapeOf(action)) }),
    })
    if (![401, 403].includes(response.status)) open.push(action.name)
  }
  for (const action of actions.filter(({ transports }) => transports.includes('download')))
    if (((await fetch(`${app.url}/download/${action.name}`, { headers })).status ?? 0) !== 403)
      open.push(`/download/${action.name}`)
  if ((await fetch(`${app.url}/live`, { headers })).status !== 403) open.push('/live')
  const content = `${app.url}/uploads/01900000-0000-7000-8000-000000000000/content`
  if ((await fetch(content, { method: 'PUT', headers, body: 'x' })).status !== 403) open.push('/uploads')
  const pdf = `${app.url}/template-files?name=x.pdf`
  if ((await fetch(pdf, { method: 'PUT', headers, body: 'x' })).status !== 403) open.push('/template-files')
  const knowledge = `${app.url}/knowledge-files?name=x.md`
  if ((await fetch(knowledge, { method: 'PUT', headers, body: 'x' })).status !== 403) open.push('/knowledge-files')
  const files = `${app.url}/record-files?name=x.md`
  if ((await fetch(files, { method: 'PUT', headers, body: 'x' })).status !== 403) open.push('/record-files')
  if ((await app.post({ email: 'a@b.co' }, text)).status !== 403) open.push('/v1/leads')
  return open.sort()
}

test('a key reads contacts with contacts:read and does nothing else, and so with every scope that is offered', async () => {
  const contacts = await app.given.key(app.owner.orgId, { scopes: ['contacts:read'] })
  assert.deepEqual(await openTo(contacts.text), ['find-duplicates', 'list-contacts', 'list-duplicates', 'show-contact'])
  const before = await countRows(app, app.owner.orgId)
  for (const scope of [...declared.scopes.keys()].filter((each) => each.endsWith(':read'))) {
    const { text } = await app.given.key(app.owner.orgId, { scopes: [scope] })
    const honouring = actions
      .filter((action) => action.scope === scope)
      .flatMap(({ name, transports }) => [
        ...(transports.includes('gateway') ? [name] : []),
        ...(transports.includes('download') ? [`/download/${name}`] : []),
      ])
    assert.deepEqual(await openTo(text), honouring.sort(), scope)
  }
  const after = await countRows(app, app.owner.orgId)
  for (const table of Object.keys(before))
    if (table !== 'audit' && table !== 'api_keys' && table !== 'deliveries') assert.equal(after[table], before[table], table)
  assert.deepEqual(
    await openTo((await app.given.key(app.owner.orgId, { scopes: ['mails:read', 'leads:delete', '*:read'] })).text),
    [],
  )
})

test('a key reads by its scope the same as a user, of its own workspace only', async () => {
  const [one, other] = [await app.given.organization(), await app.given.organization()]
  for (const { orgId } of [one, other]) await app.post({ email: `${orgId}@example.com` }, (await app.given.key(orgId)).text)
  const { text } = await app.given.key(one.orgId, { scopes: ['contacts:read'] })
  const asKey = await app.call('list-contacts', {}, { ...one, token: text })
  assert.equal(asKey.status, 200)
  assert.deepEqual(asKey.body, (await app.call('list-contacts', {}, one)).body)
  const foreign = (await app.call('list-contacts', {}, other)).body.contacts as unknown as { id: string }[]
  assert.equal((await app.call('show-contact', { contactId: foreign[0]?.id }, { ...one, token: text })).status, 404)
  assert.equal((await app.call('list-contacts', { orgId: other.orgId }, { ...one, token: text })).status, 403)
})

test('a key without leads:write does not even do that', async () => {
  const key = await app.given.key(app.owner.orgId, { scopes: ['contacts:read'] })
  assert.equal((await app.post({ email: 'a@b.co' }, key.text)).status, 403)
})

test('a key in the address, in a cookie, in the body or in another header is no key', async () => {
  const { text } = await app.given.key(app.owner.orgId)
  const body = '{"email":"a@b.co"}'
  for (const name of ['key', 'api_key', 'apikey', 'access_token', 'token', 'authorization', 'bearer'])
    assert.equal((await fetch(`${app.url}/v1/leads?${name}=${text}`, { method: 'POST', body })).status, 401, name)
  assert.equal(
    (await fetch(`${app.url}/v1/leads`, { method: 'POST', body, headers: { cookie: `foyer_session=${text}; key=${text}` } }))
      .status,
    401,
  )
  for (const name of ['x-api-key', 'api-key', 'x-auth-token', 'proxy-authorization'])
    assert.equal((await fetch(`${app.url}/v1/leads`, { method: 'POST', body, headers: { [name]: text } })).status, 401, name)
  assert.equal(
    (await fetch(`${app.url}/v1/leads`, { method: 'POST', body: JSON.stringify({ email: 'a@b.co', api_key: text }) })).status,
    401,
  )
})

test('a key’s last use is recorded in time', async () => {
  const key = await app.given.key(app.owner.orgId)
  await app.post({ email: 'a@b.co' }, key.text)
  for (let tries = 0; ; tries++) {
    const { body } = await app.call('show-key', { keyId: key.id })
    if ((body.key as unknown as { last_used_at: string | null }).last_used_at) break
    assert.ok(tries < 1_500, 'never marked as used')
    await new Promise((done) => setTimeout(done, 20))
  }
})
