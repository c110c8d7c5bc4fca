import assert from 'node:assert/strict'
import { createHmac, createPublicKey, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportSPKI, type JWK, SignJWT } from 'jose'
import { makeVault } from '#core/vault.ts'
import {
  keptAfterMs,
  readSigningKeys,
  rotateSigningKeys,
  type SigningKey,
  shownBeforeMs,
  signsForMs,
} from '#domains/platform/users/signing-keys.ts'
import { openTokens } from '#domains/platform/users/tokens.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'

const vault = makeVault(Buffer.alloc(32, 7))
const minuteMs = 60_000

let app: TestApp
let owner: Someone
let key: SigningKey
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  owner = app.owner
  key = (await readSigningKeys(app.database.db, vault, new Date()))[0] as SigningKey
})
after(async () => {
  await app.stop()
})

// ── Forging ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const seconds = (): number => Math.floor(Date.now() / 1_000)

const goodHeader = () => ({ alg: 'ES256', typ: 'at+jwt', kid: key.kid })
const goodClaims = () => ({
  iss: app.url,
  aud: 'foyer',
  sub: owner.personId,
  org: owner.orgId,
  role: 'owner',
  jti: '01900000-0000-7000-8000-000000000000',
  iat: seconds(),
  exp: seconds() + 600,
})

/** Signed by our own key: whatever is wrong with it is not the signature. */
const signed = async (header: unknown, claims: unknown): Promise<string> => {
  const text = `${encode(header)}.${encode(claims)}`
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, Buffer.from(text))
  return `${text}.${Buffer.from(signature).toString('base64url')}`
}
const signedWith = (claims: object, header: object = {}): Promise<string> =>
  signed({ ...goodHeader(), ...header }, { ...goodClaims(), ...claims })
const without = (name: string): Promise<string> => {
  const claims: Record<string, unknown> = goodClaims()
  delete claims[name]
  return signed(goodHeader(), claims)
}

let calls = 0
/** Each from another address: what is counted by address is not what is asked here. */
const ask = async (token: string, url = app.url) => {
  const response = await fetch(`${url}/gateway`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `10.9.${Math.floor(++calls / 250)}.${calls % 250}`,
    },
    body: '{"type":"show-workspace"}',
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> }
}

/** Refused in the form of every error, and nothing of it stands in the log. */
const assertRefused = async (name: string, token: string, url = app.url): Promise<void> => {
  const { status, headers, body } = await ask(token, url)
  assert.equal(status, 401, `${name}: ${status} ${JSON.stringify(body)}`)
  assert.deepEqual(Object.keys(body).sort(), ['code', 'error', 'request_id'], name)
  assert.equal(body.code, 'not_signed_in', name)
  assert.equal(headers.get('www-authenticate'), 'Bearer', name)
  for (const part of token.split('.'))
    if (part.length > 20) assert.ok(!app.logged().includes(part.slice(-20)), `${name} stands in the log`)
}

test('a token that we signed is accepted; each attack is refused for the part that it changes', async () => {
  assert.equal((await ask(await signed(goodHeader(), goodClaims()))).status, 200)
  assert.equal((await ask(owner.token)).status, 200)
})

test('a token without a signature is refused, however its algorithm is spelt', async () => {
  const [, payload, signature] = owner.token.split('.')
  for (const alg of ['none', 'None', 'NONE', 'nOnE', 'none ', '', 'null', null, 0, false, [], ['none'], ['ES256'], {}]) {
    const header = encode({ ...goodHeader(), alg })
    await assertRefused(`alg ${JSON.stringify(alg)}, no signature`, `${header}.${payload}.`)
    await assertRefused(`alg ${JSON.stringify(alg)}, a signature`, `${header}.${payload}.${signature}`)
    await assertRefused(`alg ${JSON.stringify(alg)}, signed`, await signed({ ...goodHeader(), alg }, goodClaims()))
  }
  await assertRefused('no alg', await signed({ typ: 'at+jwt', kid: key.kid }, goodClaims()))
  await assertRefused('two parts', `${encode(goodHeader())}.${payload}`)
})

