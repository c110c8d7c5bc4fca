import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Answer, makeHttp } from '#core/outbound/http.ts'
import type { ProviderRequest } from '#core/outbound/provider-http.ts'
import type { OAuth } from '#ports/oauth.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { consentAt } from '#test/support/consent.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { sandbox } from '../../sandbox/sandbox.ts'
import { google } from '../providers/google/provider.ts'
import { vendorOAuth } from '../providers/oauth.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-oauth-'))
const http = makeHttp({ allowed: [readAllowedTarget('127.0.0.1')].filter((target) => target !== null) })
const asked: ProviderRequest[] = []
const answered: { readonly request: ProviderRequest; readonly answer: Answer }[] = []
let app: FastifyInstance
let base = ''
before(async () => {
  app = Fastify()
  const origin = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  await app.register(sandbox, { prefix: '/sandbox', folder, isOpen: false, origin })
  await app.listen({ host: '127.0.0.1', port: 0 })
  base = `${origin()}/sandbox/google`
})
after(async () => {
  await app.close()
  await http.destroy()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => turn({ kind: 'none' }))

const turn = (dial: object) =>
  fetch(new URL('/sandbox/faults/google', base), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })

const open = (more: { base?: string; secret?: string } = {}): OAuth =>
  vendorOAuth({
    name: 'google',
    service: google.oauth.service,
    base: more.base ?? base,
    client: { id: 'port.apps.googleusercontent.com', secret: more.secret ?? 'GOCSPX-port' },
    does: null,
    http: {
      send: async (request) => {
        asked.push(request)
        const answer = await http.send(request)
        answered.push({ request, answer })
        return answer
      },
    },
    now: () => new Date(),
  })

const redirectUri = 'http://127.0.0.1:1/functions/v1/integration-callback'
const wish = { state: 's'.repeat(43), verifier: 'v'.repeat(43), redirectUri, scopes: ['openid', 'email'] }
const returned = (location: URL) => ({ ...wish, query: Object.fromEntries(location.searchParams) })
const granted = async (oauth = open()) => oauth.exchange(returned(await consentAt(await oauth.authorizeUrl(wish))))
const kindOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ProviderError)) throw error
  return error.kind
}

test('after consent the browser is redirected with a code, which is exchanged once for tokens of the account', async () => {
  const oauth = open()
  const location = await consentAt(await oauth.authorizeUrl(wish), { account: 'jonas@' })
  const grant = await oauth.exchange(returned(location))
  assert.ok(grant.refreshToken && grant.expiresAt && grant.expiresAt > new Date(Date.now() + 3_500_000))
  assert.deepEqual(grant.scopes, ['openid', 'email'])
  assert.equal((await oauth.whose(grant.accessToken)).account, 'jonas@sandbox.example')
  assert.equal(await kindOf(oauth.exchange(returned(location))), 'dead')
  assert.equal(await kindOf(oauth.refresh(grant.refreshToken)), 'dead', 'a code that comes twice ends what it gave')
})

test('a permission that was denied is not among the scopes', async () => {
  const oauth = open()
  const more = 'https://www.googleapis.com/auth/gmail.send'
  const url = await oauth.authorizeUrl({ ...wish, scopes: [...wish.scopes, more] })
  const grant = await oauth.exchange(returned(await consentAt(url, { without: [more] })))
  assert.deepEqual(grant.scopes, ['openid', 'email'])
})

test('a refusal is reported as one', async () => {
  const oauth = open()
  assert.equal(
    await kindOf(oauth.exchange(returned(await consentAt(await oauth.authorizeUrl(wish), { answer: 'deny' })))),
    'denied',
  )
})

test('an answer with another state or of another issuer is rejected without a call', async () => {
  const oauth = open()
  const location = await consentAt(await oauth.authorizeUrl(wish))
  const before = asked.length
  for (const [name, value] of Object.entries({ state: 'another', iss: 'https://accounts.example.com' })) {
    const forged = new URL(location)
    forged.searchParams.set(name, value)
    assert.equal(await kindOf(oauth.exchange(returned(forged))), 'forged', name)
  }
  assert.equal(asked.length, before)
})

