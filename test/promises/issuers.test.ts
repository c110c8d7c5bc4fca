import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { BadConfig, readConfig } from '#config'
import { type Someone, startApp, type TestApp } from '../support/app.ts'

// An identity provider of our own, on this machine: its key sets, and how often each is asked for.
const keySets: Record<string, { keys: JWK[] }> = {}
const asked: Record<string, number> = {}
let isAway = false
let provider: Server
let address: string

interface Pair {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}
const makePair = async (alg: string, kid: string): Promise<Pair> => {
  const pair = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, privateKey: pair.privateKey, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' } }
}

let app: TestApp
let someone: Someone
let rsa: Pair
let ec: Pair
before(async () => {
  provider = createServer((request, response) => {
    const path = request.url ?? ''
    asked[path] = (asked[path] ?? 0) + 1
    if (isAway) {
      response.writeHead(503).end('<h1>away</h1>')
      return
    }
    response.end(JSON.stringify(keySets[path] ?? {}))
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  ;[rsa, ec] = await Promise.all([makePair('RS256', 'r1'), makePair('ES256', 'e1')])
  keySets['/ids'] = { keys: [rsa.jwk, ec.jwk] }
  keySets['/people'] = { keys: [rsa.jwk] }
  keySets['/narrow'] = { keys: [rsa.jwk, ec.jwk] }
  app = await startApp({
    env: {
      TRUSTED_ISSUERS: JSON.stringify([
        { issuer: 'https://ids.example', jwks: `${address}/ids`, audience: 'foyer' },
        { issuer: 'https://people.example', jwks: `${address}/people`, audience: 'our-foyer', subject: 'email' },
        { issuer: 'https://narrow.example', jwks: `${address}/narrow`, audience: 'foyer', algorithms: ['ES256'] },
        { issuer: 'https://dead.example', jwks: 'http://127.0.0.1:1/keys', audience: 'foyer' },
      ]),
    },
  })
  someone = await app.given.person(app.owner.orgId, 'admin')
})
after(async () => {
  await app.stop()
  provider.close()
})

const tokenOf = (claims: object, pair: Pair = rsa, header: object = {}): Promise<string> =>
  new SignJWT({
    iss: 'https://ids.example',
    aud: 'foyer',
    sub: someone.personId,
    org: someone.orgId,
    iat: Math.floor(Date.now() / 1_000),
    exp: Math.floor(Date.now() / 1_000) + 3_600,
    n: Math.random(),
    ...claims,
  })
    .setProtectedHeader({ alg: pair.alg, kid: pair.kid, typ: 'JWT', ...header })
    .sign(pair.privateKey)

const ask = (token: string, type = 'show-workspace', body: object = {}) => app.call(type, body, { ...someone, token })
const assertStatus = async (status: number, token: string, why?: string): Promise<void> =>
  assert.equal((await ask(token)).status, status, why)

test('a token of a trusted issuer lets a member in, by each of its algorithms', async () => {
  await assertStatus(200, await tokenOf({}))
  await assertStatus(200, await tokenOf({}, ec))
  await assertStatus(200, await tokenOf({ aud: ['other', 'foyer'] }))
  for (const typ of ['JWT', 'at+jwt', 'application/at+jwt', undefined]) await assertStatus(200, await tokenOf({}, rsa, { typ }))
})

test('the role is the lower of the token’s and the membership’s', async () => {
  const change = async (claims: object): Promise<number> =>
    (await ask(await tokenOf(claims), 'update-workspace', { name: 'New name' })).status
  assert.equal(await change({}), 200, 'an admin, the token says nothing')
  assert.equal(await change({ role: 'owner' }), 200)
  assert.equal(await change({ role: 'admin' }), 200)
  assert.equal(await change({ role: 'member' }), 403)
  assert.equal(await change({ role: 'authenticated' }), 403, 'a role that we do not know is the least')
  const member = await app.given.person(someone.orgId, 'member')
  assert.equal(await change({ sub: member.personId, role: 'owner' }), 403)
})

test('a person is found by the address that the issuer has verified, where an issuer speaks of addresses', async () => {
  const people = { iss: 'https://people.example', aud: 'our-foyer', sub: 'auth0|4711' }
  const good = { ...people, email: someone.email.toUpperCase(), email_verified: true }
  await assertStatus(200, await tokenOf(good))
  const profile = await ask(await tokenOf(good), 'show-profile')
  assert.equal((profile.body.person as unknown as { id: string }).id, someone.personId)
  for (const claims of [
    { email_verified: false },
    { email_verified: 'true' },
    { email_verified: undefined },
    { email: undefined },
    { email: 'nobody@example.com' },
    { email: 'no address' },
    { email: [someone.email] },
    { email: undefined, sub: someone.personId },
  ])
    await assertStatus(401, await tokenOf({ ...good, ...claims }), JSON.stringify(claims))
  await assertStatus(401, await tokenOf({ sub: undefined, email: someone.email, email_verified: true }), 'by id is by id')
})

test('no token gives access to an organization without membership, at any transport', async () => {
  const other = await app.given.organization()
  for (const claims of [
    { org: other.orgId },
    { org: '01900000-0000-7000-8000-000000000000' },
    { org: undefined },
    { org: '*' },
    { org: `${someone.orgId}'` },
    { org: [someone.orgId] },
    { sub: other.personId },
    { sub: '01900000-0000-7000-8000-000000000000' },
    { sub: undefined },
    { sub: "' or 1=1 --" },
  ]) {
    const token = await tokenOf(claims)
    await assertStatus(401, token, JSON.stringify(claims))
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await fetch(`${app.url}/live`, { headers })).status, 401, JSON.stringify(claims))
    assert.equal((await fetch(`${app.url}/download/export-leads`, { headers })).status, 401, JSON.stringify(claims))
  }
})

