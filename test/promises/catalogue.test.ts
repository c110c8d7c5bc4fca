import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { usualLimit } from '#core/actions/action.ts'
import { type Role, roles } from '#core/actions/caller.ts'
import { addressBlock } from '#core/address-blocks.ts'
import { digestId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { type Answer, ask } from '../support/requests.ts'
import { actions, gatewayActions, shapeOf, someBody } from './request-bodies.ts'

/** What every action keeps, taken from the catalogue. Missing fields, wrong types, roles and foreign ids: gateway and tenancy. */
let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1', SANDBOX: 'on' } })
})
after(() => app.stop())

let calls = 0
const elsewhere = (): string => `203.0.${(++calls >> 8) & 255}.${calls & 255}`

const send = (type: string, body: object, someone: Someone, who: string, address: string): Promise<Answer> =>
  ask(`${app.url}/gateway`, {
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
    // A generous limit has a new one every few milliseconds, and a slow machine takes long for a call: several at once, and more each time.
    for (let more = 0; last.status !== 429 && more < 20; more++) {
      const some = await Promise.all(
        Array.from({ length: 3 + more }, () => send(action.name, body, someone, action.who, address)),
      )
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

test('a download applies the rules of every action: permissions, errors by field, hostile text, its limit', async () => {
  const { orgId } = await app.given.organization()
  const people = {
    member: await app.given.person(orgId, 'member'),
    admin: await app.given.person(orgId, 'admin'),
    owner: await app.given.person(orgId, 'owner'),
  }
  const fetchFile = async (name: string, query: object, someone: Someone | null, address = elsewhere()): Promise<Answer> => {
    const response = await fetch(`${app.url}/download/${name}?${new URLSearchParams(query as Record<string, string>)}`, {
      headers: { 'x-forwarded-for': address, ...(someone && { authorization: `Bearer ${someone.token}` }) },
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: (text.startsWith('{"error"') ? JSON.parse(text) : {}) as Answer['body'],
    }
  }
  for (const action of actions.filter(({ transports }) => transports.includes('download'))) {
    const { name, who } = action
    const shape = shapeOf(action)
    const whole = someBody(shape)
    if (who !== 'public') {
      assert.equal((await fetchFile(name, whole, null)).body.code, 'not_signed_in', name)
      for (const role of ['member', 'admin', 'owner'] as const) {
        const may: boolean = roles.indexOf(role) >= roles.indexOf(who as Role)
        assert.equal((await fetchFile(name, whole, people[role])).body.code === 'forbidden', !may, `${name} as ${role}`)
      }
    }
    for (const field of shape.required ?? []) {
      const { [field]: _left, ...rest } = whole
      const { status, body } = await fetchFile(name, rest, people.owner)
      assert.deepEqual([status, body.error, body.field], [400, `Missing required field: ${field}`, field], name)
    }
    for (const [field, member] of Object.entries(shape.properties ?? {}))
      for (const value of ["'; drop table leads; --", '\u0000', '%00%ff', '../../etc/passwd', '=1+1', 'x'.repeat(5_000)]) {
        const { status, body } = await fetchFile(name, { ...whole, [field]: value }, people.owner)
        assert.ok(status < 500, `${name} ${field} ${value.slice(0, 20)}: ${status}`)
        if (member.format === 'uuid' && value !== '\u0000')
          assert.deepEqual([status, body.field], [400, field], `${name} ${field}`)
      }
    const address = elsewhere()
    const limit = action.limit ?? usualLimit(who)
    await app.database.pool.query('select * from foyer.take_tokens($1, $2, $3, $4)', [
      [digestId(`action ${name} ${who === 'public' ? addressBlock(address) : people.owner.personId}`)],
      [limit.times],
      [limit.times],
      [limit.seconds],
    ])
    // A slow machine takes as long for a call as the limit for a new one: several at once.
    let over = await fetchFile(name, whole, people.owner, address)
    for (let more = 0; over.status !== 429 && more < 20; more++) {
      const some = await Promise.all([1, 2, 3].map(() => fetchFile(name, whole, people.owner, address)))
      over = some.find(({ status }) => status === 429) ?? over
    }
    assert.equal(over.status, 429, name)
    assert.equal(over.body.error, `Rate limited. Try again in ${over.headers.get('retry-after')} seconds`, name)
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
  const refused = await Promise.all([1, 2, 3, 4].map(() => app.call('list-notices', {}, one)))
  assert.ok(refused.some(({ status }) => status === 429))
  assert.equal((await app.call('list-notices', {}, other)).status, 200)
  assert.equal((await app.call('list-sources', {}, one)).status, 200)
})

test('each documented example is answered: with success, or with an error that the action declares', async () => {
  for (const action of gatewayActions)
    for (const example of action.examples ?? []) {
      const { status, body } = await send(action.name, example.input, await app.given.organization(), action.who, elsewhere())
      const declared = status === 200 || action.errors.some(({ code }) => code === body.code)
      assert.ok(declared, `${action.name}, ${example.title}: ${status} ${JSON.stringify(body)}`)
      // What needs no record of one's own has no reason to fail.
      if (
        !/Ids?"|token"|challenge"|code"|credentials"|password"|current"|identity"|userEmail"|"file"|"timestampUrl"/.test(
          JSON.stringify(example.input),
        )
      )
        assert.equal(status, 200, `${action.name}, ${example.title}: ${JSON.stringify(body)}`)
    }
})