test('the public key is no shared secret: tokens with an HMAC over it are refused', async () => {
  const jwk = key.jwk
  const der = createPublicKey({ key: jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'der' })
  const secrets = {
    PEM: await exportSPKI(key.publicKey),
    'PEM without its last line break': (await exportSPKI(key.publicKey)).trimEnd(),
    JWK: JSON.stringify(jwk),
    DER: der,
    'the x of the key': Buffer.from(String(jwk.x), 'base64url'),
    'nothing at all': '',
    kid: key.kid,
  }
  for (const [alg, hash] of [
    ['HS256', 'sha256'],
    ['HS384', 'sha384'],
    ['HS512', 'sha512'],
  ] as const)
    for (const [name, secret] of Object.entries(secrets)) {
      const text = `${encode({ ...goodHeader(), alg })}.${encode(goodClaims())}`
      await assertRefused(`${alg} with ${name}`, `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`)
    }
})

test('a token does not choose its algorithm: the key has one, and other kinds of key are not ours', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const ed = generateKeyPairSync('ed25519').privateKey
  for (const [alg, hash, privateKey] of [
    ['RS256', 'sha256', rsa],
    ['PS256', 'sha256', rsa],
    ['ES384', 'sha384', p384],
    ['ES256', 'sha256', other],
    ['EdDSA', null, ed],
    ['Ed25519', null, ed],
  ] as const) {
    const text = `${encode({ ...goodHeader(), alg })}.${encode(goodClaims())}`
    const signature = signBytes(hash, Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    await assertRefused(alg, `${text}.${signature.toString('base64url')}`)
  }
  for (const alg of ['RS256', 'ES384', 'ES512', 'ES256K', 'EdDSA', 'es256', 'ES256 ', 'ECDH-ES', 'dir'])
    await assertRefused(`our signature, ${alg} claimed`, await signed({ ...goodHeader(), alg }, goodClaims()))
})

test('the id of a key is compared and nothing else: paths, statements, lists and unknown ones are refused', async () => {
  for (const kid of [
    '../../../../dev/null',
    '/dev/null',
    '../../etc/passwd\u0000',
    "' or 1=1 --",
    "' union select 'secret' --",
    '| sleep 10',
    'https://evil.example/key',
    '01900000-0000-7000-8000-000000000000',
    key.kid.toUpperCase(),
    ` ${key.kid}`,
    '',
    null,
    0,
    true,
    [key.kid],
    [],
    { kid: key.kid },
    '__proto__',
    'constructor',
    'toString',
  ])
    await assertRefused(`kid ${JSON.stringify(kid)}`, await signed({ ...goodHeader(), kid }, goodClaims()))
  await assertRefused('no kid', await signed({ alg: 'ES256', typ: 'at+jwt' }, goodClaims()))
})

