import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '#test/promises/tenant-rows.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { type Authenticator, type Behaviour, makeAuthenticator } from '#test/support/authenticator.ts'
import { behindProxy, givePassword, knock, password, postOf, whoIs } from '#test/support/sign-in.ts'
import { siteOf } from '../users/passkeys.ts'

const here: Behaviour = { origin: 'https://foyer.example.test', rpId: 'foyer.example.test' }

let app: TestApp
let skewMs = 0
before(async () => {
  app = await startApp({ env: { ...behindProxy, PUBLIC_URL: here.origin }, now: () => new Date(Date.now() + skewMs) })
})
after(() => app.stop())

const someone = async (): Promise<Someone> => {
  const made = await app.given.organization()
  await givePassword(app, made)
  return made
}
interface Started {
  challenge: string
  options: {
    challenge: string
    user: { id: string; name: string }
    rp: { id: string }
    excludeCredentials: { id: string }[]
    authenticatorSelection: object
    allowCredentials?: object[]
    userVerification: string
  }
}
const start = async (person: Someone): Promise<Started> => {
  const { status, body } = await app.call('start-passkey', { password }, person)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as Started
}
const add = async (person: Someone, device: Authenticator, how: Behaviour = here, name = 'Laptop') => {
  const { challenge, options } = await start(person)
  return app.call('add-passkey', { challenge, response: device.create(options, how), name }, person)
}
const withPasskey = async (how: Behaviour = here) => {
  const person = await someone()
  const device = makeAuthenticator()
  const added = await add(person, device, how)
  assert.equal(added.status, 200, JSON.stringify(added.body))
  return { person, device, passkey: added.body.passkey as unknown as { id: string; name: string; last_used_at: null } }
}
const begin = async (): Promise<Started> => (await knock(app, 'start-passkey-sign-in')).body as unknown as Started
const enter = async (device: Authenticator, how: Behaviour = here) => {
  const { challenge, options } = await begin()
  return knock(app, 'passkey-sign-in', { challenge, response: device.get(options, how) })
}
const assertRefused = async (
  answer: Promise<{ status: number; body: { code?: unknown }; session?: unknown }>,
  about: string,
) => {
  const { status, body, session } = await answer
  assert.deepEqual([status, body.code, session], [401, 'passkey_refused', undefined], about)
}
const profile = async (person: Someone) =>
  (await app.call('show-profile', {}, person)).body.person as unknown as {
    passkeys: { id: string; name: string; last_used_at: string | null }[]
  }

test('a passkey is made for this site, to be found without an address and unlocked, and signs its person in alone', async () => {
  const person = await someone()
  const device = makeAuthenticator()
  const { challenge, options } = await start(person)
  assert.deepEqual([options.rp.id, options.user.name, options.excludeCredentials], [here.rpId, person.email, []])
  assert.deepEqual(options.authenticatorSelection, {
    residentKey: 'required',
    userVerification: 'required',
    requireResidentKey: true,
  })
  const added = await app.call('add-passkey', { challenge, response: device.create(options, here), name: ' Phone ' }, person)
  assert.equal(added.status, 200, JSON.stringify(added.body))
  const passkey = added.body.passkey as unknown as { id: string; name: string; last_used_at: string | null }
  assert.deepEqual([passkey.name, passkey.last_used_at], ['Phone', null])
  assert.deepEqual(
    (await postOf(app, person.orgId, person.email)).map(({ subject }) => subject),
    ['Your account: A passkey was added'],
  )

  const asked = await begin()
  assert.deepEqual([asked.options.userVerification, asked.options.allowCredentials], ['required', undefined])
  const entry = await knock(app, 'passkey-sign-in', { challenge: asked.challenge, response: device.get(asked.options, here) })
  assert.deepEqual([entry.status, entry.body], [200, { success: true }])
  assert.equal((await whoIs(app, entry.session)).personId, person.personId)
  assert.notEqual((await profile(person)).passkeys[0]?.last_used_at, null)
  assert.equal((await start(person)).options.excludeCredentials.length, 1)
})

