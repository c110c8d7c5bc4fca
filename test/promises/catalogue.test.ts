import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { usualLimit } from '#core/action.ts'
import { addressBlock } from '#core/dispatch.ts'
import { digestId } from '#core/ids.ts'
import { type Answer, type Someone, startApp, type TestApp } from '#test/app.ts'
import { gatewayActions, shapeOf, someBody } from './bodies.ts'

/** What every action keeps, taken from the catalogue. Missing fields, wrong types, roles and foreign ids: gateway and tenancy. */
let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1', SANDBOX: 'on' } })
})
after(() => app.stop())

let calls = 0
const elsewhere = (): string => `203.0.${(++calls >> 8) & 255}.${calls & 255}`

const send = async (type: string, body: object, someone: Someone, who: string, address: string): Promise<Answer> => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(who === 'session'
        ? { cookie: `foyer_session=${someone.session}` }
        : who === 'public'
          ? {}
          : { authorization: `Bearer ${someone.token}` }),
    },
    // An organization that is named is the caller's own: every other one is refused before anything else.
    body: JSON.stringify({ ...body, ...('orgId' in body && { orgId: someone.orgId }), type }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

test('of each action one call more than its limit is refused, with the seconds until the next is not', async () => {
  for (const action of gatewayActions) {
    // Once signed out, nobody is there to be limited.
    if (action.name === 'sign-out') continue
    const someone = await app.given.organization()
    const address = elsewhere()
    const limit = action.limit ?? usualLimit(action.who)
    const who = action.who === 'public' ? addressBlock(address) : someone.personId
    // All but one, as if they had been made a moment ago. Making somebody has asked for one token.
    const made = action.name === 'get-token' ? 1 : 0
    await app.database.pool.query('select * from foyer.take_tokens($1, $2, $3, $4)', [
      [digestId(`action ${action.name} ${who}`)],
      [limit.times - 1 - made],
      [limit.times],
      [limit.seconds],
    ])
    const body = someBody(shapeOf(action))
    let last = await send(action.name, body, someone, action.who, address)
    assert.notEqual(last.status, 429, `${action.name}: the last of its limit`)
    // A generous limit has a new one every few milliseconds, and a slow machine takes long for a call: several at once.
    for (let more = 0; last.status !== 429 && more < 20; more++) {
      const some = await Promise.all([1, 2, 3].map(() => send(action.name, body, someone, action.who, address)))
      last = some.find(({ status }) => status === 429) ?? last
    }
    const longest = Math.ceil(limit.seconds / limit.times)
    if (longest > 1 || limit.times / limit.seconds <= 10) assert.equal(last.status, 429, `${action.name}: one more`)
    if (last.status !== 429) continue
    const seconds = Number(last.headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= longest, `${action.name}: ${seconds} s of at most ${longest}`)
    assert.deepEqual([last.body.error, last.body.code], [`Rate limited. Try again in ${seconds} seconds`, 'rate_limited'])
    assert.equal(last.headers.get('ratelimit-policy'), `"default";q=${limit.times};w=${limit.seconds}`)
    assert.match(last.headers.get('ratelimit') ?? '', /^"default";r=0;t=\d+$/)
  }
})

test('the limit of one person is not that of another, and one action does not use up another', async () => {
  const [one, other] = [await app.given.person(app.owner.orgId, 'owner'), await app.given.person(app.owner.orgId, 'owner')]
  await app.database.pool.query('select * from foyer.take_tokens($1, $2, $3, $4)', [
    [digestId(`action list-notices ${one.personId}`)],
    [120],
    [120],
    [60],
  ])
  assert.equal((await app.call('list-notices', {}, one)).status, 429)
  assert.equal((await app.call('list-notices', {}, other)).status, 200)
  assert.equal((await app.call('list-sources', {}, one)).status, 200)
})

test('each documented example is answered: with success, or with an error that the action declares', async () => {
  for (const action of gatewayActions)
    for (const example of action.examples ?? []) {
      const { status, body } = await send(action.name, example.input, await app.given.organization(), action.who, elsewhere())
      const declared = status === 200 || (action.errors as readonly string[]).includes(String(body.code))
      assert.ok(declared, `${action.name}, ${example.title}: ${status} ${JSON.stringify(body)}`)
      // What needs no record of one's own has no reason to fail.
      if (!/Id"|token"|challenge"|code"|credentials"|password"|current"|identity"/.test(JSON.stringify(example.input)))
        assert.equal(status, 200, `${action.name}, ${example.title}: ${JSON.stringify(body)}`)
    }
})