test('keys that a token embeds or links to are ignored, and never fetched', async () => {
  let asked = 0
  const { createServer } = await import('node:http')
  const evil = createServer((_request, response) => {
    asked++
    response.end(JSON.stringify({ keys: [publicJwk] }))
  }).listen(0)
  const { port } = evil.address() as { port: number }
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicJwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'ES256' }
  try {
    for (const extra of [
      { jwk: publicJwk },
      { jku: `http://127.0.0.1:${port}/keys` },
      { jku: `${app.url}/.well-known/jwks.json` },
      { x5u: `http://127.0.0.1:${port}/cert` },
      { x5c: [pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')] },
    ]) {
      const name = Object.keys(extra)[0] ?? ''
      for (const kid of [key.kid, 'mine']) {
        const text = `${encode({ ...goodHeader(), kid, ...extra })}.${encode(goodClaims())}`
        const signature = signBytes('sha256', Buffer.from(text), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
        await assertRefused(`${name}, signed by its own key`, `${text}.${signature.toString('base64url')}`)
      }
      await assertRefused(`${name}, signed by ours`, await signedWith({}, extra))
    }
  } finally {
    evil.close()
  }
  assert.equal(asked, 0)
})

test('extensions, unencoded payloads, compression, encryption and tokens in tokens are refused', async () => {
  for (const extra of [
    { crit: ['exp'] },
    { crit: ['b64'], b64: false },
    { crit: ['b64'], b64: true },
    { crit: [] },
    { crit: 'b64' },
    { crit: ['http://example.com/UNDEFINED'], 'http://example.com/UNDEFINED': true },
    { b64: false },
    { b64: true },
    { zip: 'DEF' },
    { enc: 'A256GCM' },
    { cty: 'JWT' },
  ])
    await assertRefused(JSON.stringify(extra), await signedWith({}, extra))
  await assertRefused('nested', await signed(goodHeader(), owner.token))
  await assertRefused('nested, with its type', await signed({ ...goodHeader(), cty: 'JWT' }, owner.token))
  const jwe = [{ alg: 'dir', enc: 'A256GCM', kid: key.kid }, '', 'x'.repeat(12), 'y'.repeat(40), 'z'.repeat(16)].map(encode)
  await assertRefused('JWE', jwe.join('.'))
  await assertRefused('JWE of ECDH-ES', [encode({ alg: 'ECDH-ES', enc: 'A128GCM' }), ...jwe.slice(1)].join('.'))
  const [header = '', payload = '', signature = ''] = owner.token.split('.')
  await assertRefused('JSON serialisation', JSON.stringify({ payload, signatures: [{ protected: header, signature }] }))
})

test('tokens of another issuer, for another audience, of another type or without a claim are refused', async () => {
  for (const iss of ['https://evil.example', `${app.url}/`, `${app.url}.evil.example`, '', null, [app.url], 0])
    await assertRefused(`iss ${JSON.stringify(iss)}`, await signedWith({ iss }))
  for (const aud of ['other', 'FOYER', 'foyer ', '', null, [], ['other'], 0, {}])
    await assertRefused(`aud ${JSON.stringify(aud)}`, await signedWith({ aud }))
  for (const typ of ['JWT', 'jwt', 'dpop+jwt', 'logout+jwt', 'secevent+jwt', '', null, 0, ['at+jwt']])
    await assertRefused(`typ ${JSON.stringify(typ)}`, await signedWith({}, { typ }))
  await assertRefused('no typ', await signed({ alg: 'ES256', kid: key.kid }, goodClaims()))
  for (const claim of Object.keys(goodClaims())) await assertRefused(`no ${claim}`, await without(claim))
  for (const claims of [
    { sub: '' },
    { sub: 0 },
    { sub: null },
    { sub: [owner.personId] },
    { sub: "' or 1=1 --" },
    { sub: `${owner.personId}'` },
    { sub: owner.personId.toUpperCase() },
    { org: '' },
    { org: null },
    { org: '*' },
    { org: [owner.orgId] },
    { org: `${owner.orgId}'; drop table leads; --` },
    { role: 'root' },
    { role: 'Owner' },
    { role: null },
    { role: ['owner'] },
    { sid: 'x' },
    { sid: null },
    { sid: `${owner.orgId}'` },
    { exp: 'tomorrow' },
    { exp: String(seconds() + 600) },
    { exp: null },
    { iat: 'today' },
    { nbf: 'yesterday' },
    { nbf: null },
  ])
    await assertRefused(JSON.stringify(claims), await signedWith(claims))
})

test('a user who is no member of the organization in the token, or does not exist, is refused', async () => {
  const stranger = await app.given.organization()
  await assertRefused('a stranger', await signedWith({ sub: stranger.personId }))
  await assertRefused('an organization that is not theirs', await signedWith({ org: stranger.orgId }))
  await assertRefused('nobody', await signedWith({ sub: '01900000-0000-7000-8000-000000000000' }))
  await assertRefused('nowhere', await signedWith({ org: '01900000-0000-7000-8000-000000000000' }))
})

test('a role in a token never gives more than the membership does now', async () => {
  const member = await app.given.person(owner.orgId, 'member')
  const token = await signedWith({ sub: member.personId, role: 'owner' })
  const call = (type: string) => app.call(type, type === 'update-workspace' ? { name: 'Mine' } : {}, { ...member, token })
  assert.equal((await call('show-workspace')).status, 200)
  assert.equal((await call('update-workspace')).status, 403)
})

test('one letter changed anywhere in a token, and it is refused', async () => {
  const [header = '', payload = '', signature = ''] = owner.token.split('.')
  for (const claims of [{ role: 'owner', sub: 'x' }, { exp: seconds() + 86_400 }])
    await assertRefused('payload replaced', [header, encode({ ...goodClaims(), ...claims }), signature].join('.'))
  await assertRefused('header replaced', [encode({ ...goodHeader(), extra: 1 }), payload, signature].join('.'))
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (let n = 0; n < owner.token.length; n += 7) {
    const letter = owner.token[n] as string
    const next = letter === '.' ? '-' : letters[(letters.indexOf(letter) + 1) % 64]
    await assertRefused(`letter ${n}`, owner.token.slice(0, n) + next + owner.token.slice(n + 1))
  }
  const other = await app.given.person(owner.orgId, 'member')
  await assertRefused('the signature of another token', [header, payload, other.token.split('.')[2]].join('.'))
})

test('a signature has one spelling: DER, zeros, other lengths, padding, spare bits and other alphabets are refused', async () => {
  const [header = '', payload = '', signature = ''] = (await signed(goodHeader(), goodClaims())).split('.')
  const text = `${header}.${payload}`
  const bytes = Buffer.from(signature, 'base64url')
  const der = signBytes('sha256', Buffer.from(text), {
    key: (await import('node:crypto')).KeyObject.from(key.privateKey as never),
    dsaEncoding: 'der',
  })
  const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex')
  const signatures: Record<string, Buffer> = {
    DER: der,
    'r and s zero': Buffer.alloc(64),
    'r zero': Buffer.concat([Buffer.alloc(32), bytes.subarray(32)]),
    's zero': Buffer.concat([bytes.subarray(0, 32), Buffer.alloc(32)]),
    'r the order': Buffer.concat([order, bytes.subarray(32)]),
    'r and s the order': Buffer.concat([order, order]),
    'all ones': Buffer.alloc(64, 255),
    'one byte': Buffer.from([1]),
    'a byte short': bytes.subarray(0, 63),
    'a byte long': Buffer.concat([bytes, Buffer.from([0])]),
    'halves swapped': Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)]),
  }
  for (const [name, each] of Object.entries(signatures)) await assertRefused(name, `${text}.${each.toString('base64url')}`)

  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  // 64 bytes are 85 letters and a third: four bits of the last letter mean nothing.
  const spare = signature.slice(0, -1) + letters[letters.indexOf(signature.slice(-1)) | 1]
  assert.deepEqual(Buffer.from(spare, 'base64url'), bytes)
  const spellings = {
    'spare bits': `${text}.${spare}`,
    padding: `${text}.${signature}==`,
    'padding everywhere': [header, payload, signature].map((part) => `${part}=`).join('.'),
    'a space within': `${header}. ${payload}.${signature}`,
    'a tab within': `${text}.\t${signature}`,
    'a space in the signature': `${text}.${signature.slice(0, 40)} ${signature.slice(40)}`,
    'a dot behind': `${text}.${signature}.`,
    'a dot before': `.${text}.${signature}`,
    'four parts': `${text}.${signature}.${signature}`,
    'a letter behind': `${text}.${signature}A`,
    'a letter outside': `${text}.${signature}!`,
    'the other alphabet': `${text}.${Buffer.from(bytes).toString('base64')}`,
    'twice behind a comma': `${text}.${signature}, ${text}.${signature}`,
    nothing: '..',
    'one dot': '.',
    'no header': `.${payload}.${signature}`,
    'no payload': `${header}..${signature}`,
  }
  for (const [name, token] of Object.entries(spellings)) await assertRefused(name, token)
  assert.equal((await ask(`${text}.${signature}`)).status, 200)
})