test('a passkey is both factors: no code is asked for', async () => {
  const { person, device } = await withPasskey()
  await app.database.db
    .insertInto('directory.totp')
    .values({ person_id: person.personId, sealed_secret: 'x', confirmed_at: new Date() })
    .execute()
  assert.equal((await knock(app, 'sign-in', { email: person.email, password })).body.needs, 'code')
  assert.equal((await enter(device)).status, 200)
})

test('a passkey of another site, of another address, not unlocked, or signed by another key is refused', async () => {
  const { person, device } = await withPasskey()
  const other = makeAuthenticator()
  const cases: [about: string, how: Behaviour][] = [
    ['another origin', { ...here, origin: 'https://evil.example' }],
    ['a subdomain', { ...here, origin: 'https://x.foyer.example.test' }],
    ['without TLS', { ...here, origin: 'http://foyer.example.test' }],
    ['another port', { ...here, origin: 'https://foyer.example.test:8443' }],
    ['another site', { ...here, rpId: 'evil.example' }],
    ['not unlocked', { ...here, isVerified: false }],
    ['the making of one', { ...here, type: 'webauthn.create' }],
    ['another key', { ...here, key: other.privateKey }],
    ['another person', { ...here, userHandle: Buffer.alloc(16, 1).toString('base64url') }],
  ]
  for (const [about, how] of cases) await assertRefused(enter(device, how), about)
  await assertRefused(enter(other, { ...here, userHandle: null }), 'a passkey that is not known')
  // Those of the passkey that is known are told to its person's workspace.
  await eventually(
    async () => (await app.call('list-audit', { action: 'passkey-sign-in', outcome: 'refused' }, person)).body.entries,
    (entries) => (entries as unknown as unknown[]).length === cases.length,
  )
  const entry = await enter(device, { ...here, userHandle: null })
  assert.equal((await whoIs(app, entry.session)).personId, person.personId)
})

test('a passkey of another site or without user verification is not stored, nor one for another user’s challenge', async () => {
  const person = await someone()
  for (const how of [
    { ...here, origin: 'https://evil.example' },
    { ...here, rpId: 'evil.example' },
    { ...here, isVerified: false },
    { ...here, type: 'webauthn.get' },
  ]) {
    const refused = await add(person, makeAuthenticator(), how)
    assert.deepEqual([refused.status, refused.body.code], [400, 'passkey_unusable'], JSON.stringify(how))
  }
  const device = makeAuthenticator()
  const mine = await start(person)
  const theirs = await start(await someone())
  const body = { challenge: theirs.challenge, response: device.create(theirs.options, here), name: 'X' }
  assert.equal((await app.call('add-passkey', body, person)).body.code, 'challenge_ended')
  const crossed = { challenge: mine.challenge, response: device.create(theirs.options, here), name: 'X' }
  assert.equal((await app.call('add-passkey', crossed, person)).body.code, 'passkey_unusable')
  assert.deepEqual((await profile(person)).passkeys, [])
})

test('a counter that goes back or stays is refused: there is a copy of the passkey somewhere', async () => {
  const { device } = await withPasskey({ ...here, counter: 5 })
  await assertRefused(enter(device, { ...here, counter: 5 }), 'stays')
  assert.equal((await enter(device, { ...here, counter: 9 })).status, 200)
  await assertRefused(enter(device, { ...here, counter: 8 }), 'back')
  await assertRefused(enter(device, { ...here, counter: 0 }), 'to nothing')
  assert.equal((await enter(device, { ...here, counter: 10 })).status, 200)
})

test('a challenge is answered once, also when ten answer at once, and within ten minutes', async () => {
  const { person, device } = await withPasskey()
  const { challenge, options } = await begin()
  const response = device.get(options, here)
  const answers = await Promise.all(Array.from({ length: 10 }, () => knock(app, 'passkey-sign-in', { challenge, response })))
  assert.deepEqual(answers.map(({ status, body }) => body.code ?? status).sort(), [200, ...Array(9).fill('challenge_invalid')])

  const made = await start(person)
  const body = { challenge: made.challenge, response: makeAuthenticator().create(made.options, here), name: 'X' }
  assert.equal((await app.call('add-passkey', body, person)).status, 200)
  assert.equal((await app.call('add-passkey', body, person)).body.code, 'challenge_ended')

  const late = await begin()
  skewMs = 601_000
  const ended = await knock(app, 'passkey-sign-in', { challenge: late.challenge, response: device.get(late.options, here) })
  skewMs = 0
  assert.equal(ended.body.code, 'challenge_invalid')
})

