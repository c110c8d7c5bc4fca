import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type CryptoKey, createLocalJWKSet, exportJWK, generateKeyPair, type JWTVerifyGetKey, SignJWT } from 'jose'
import { makeLog } from '#core/log.ts'
import type { HintFacts } from '../vendors.ts'
import { openGmailHints } from './gmail-hints.ts'

const now = new Date('2026-11-24T10:00:00Z')
const atSeconds = now.getTime() / 1_000
const serviceAccount = 'push@our-project.iam.gserviceaccount.com'
const audience = 'https://foyer.example.com/functions/v1/mailbox-changed'
const sandbox = {
  base: 'http://127.0.0.1:3000/sandbox/google',
  pageBase: 'https://foyer.example.com/sandbox/google',
  serviceAccount: 'push@foyer-sandbox.iam.gserviceaccount.com',
}

const pairs: Record<string, CryptoKey> = {}
const sets: Record<string, JWTVerifyGetKey> = {}
const asked: string[] = []
before(async () => {
  for (const [name, url] of [
    ['google', 'https://www.googleapis.com/oauth2/v3/certs'],
    ['sandbox', `${sandbox.base}/oauth2/v3/certs`],
    ['stranger', ''],
  ] as const) {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    pairs[name] = privateKey
    // The same id, so that nothing but the signature tells them apart.
    sets[url] = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] })
  }
})

const open = (facts: Partial<HintFacts> = {}) =>
  openGmailHints({
    factsOf: () => ({ base: null, sandbox, serviceAccount, audience, ...facts }),
    keySet(_issuer, url) {
      asked.push(url)
      return sets[url] ?? assert.fail(`no keys at ${url}`)
    },
    log: makeLog({ level: 'silent', destination: { write: () => {} } }),
    now: () => now,
  })

const usual = {
  ...{
    iss: 'https://accounts.google.com',
    aud: audience,
    email: serviceAccount,
    email_verified: true,
    sub: '113774264463038321964',
  },
  ...{ iat: atSeconds - 10, exp: atSeconds + 3_590 },
}
const token = (claims: object = {}, by = 'google'): Promise<string> =>
  new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'JWT' }).sign(pairs[by] as CryptoKey)
const bodyOf = (data: unknown, alphabet: BufferEncoding = 'base64'): Buffer =>
  Buffer.from(
    JSON.stringify({
      message: { data: Buffer.from(JSON.stringify(data)).toString(alphabet), messageId: '2070443601311540' },
      subscription: 'projects/our-project/subscriptions/foyer',
    }),
  )
const body = bodyOf({ emailAddress: 'mira@example.com', historyId: 9876543210 })
const prove = async (authorization: string | undefined, given = body, facts: Partial<HintFacts> = {}) =>
  open(facts)({ authorization, body: given })

test('a push with Google’s token for our subscription is proven, and says whose mailbox changed', async () => {
  const proven = { isSandbox: false, email: 'mira@example.com' }
  assert.deepEqual(await prove(`Bearer ${await token()}`), proven)
  assert.deepEqual(await prove(`bearer ${await token({ iss: 'accounts.google.com' })}`), proven)
  assert.deepEqual(await prove(`Bearer ${await token({ exp: atSeconds - 30 })}`), proven, 'clocks differ by a minute')
  const odd = bodyOf({ emailAddress: 'ö?>@example.com', historyId: '1' }, 'base64url')
  assert.deepEqual(await prove(`Bearer ${await token()}`, odd), { isSandbox: false, email: 'ö?>@example.com' })
})

test('the simulator’s token is good for the sandbox’s accounts alone, and for none where the sandbox is off', async () => {
  const simulated = { iss: sandbox.pageBase, email: sandbox.serviceAccount }
  const authorization = `Bearer ${await token(simulated, 'sandbox')}`
  assert.deepEqual(await prove(authorization), { isSandbox: true, email: 'mira@example.com' })
  assert.equal(await prove(authorization, body, { sandbox: null }), null)
  assert.equal(await prove(`Bearer ${await token({}, 'sandbox')}`), null, 'it signs as Google')
  assert.equal(await prove(`Bearer ${await token(simulated)}`), null)
  assert.equal(await prove(`Bearer ${await token({ iss: sandbox.pageBase }, 'sandbox')}`), null, 'as the operator’s account')
})

test('a forged, expired or early token, and one of another audience, issuer or account prove nothing', async () => {
  const good = await token()
  const [head = '', claims = '', signature = ''] = good.split('.')
  const other = Buffer.from(JSON.stringify({ ...usual, email: 'x@y.example' })).toString('base64url')
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  const shared = await new SignJWT(usual).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(Buffer.alloc(32, 1))
  const wrong: Record<string, string | undefined> = {
    'no header': undefined,
    'another scheme': `Basic ${good}`,
    'no token': 'Bearer x',
    'a stranger’s key': `Bearer ${await token({}, 'stranger')}`,
    'other claims': `Bearer ${head}.${other}.${signature}`,
    'no signature': `Bearer ${unsigned}.${claims}.`,
    'a shared secret': `Bearer ${shared}`,
    expired: `Bearer ${await token({ exp: atSeconds - 61 })}`,
    'not yet good': `Bearer ${await token({ nbf: atSeconds + 120 })}`,
    'no end': `Bearer ${await token({ exp: undefined })}`,
    'another audience': `Bearer ${await token({ aud: 'https://other.example/functions/v1/mailbox-changed' })}`,
    'no audience': `Bearer ${await token({ aud: undefined })}`,
    'another issuer': `Bearer ${await token({ iss: 'https://accounts.google.com.example' })}`,
    'another account': `Bearer ${await token({ email: 'push@their-project.iam.gserviceaccount.com' })}`,
    'an unverified account': `Bearer ${await token({ email_verified: false })}`,
    'no account': `Bearer ${await token({ email: undefined })}`,
  }
  for (const [why, authorization] of Object.entries(wrong)) assert.equal(await prove(authorization), null, why)
  assert.equal(await prove(`Bearer ${good}`, body, { serviceAccount: null }), null, 'none is expected')
})

test('a proven push that says nothing names no mailbox', async () => {
  const authorization = `Bearer ${await token()}`
  const odd = ['', '{', 'null', '[]', '{"message":{}}', '{"message":{"data":7}}', '{"message":{"data":"e30="}}', '\u0000']
  for (const text of odd)
    assert.deepEqual(await prove(authorization, Buffer.from(text)), { isSandbox: false, email: null }, text)
  assert.equal((await prove(authorization, bodyOf({ emailAddress: 'x'.repeat(300) })))?.email, null)
})

test('keys are opened once, and from nowhere that a token names', async () => {
  const hints = open()
  asked.length = 0
  for (let n = 0; n < 3; n++) await hints({ authorization: `Bearer ${await token()}`, body })
  await hints({ authorization: `Bearer ${await token({ iss: 'https://evil.example' }, 'stranger')}`, body })
  assert.deepEqual(asked, ['https://www.googleapis.com/oauth2/v3/certs'])
})
