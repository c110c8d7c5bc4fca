import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { type AnyAction, action } from '#core/action.ts'
import { Failure } from '#core/errors.ts'
import { hook } from '#core/hook.ts'
import { readInbox } from '#core/inbox.ts'
import type { AnyJob } from '#core/job.ts'
import { catalogue, jobs } from '#domains/catalogue.ts'
import { startApp, type TestApp } from '#test/app.ts'
import type { Answer } from '#test/ask.ts'

/*
 * What every hook keeps, shown on one: a provider that signs its bodies, stands on the gateway's address, and checks the
 * address by GET. What it tells is kept as events.
 */
let app: TestApp
let orgId = ''
let trouble = false
const secret = 'shared with the provider'

const probe = hook({
  name: 'probe',
  summary: 'A provider of the tests',
  path: '/gateway',
  methods: ['GET', 'POST'],
  bodyLimitBytes: 10_000,
  matches: ({ method, url, headers }) => (method === 'GET' ? url.includes('probe.challenge=') : 'x-probe-signature' in headers),
  async verify({ method, url, headers, body }) {
    if (method === 'GET')
      return {
        answer: {
          status: 200,
          type: 'text/plain',
          body: new URL(url, 'http://here').searchParams.get('probe.challenge') ?? '',
        },
      }
    const wanted = createHmac('sha256', secret).update(body).digest()
    const given = Buffer.from(headers['x-probe-signature'] ?? '', 'hex')
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Failure('forbidden')
    return { orgId, dedupKey: headers['x-probe-id'] ?? null }
  },
  data: z.object({ said: z.string() }),
  async read({ said }, { emit, newId }) {
    await emit('workspace.changed', newId(), { said })
    if (trouble) throw new Error('the reader stumbles')
  },
})

/** A function: an action with an address of its own. */
const shout = action({
  name: 'shout',
  summary: 'Say it louder',
  who: 'member',
  doors: ['function'],
  effect: 'read',
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string() }),
  errors: [],
  async run({ text }) {
    return { text: text.toUpperCase() }
  },
})

before(async () => {
  app = await startApp({
    product: {
      actions: [...(catalogue as readonly AnyAction[]), shout],
      hooks: [probe],
      jobs: [...(jobs as readonly AnyJob[]).filter(({ name }) => name !== 'read-inbox'), readInbox([probe])],
    },
  })
  orgId = app.owner.orgId
})
after(() => app.stop())

const signed = (body: string | Buffer): string => createHmac('sha256', secret).update(body).digest('hex')

const tell = async (
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'x-probe-signature': signed(body), 'content-type': 'application/json', ...headers },
    body: body as string,
  })
  return { status: response.status, body: await response.json() }
}

const stored = () =>
  app.database.inOrg(orgId, (db) => db.selectFrom('inbox').selectAll().where('org_id', '=', orgId).orderBy('id').execute())
const said = async (text: string): Promise<number> =>
  (
    await app.database.inOrg(orgId, (db) =>
      db.selectFrom('events').select('payload').where('org_id', '=', orgId).where('type', '=', 'workspace.changed').execute(),
    )
  ).filter(({ payload }) => (payload as { said?: string }).said === text).length

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 300; tries++) {
    if (await isSo()) return
    await new Promise((done) => setTimeout(done, 100))
  }
  assert.fail('it did not come about within 15 s')
}

test('what is not proven is refused with 403, and nothing of it is kept', async () => {
  const before = (await stored()).length
  for (const signature of ['', '00', signed('another body'), 'f'.repeat(64)]) {
    const { status } = await tell('{"said":"forged"}', { 'x-probe-signature': signature })
    assert.equal(status, 403, signature)
  }
  assert.equal((await stored()).length, before)
})

test('the answer 200 means that the bytes are stored, as they came', async () => {
  const body = Buffer.from('{ "said" :\t"h\\u00e9llo" }\r\n')
  assert.deepEqual(await tell(body), { status: 200, body: { success: true } })
  const row = (await stored()).at(-1)
  assert.equal(row?.state, 'stored')
  assert.deepEqual(row?.body, body)
})

test('the same message, however often and at once, is kept and read once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => tell('{"said":"twice"}', { 'x-probe-id': 'message-7' })))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await stored()).filter(({ dedup_key }) => dedup_key === 'message-7').length, 1)
  const worker = await app.startWorker()
  await until(async () => (await said('twice')) === 1)
  await worker.stop()
  await tell('{"said":"twice"}', { 'x-probe-id': 'message-7' })
  assert.equal((await stored()).filter(({ dedup_key, state }) => dedup_key === 'message-7' && state === 'read').length, 1)
})

test('what cannot be understood is answered 200, kept, and seen as unreadable', async () => {
  assert.equal((await tell('{"said":7}', { 'x-probe-id': 'odd' })).status, 200)
  assert.equal((await tell('not json at all', { 'x-probe-id': 'rubbish' })).status, 200)
  const worker = await app.startWorker()
  await until(async () => (await stored()).filter(({ state }) => state === 'unreadable').length === 2)
  await worker.stop()
  const odd = (await stored()).find(({ dedup_key }) => dedup_key === 'odd')
  assert.match(odd?.error ?? '', /^said: /)
})

test('a reader that stumbles leaves nothing half done, and reads it whole the next time', async () => {
  trouble = true
  await tell('{"said":"stumble"}', { 'x-probe-id': 'stumble' })
  const worker = await app.startWorker()
  const row = async () => (await stored()).find(({ dedup_key }) => dedup_key === 'stumble')
  await until(async () => (await row())?.state === 'failed')
  assert.equal(await said('stumble'), 0)
  trouble = false
  await until(async () => (await row())?.state === 'read')
  await worker.stop()
  assert.equal(await said('stumble'), 1)
  assert.ok(((await row())?.tries ?? 0) >= 2)
})

test('a body over the limit gets 413 and is not kept', async () => {
  const before = (await stored()).length
  assert.equal((await tell(`{"said":"${'x'.repeat(10_000)}"}`)).status, 413)
  assert.equal((await stored()).length, before)
})

test("a provider's check of the address is answered as plain text and stores nothing", async () => {
  const before = (await stored()).length
  const response = await fetch(`${app.url}/gateway?probe.challenge=%3Cb%3E42`)
  assert.deepEqual([response.status, await response.text()], [200, '<b>42'])
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/)
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.equal((await stored()).length, before)
})

test('beside the hooks the gateway is what it was', async () => {
  assert.match(await (await fetch(`${app.url}/gateway`)).text(), /^Foyer is here/)
  assert.equal((await app.call('show-workspace')).status, 200)
})

test('a function has its own address, and the same caller, limits and errors as any action', async () => {
  const ask = async (name: string, body: unknown, token: string | null = app.owner.token): Promise<Answer> => {
    const response = await fetch(`${app.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
  }
  const answer = await ask('shout', { text: 'hello' })
  assert.deepEqual(answer.body, { text: 'HELLO' })
  assert.match(answer.headers.get('ratelimit-policy') ?? '', /q=120;w=60/)
  assert.equal((await ask('shout', { text: 'hello' }, null)).status, 401)
  assert.equal((await ask('shout', {})).body.error, 'Missing required field: text')
  assert.equal((await ask('shout', { text: 'hello', orgId: crypto.randomUUID() })).status, 403)
  assert.equal((await ask('list-keys', {})).status, 404)
  assert.equal((await fetch(`${app.url}/functions/v1/shout`)).status, 405)
})