test('a signature for one purpose is not accepted for another', async () => {
  const { person, device } = await withPasskey()
  const making = await start(person)
  const asSignIn = { challenge: making.challenge, response: device.get(making.options, here) }
  assert.equal((await knock(app, 'passkey-sign-in', asSignIn)).body.code, 'challenge_invalid')
  const entering = await begin()
  const response = makeAuthenticator().create({ ...entering.options, user: making.options.user }, here)
  const asMaking = { challenge: entering.challenge, response, name: 'X' }
  assert.equal((await app.call('add-passkey', asMaking, person)).body.code, 'challenge_ended')
})

test('one device is kept for one person only', async () => {
  const { device } = await withPasskey()
  const again = await add(await someone(), device)
  assert.deepEqual([again.status, again.body.code], [400, 'passkey_unusable'])
})

test('a passkey is made and removed with the password only; one that was removed opens nothing', async () => {
  const { person, device, passkey } = await withPasskey()
  const refused = await app.call('start-passkey', { password: 'not this one' }, person)
  assert.deepEqual([refused.status, refused.body.code], [403, 'password_wrong'])
  const kept = await app.call('remove-passkey', { passkeyId: passkey.id, password: 'not this one' }, person)
  assert.deepEqual([kept.status, kept.body.code], [403, 'password_wrong'])
  const stranger = await someone()
  const foreign = await app.call('remove-passkey', { passkeyId: passkey.id, password }, stranger)
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'passkey_not_found'])
  assert.equal((await enter(device)).status, 200)
  assert.equal((await app.call('remove-passkey', { passkeyId: passkey.id, password }, person)).status, 200)
  await assertRefused(enter(device), 'removed')
  assert.deepEqual((await profile(person)).passkeys, [])
})

test('any value in place of an answer is refused with a named error, never a 500', async () => {
  const { device } = await withPasskey()
  const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const pieces: Record<string, string>[] = [
    { clientDataJSON: json('x') },
    { clientDataJSON: json(null) },
    { clientDataJSON: json({ type: 'webauthn.get', tokenBinding: 7 }) },
    { clientDataJSON: 'AAAA' },
    { authenticatorData: 'AAAA' },
    { signature: 'AAAA' },
  ]
  for (const piece of pieces) {
    const { challenge, options } = await begin()
    const answer = device.get(options, here)
    const response = { ...answer, response: { ...answer.response, ...piece } }
    await assertRefused(knock(app, 'passkey-sign-in', { challenge, response }), JSON.stringify(piece))
  }
  const person = await someone()
  for (const attestationObject of ['AAAA', json({}), 'o2NmbXRkbm9uZQ', 'oA']) {
    const { challenge, options } = await start(person)
    const made = makeAuthenticator().create(options, here)
    const response = { ...made, response: { ...made.response, attestationObject } }
    const refused = await app.call('add-passkey', { challenge, response, name: 'X' }, person)
    assert.deepEqual([refused.status, refused.body.code], [400, 'passkey_unusable'], attestationObject)
  }
})

test('a site is its domain name; localhost stands for this machine, and a bare address cannot have passkeys', () => {
  assert.deepEqual(siteOf('https://foyer.example.com/'), { rpId: 'foyer.example.com', origin: 'https://foyer.example.com' })
  assert.deepEqual(siteOf('http://127.0.0.1:3000'), { rpId: 'localhost', origin: 'http://localhost:3000' })
  assert.deepEqual(siteOf('http://[::1]:3000'), { rpId: 'localhost', origin: 'http://localhost:3000' })
  for (const url of ['http://192.168.1.4:3000', 'https://[2001:db8::1]'])
    assert.throws(() => siteOf(url), { code: 'passkeys_need_domain' })
})