test('a token of another issuer is checked as strictly as our own: issuer, audience, type, time, key and form', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const stranger = await makePair('RS256', 'r1')
  const refused: Record<string, Promise<string>> = {
    'an unknown issuer': tokenOf({ iss: 'https://evil.example' }),
    'an issuer by another spelling': tokenOf({ iss: 'https://ids.example/' }),
    'ourselves as issuer': tokenOf({ iss: app.url }),
    'another trusted issuer, whose audience it is not': tokenOf({ iss: 'https://people.example' }),
    'another audience': tokenOf({ aud: 'other' }),
    'no audience': tokenOf({ aud: undefined }),
    'a token that ends a session': tokenOf({}, rsa, { typ: 'logout+jwt' }),
    ended: tokenOf({ exp: now - 61 }),
    'not yet good': tokenOf({ nbf: now + 120 }),
    'without an end': tokenOf({ exp: undefined }),
    'without a beginning': tokenOf({ iat: undefined }),
    'of tomorrow': tokenOf({ iat: now + 86_400, exp: now + 90_000 }),
    'of the end of time': tokenOf({ iat: 1e300 }),
    'signed by somebody else': tokenOf({}, stranger),
    'an unknown key': tokenOf({}, rsa, { kid: 'r9' }),
    'an algorithm that the operator left out': tokenOf({ iss: 'https://narrow.example' }, rsa),
    'a key of its own': tokenOf({}, rsa, { jwk: stranger.jwk }),
    'an address of keys': tokenOf({}, rsa, { jku: `${address}/evil` }),
  }
  for (const [name, token] of Object.entries(refused)) await assertStatus(401, await token, name)
  await assertStatus(200, await tokenOf({ iss: 'https://narrow.example' }, ec))
  assert.equal(asked['/evil'], undefined)
  // A key of one issuer speaks for no other.
  keySets['/people'] = { keys: [rsa.jwk] }
  await assertStatus(
    401,
    await tokenOf({ iss: 'https://people.example', aud: 'our-foyer', email: someone.email, email_verified: true }, ec),
  )
  const hmac = new TextEncoder().encode(JSON.stringify(rsa.jwk))
  const confused = await new SignJWT({ iss: 'https://ids.example', aud: 'foyer', sub: someone.personId, org: someone.orgId })
    .setProtectedHeader({ alg: 'HS256', kid: 'r1' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(hmac)
  await assertStatus(401, confused, 'HMAC over the public key')
})

test('the keys of an issuer are fetched once for many tokens, and not once for each unknown key', async () => {
  const before = asked['/ids'] ?? 0
  for (let n = 0; n < 20; n++) {
    await assertStatus(200, await tokenOf({}))
    await assertStatus(401, await tokenOf({}, rsa, { kid: `unknown-${n}` }))
  }
  assert.ok((asked['/ids'] ?? 0) - before <= 1, `${(asked['/ids'] ?? 0) - before} requests`)
})

test('a token of another issuer is refused when it was issued before the tokens_from of its user', async () => {
  const person = await app.given.person(someone.orgId, 'member')
  const token = await tokenOf({ sub: person.personId })
  const write = async (): Promise<number> => (await ask(token, 'update-profile', { name: 'New Name' })).status
  assert.equal(await write(), 200)
  await app.database.db
    .updateTable('directory.people')
    .set({ tokens_from: new Date(Date.now() + 2_000) })
    .where('id', '=', person.personId)
    .execute()
  assert.equal(await write(), 401)
})

test('an issuer whose keys cannot be read is a 503 with Retry-After; one that is away for a while locks no user out', async () => {
  const unknown = await ask(await tokenOf({ iss: 'https://dead.example' }))
  assert.deepEqual([unknown.status, unknown.body.code], [503, 'unavailable'])
  assert.ok(Number(unknown.headers.get('retry-after')) >= 1)
  assert.match(app.logged(), /the keys of a trusted issuer cannot be fetched/)
  isAway = true
  try {
    await assertStatus(200, await tokenOf({}))
  } finally {
    isAway = false
  }
})

test('a list of trusted issuers that is not valid stops the start and is named', () => {
  const one = { issuer: 'https://a.example', jwks: 'https://a.example/keys', audience: 'foyer' }
  for (const text of [
    'nonsense',
    '{}',
    '[{}]',
    '["https://a.example"]',
    JSON.stringify([{ ...one, jwks: 'file:///etc/passwd' }]),
    JSON.stringify([{ ...one, algorithms: ['HS256'] }]),
    JSON.stringify([{ ...one, algorithms: ['none'] }]),
    JSON.stringify([{ ...one, algorithms: [] }]),
    JSON.stringify([{ ...one, subject: 'name' }]),
    JSON.stringify([{ ...one, audiance: 'x' }]),
    JSON.stringify([one, one]),
  ])
    assert.throws(
      () => readConfig({ TRUSTED_ISSUERS: text }),
      (error) => error instanceof BadConfig && /TRUSTED_ISSUERS: /.test(error.message),
      text,
    )
  assert.equal(readConfig({ TRUSTED_ISSUERS: JSON.stringify([one]) }).TRUSTED_ISSUERS[0]?.subject, 'id')
})
