import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { startApp, type TestApp } from '../support/app.ts'

/** What holds for every action that waits for a provider. The provider here is a gate that the test opens. */
let app: TestApp
let asked = 0
let open: () => void = () => {}
let gate: Promise<void> = Promise.resolve()
const shut = (): void => {
  gate = new Promise((done) => {
    open = done
  })
}

const askAround = action({
  name: 'ask-around',
  summary: 'Ask a provider',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  limit: { times: 1_000, seconds: 60 },
  input: z.object({ fails: z.boolean().optional() }),
  output: z.object({ asked: z.int() }),
  errors: [transportErrors.conflict],
  async run({ fails }, { inOrg, fail }) {
    await inOrg(async ({ db }) => db.selectFrom('orgs').select('name').execute())
    asked++
    await gate
    if (fails) throw fail('conflict')
    return { asked }
  },
})

const nameOf = action({
  name: 'name-of',
  summary: 'Ask as anybody',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  limit: { times: 1_000, seconds: 60 },
  input: z.object({ org: z.uuid() }),
  output: z.object({ name: z.string() }),
  errors: [],
  async run({ org }, { inOrg }) {
    const found = await inOrg(org, ({ db }) => db.selectFrom('orgs').select('name').executeTakeFirstOrThrow())
    return { name: found.name }
  },
})

const readNames = action({
  name: 'read-names',
  summary: 'Read',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 1_000, seconds: 60 },
  input: z.object({}),
  output: z.object({ name: z.string() }),
  errors: [],
  async run(_input, { db }) {
    return db.selectFrom('orgs').select('name').executeTakeFirstOrThrow()
  },
})

const getToken = async () => (await import('#domains/platform/sign-in/get-token.ts')).getToken

before(async () => {
  app = await startApp({
    product: { actions: [askAround, nameOf, readNames, await getToken()] as never, inbound: [], jobs: [] },
    env: { DATABASE_CONNECTIONS: '4' },
  })
})
after(() => app.stop())
beforeEach(() => {
  asked = 0
  gate = Promise.resolve()
})

const send = (body: object, key?: string) =>
  fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${app.owner.token}`,
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
const audited = async (orgId: string, name: string): Promise<string[]> =>
  (
    await app.database.inOrg(orgId, (db) =>
      db.selectFrom('audit').select('outcome').where('org_id', '=', orgId).where('action', '=', name).execute(),
    )
  ).map(({ outcome }) => outcome)
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((done) => setTimeout(done, 5))
}

test('a call to a provider holds no connection: thirty wait on a pool of four, and others are answered', async () => {
  shut()
  const waiting = Array.from({ length: 30 }, () => send({ type: 'ask-around' }))
  await until(() => asked === 30)
  assert.equal((await send({ type: 'read-names' })).status, 200)
  open()
  assert.deepEqual(new Set((await Promise.all(waiting)).map(({ status }) => status)), new Set([200]))
  assert.equal((await audited(app.owner.orgId, 'ask-around')).length, 30)
})

test('an Idempotency-Key asks once: in flight is 409, afterwards the first answer', async () => {
  shut()
  const first = send({ type: 'ask-around' }, 'once')
  await until(() => asked === 1)
  const meanwhile = await send({ type: 'ask-around' }, 'once')
  assert.deepEqual([meanwhile.status, ((await meanwhile.json()) as { code: string }).code], [409, 'idempotency_in_flight'])
  open()
  assert.deepEqual(await (await first).json(), { asked: 1 })
  const again = await send({ type: 'ask-around' }, 'once')
  assert.deepEqual([again.headers.get('idempotent-replayed'), await again.json()], ['true', { asked: 1 }])
  assert.equal((await send({ type: 'ask-around', fails: true }, 'once')).status, 422)
  assert.equal(asked, 1)
})

test('a refusal is audited as one, keeps no answer, and another try asks again', async () => {
  const before = (await audited(app.owner.orgId, 'ask-around')).length
  assert.equal((await send({ type: 'ask-around', fails: true }, 'twice')).status, 409)
  assert.equal((await send({ type: 'ask-around', fails: true }, 'twice')).status, 409)
  assert.equal(asked, 2)
  assert.deepEqual((await audited(app.owner.orgId, 'ask-around')).slice(before), ['conflict', 'conflict'])
})

test('a member is refused where an admin is required, and a removed member is anonymous', async () => {
  const member = await app.given.person(app.owner.orgId, 'member')
  assert.equal((await app.call('ask-around', {}, member)).status, 403)
  const gone = await app.given.person(app.owner.orgId, 'admin')
  await app.database.inOrg(app.owner.orgId, (db) => db.deleteFrom('members').where('id', '=', gone.personId).execute())
  assert.equal((await app.call('ask-around', {}, gone)).status, 401)
  assert.equal(asked, 0)
})

test('an anonymous request is recorded in the organization that it turned out to be for', async () => {
  assert.equal((await app.call('name-of', { org: app.owner.orgId }, null)).status, 200)
  assert.deepEqual(await audited(app.owner.orgId, 'name-of'), ['done'])
})