test('a code is no use with another verifier or another redirect_uri', async () => {
  const oauth = open()
  const first = returned(await consentAt(await oauth.authorizeUrl(wish)))
  assert.equal(await kindOf(oauth.exchange({ ...first, verifier: 'w'.repeat(43) })), 'dead')
  assert.equal(await kindOf(oauth.exchange({ ...first, redirectUri: `${redirectUri}/` })), 'refused')
  assert.ok(new URL(await oauth.authorizeUrl(wish)).searchParams.get('code_challenge_method') === 'S256')
})

test('a refresh returns tokens that replace the old ones; an old refresh token is dead', async () => {
  const oauth = open()
  const grant = await granted(oauth)
  const next = await oauth.refresh(grant.refreshToken ?? '')
  assert.ok(next.refreshToken && next.refreshToken !== grant.refreshToken && next.accessToken !== grant.accessToken)
  assert.equal(await kindOf(oauth.refresh(grant.refreshToken ?? '')), 'dead')
  assert.equal((await oauth.whose(next.accessToken)).account, 'mira@sandbox.example')
})

test('revoking ends the grant, and a repeat is no error', async () => {
  const oauth = open()
  const grant = await granted(oauth)
  await oauth.revoke(grant)
  await oauth.revoke(grant)
  assert.equal(await kindOf(oauth.whose(grant.accessToken)), 'dead')
  assert.equal(await kindOf(oauth.refresh(grant.refreshToken ?? '')), 'dead')
})

test('a client that the service does not know gets a named error', async () => {
  const grant = await granted()
  assert.equal(await kindOf(open({ secret: 'wrong' }).refresh(grant.refreshToken ?? '')), 'client')
})

test('a service that is slow, dead or mad leaves the grant as it is, and is asked once', async () => {
  const oauth = open()
  // Some of these faults strike behind the deed: a token that rotates is another one then.
  await fetch(`${base}/behaviour`, { method: 'POST', body: new URLSearchParams({ accessTokenSeconds: '3599' }) })
  const { refreshToken } = await granted(oauth)
  const wanted = {
    rate_limited: 'busy',
    error_500: 'broken',
    error_503: 'broken',
    html: 'broken',
    reset: 'broken',
    refused: 'unreachable',
    huge: 'broken',
  } as const
  for (const [kind, told] of Object.entries(wanted)) {
    await turn({ kind, share: 1 })
    const before = asked.length
    assert.equal(await kindOf(oauth.refresh(refreshToken ?? '')), told, kind)
    assert.deepEqual([asked.length - before, asked.at(-1)?.canRepeat], [1, false], kind)
  }
  await turn({ kind: 'none' })
  assert.ok((await oauth.refresh(refreshToken ?? '')).accessToken)
})

test('requests, and the sandbox’s answers, are as Google publishes them', { skip: withoutContracts }, async () => {
  const contract = openContract('google-oauth2/openapi.json')
  const oauth = open()
  const query = Object.fromEntries(new URL(await oauth.authorizeUrl(wish)).searchParams)
  assert.deepEqual(contract.query(['/o/oauth2/v2/auth', 'get'], query), [])

  answered.length = 0
  const first = await granted(oauth)
  await oauth.whose(first.accessToken)
  const next = await oauth.refresh(first.refreshToken ?? '')
  await oauth.revoke(next)
  await oauth.revoke(next)
  await kindOf(oauth.refresh(next.refreshToken ?? ''))
  await kindOf(open({ secret: 'wrong' }).refresh('x'))
  assert.deepEqual(
    answered.map(({ request, answer }) => `${request.operation} ${answer.status}`),
    [
      'oauth.exchange 200',
      'oauth.whose 200',
      'oauth.refresh 200',
      'oauth.revoke 200',
      'oauth.revoke 400',
      'oauth.refresh 400',
      'oauth.refresh 401',
    ],
  )
  for (const { request, answer } of answered) {
    const where = [new URL(request.url).pathname.replace('/sandbox/google', ''), request.method.toLowerCase()] as const
    const sent = Object.fromEntries(new URLSearchParams(String(request.body ?? '')))
    const media = 'application/x-www-form-urlencoded'
    if (request.method === 'POST') assert.deepEqual(contract.request(where, media, sent), [], request.operation)
    assert.deepEqual(contract.answer(where, answer.status, JSON.parse(answer.body.toString('utf8'))), [], request.operation)
  }
})