test('a header or payload in which a member stands twice, or that is no object, is refused although the signature fits', async () => {
  const claims = JSON.stringify(goodClaims()).slice(1)
  const header = JSON.stringify(goodHeader()).slice(1)
  const stranger = await app.given.organization()
  for (const [name, token] of Object.entries({
    'sub twice': await signed(goodHeader(), `{"sub":"${stranger.personId}",${claims}`),
    'the same sub twice': await signed(goodHeader(), `{"sub":"${owner.personId}",${claims}`),
    'org in other letters': await signed(goodHeader(), `{"\\u006frg":"${stranger.orgId}",${claims}`),
    'exp with a space': await signed(goodHeader(), `{"exp" : 1,${claims}`),
    'within a claim': await signed(goodHeader(), `{"x":{"a":1,"a":2},${claims}`),
    'alg twice': await signed(`{"alg":"none",${header}`, goodClaims()),
    'kid twice': await signed(`{"kid":"x",${header}`, goodClaims()),
    'a list as payload': await signed(goodHeader(), [goodClaims()]),
    'null as payload': await signed(goodHeader(), 'null'),
    'text as payload': await signed(goodHeader(), '"x"'),
    'no JSON as payload': await signed(goodHeader(), '{'),
    'a byte order mark': await signed(goodHeader(), `\ufeff${JSON.stringify(goodClaims())}`),
    'a list as header': await signed([goodHeader()], goodClaims()),
    'null as header': await signed('null', goodClaims()),
    __proto__: await signed(goodHeader(), '{"__proto__":{"sub":"x"}}'),
  }))
    await assertRefused(name, token)
  assert.equal(
    (await ask(await signedWith({ note: 'a "sub": is no "sub":', x: { sub: 1 }, list: [{ a: 1 }, { a: 1 }] }))).status,
    200,
  )
  const latin = Buffer.concat([Buffer.from(`{"x":"`), Buffer.from([0xff]), Buffer.from(`",${claims}`)])
  const text = `${encode(goodHeader())}.${latin.toString('base64url')}`
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, Buffer.from(text))
  await assertRefused('bytes that are no UTF-8', `${text}.${Buffer.from(signature).toString('base64url')}`)
})

test('a token of more than 8 KB is refused, be it good or not', async () => {
  await assertRefused('good, and too long', await signedWith({ x: 'x'.repeat(8_000) }))
  await assertRefused('letters', 'a'.repeat(15_000))
  await assertRefused('dots', '.'.repeat(15_000))
  await assertRefused('deep', await signed(goodHeader(), `${'['.repeat(3_000)}${']'.repeat(3_000)}`))
})

test('any value of the Authorization header that is not a token is a 401 and never a 500', async () => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    'bearer',
    owner.token,
    `Token ${owner.token}`,
    `Basic ${owner.token}`,
  ]) {
    const response = await fetch(`${app.url}/gateway`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"type":"show-workspace"}',
    })
    assert.equal(response.status, 401, authorization.slice(0, 10))
  }
})

// ── The clock ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** A server whose clock the test holds. */
const withClock = async (work: (at: { setMs: number }, clocked: TestApp) => Promise<void>): Promise<void> => {
  const at = { setMs: Date.now() }
  const clocked = await startApp({ now: () => new Date(at.setMs), env: { TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    await work(at, clocked)
  } finally {
    await clocked.stop()
  }
}

test('exp and nbf have a leeway of 60 seconds, to the second, also for a token that was good a moment ago', async () => {
  await withClock(async (at, clocked) => {
    const base = Math.floor(Date.now() / 1_000) * 1_000
    at.setMs = base
    const [own] = await readSigningKeys(clocked.database.db, vault, new Date(base))
    const sign = (claims: object): Promise<string> =>
      new SignJWT({
        org: clocked.owner.orgId,
        role: 'owner',
        jti: 'x',
        sub: clocked.owner.personId,
        iss: clocked.url,
        aud: 'foyer',
        iat: base / 1_000,
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: String(own?.kid) })
        .sign(own?.privateKey as SigningKey['privateKey'])
    const expiring = await sign({ exp: base / 1_000 })
    const coming = await sign({ exp: base / 1_000 + 600, nbf: base / 1_000 })
    // A different token each, so that nothing is remembered; then one that is.
    for (const [offsetSeconds, status] of [
      [-61, 401],
      [-60, 401],
      [-59, 200],
      [0, 200],
      [1, 200],
    ] as const)
      assert.equal((await ask(await sign({ exp: base / 1_000 + offsetSeconds, n: offsetSeconds }), clocked.url)).status, status)
    for (const [offsetSeconds, status] of [
      [61, 401],
      [60, 200],
      [59, 200],
      [0, 200],
    ] as const)
      assert.equal(
        (await ask(await sign({ exp: base / 1_000 + 600, nbf: base / 1_000 + offsetSeconds }), clocked.url)).status,
        status,
        String(offsetSeconds),
      )
    for (const [afterMs, status] of [
      [0, 200],
      [59_999, 200],
      [60_000, 401],
      [61_000, 401],
      [59_000, 200],
    ] as const) {
      at.setMs = base + afterMs
      assert.equal((await ask(expiring, clocked.url)).status, status, `exp, ${afterMs} ms after`)
    }
    for (const [beforeMs, status] of [
      [0, 200],
      [60_000, 200],
      [60_001, 401],
      [61_000, 401],
      [60_000, 200],
    ] as const) {
      at.setMs = base - beforeMs
      assert.equal((await ask(coming, clocked.url)).status, status, `nbf, ${beforeMs} ms before`)
    }
  })
})

// ── Our own keys ────────────────────────────────────────────────────────────────────────────────────────────────────

const kidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid

test('keys rotate with overlap: a new one is shown before it signs, an old one is good until its tokens have ended', async () => {
  const apart = await startApp({ alone: true })
  try {
    const { db } = apart.database
    const at = { ms: Date.now() }
    const now = (): Date => new Date(at.ms)
    const open = () => openTokens(db, vault, () => 'https://foyer.test', now)
    const claims = { personId: apart.owner.personId, orgId: apart.owner.orgId, role: 'member', sessionId: null } as const

    const first = kidOf((await (await open()).sign(claims)).token)
    at.ms += signsForMs - minuteMs
    assert.deepEqual(await rotateSigningKeys(db, vault, now()), { made: false, forgotten: 0 })
    at.ms += 2 * minuteMs
    const both = await Promise.all([rotateSigningKeys(db, vault, now()), rotateSigningKeys(db, vault, now())])
    assert.deepEqual(both.map(({ made }) => made).sort(), [false, true], 'two at once make one key')

    const tokens = await open()
    const before = (await tokens.sign(claims)).token
    assert.equal(kidOf(before), first, 'the new one does not sign yet')
    const shown = (await tokens.keySet()).keys.map((jwk: JWK) => jwk.kid)
    assert.equal(shown.length, 2, 'but it is shown')

    at.ms += shownBeforeMs - 1
    const last = (await tokens.sign(claims)).token
    assert.equal(kidOf(last), first)
    at.ms += 1
    const after = (await tokens.sign(claims)).token
    assert.notEqual(kidOf(after), first)
    assert.ok(shown.includes(kidOf(after)))

    at.ms += 15 * minuteMs + 58_000
    const fresh = await open()
    assert.equal((await fresh.read(last))?.personId, claims.personId, 'an old token lives as long as it was promised')
    assert.equal((await fresh.keySet()).keys.length, 2)
    at.ms += keptAfterMs
    assert.equal((await (await open()).keySet()).keys.length, 1)
    assert.equal((await tokens.keySet()).keys.length, 1, 'a process that read before knows it too')
    assert.deepEqual(await rotateSigningKeys(db, vault, now()), { made: false, forgotten: 1 })
    for (const jwk of (await tokens.keySet()).keys)
      assert.deepEqual(Object.keys(jwk).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  } finally {
    await apart.stop()
  }
})

test('of many processes that start at once on an empty database one makes the key', async () => {
  const apart = await startApp({ alone: true })
  try {
    const { db } = apart.database
    await db.deleteFrom('directory.signing_keys').execute()
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        openTokens(
          db,
          vault,
          () => 'https://foyer.test',
          () => new Date(),
        ),
      ),
    )
    const rows = await db.selectFrom('directory.signing_keys').select('kid').execute()
    assert.equal(rows.length, 1)
    for (const tokens of all) assert.equal((await tokens.keySet()).keys[0]?.kid, rows[0]?.kid)

    // A key that leaked is deleted: whoever reads the keys anew refuses its tokens, and signs with another.
    const claims = { personId: apart.owner.personId, orgId: apart.owner.orgId, role: 'owner', sessionId: null } as const
    const leaked = (await (all[0] as (typeof all)[number]).sign(claims)).token
    await db.deleteFrom('directory.signing_keys').execute()
    const later = await openTokens(
      db,
      vault,
      () => 'https://foyer.test',
      () => new Date(),
    )
    assert.equal(await later.read(leaked), null)
    assert.notEqual(kidOf((await later.sign(claims)).token), kidOf(leaked))
  } finally {
    await apart.stop()
  }
})

test('tokens that name unknown keys make a server read its keys once in five seconds, not once each', async () => {
  const reads = async (): Promise<number> => {
    await app.database.pool.query('select pg_stat_force_next_flush()')
    const { rows } = await app.database.pool.query<{ scans: string }>(
      `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = 'signing_keys'`,
    )
    return Number(rows[0]?.scans)
  }
  const unknown = (): Promise<string> => signedWith({}, { kid: crypto.randomUUID() })
  // Connections tell what they read a second later, and later where the machine is busy: what earlier tests made them read is told by then.
  let before = await reads()
  for (let was = -1; was !== before; before = await reads()) {
    was = before
    await sleep(1_200)
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: 200 }, async () => assertRefused('unknown key', await unknown())))
  await sleep(1_200)
  await app.call('show-workspace')
  const made = (await reads()) - before
  assert.ok(made <= 2 + (performance.now() - begun) / 5_000, `${made} reads for 200 tokens`)
})
