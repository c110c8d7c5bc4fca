import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderRequest } from '#core/outbound/provider-http.ts'
import type { OAuth, OAuthAccount, OAuthGrant } from '#ports/oauth.ts'
import type { Provider } from '#ports/provider.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type CrmProviderName, crmProviderNames, findProvider } from '#ports/providers.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { consentAt } from '#test/support/consent.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { openOAuthPort } from '../providers/oauth-port.ts'

/*
 * The vendors at their own addresses: what leaves for them goes to their simulators, and where a simulator says its address, it says
 * that of the vendor. So every host that a token or a code is sent to can be seen.
 */

const http = makeHttp({ allowed: [readAllowedTarget('127.0.0.1')].filter((target) => target !== null) })
let sandbox: TestSandbox
let asked: { readonly host: string; readonly request: ProviderRequest; status: number; said: string }[] = []
let apiHost: string
before(async () => {
  sandbox = await startSandbox()
})
after(async () => {
  await sandbox.stop()
  await http.destroy()
})
beforeEach(async () => {
  asked = []
  for (const provider of crmProviderNames) {
    await sandbox.turn(provider)
    await fetch(`${at(provider)}/consents/behaviour`, {
      method: 'POST',
      body: new URLSearchParams({ accessTokenSeconds: '3600' }),
    })
  }
})

const at = (provider: CrmProviderName): string => `${sandbox.address}/sandbox/${provider}`
const facts = {
  hubspot: { api: 'api.hubapi.com', login: 'app.hubspot.com', tokens: 'api.hubapi.com', named: null },
  salesforce: {
    api: 'studio.my.salesforce.com',
    login: 'login.salesforce.com',
    tokens: 'login.salesforce.com',
    named: 'https://studio.my.salesforce.com',
  },
  zoho: { api: 'www.zohoapis.eu', login: 'accounts.zoho.com', tokens: 'accounts.zoho.eu', named: 'https://www.zohoapis.eu' },
  pipedrive: {
    api: 'studio.pipedrive.com',
    login: 'oauth.pipedrive.com',
    tokens: 'oauth.pipedrive.com',
    named: 'https://studio.pipedrive.com',
  },
} as const

const port = (provider: CrmProviderName, client: { secret?: string } = {}) =>
  openOAuthPort({
    serviceOf(name) {
      const { oauth } = findProvider(name) as Provider
      return (
        oauth && {
          service: oauth.service,
          client: { id: 'port & client', secret: client.secret ?? 'port secret', base: undefined, apiSetting: undefined },
        }
      )
    },
    sandbox: null,
    callsOf: () => ({
      async send(request) {
        const url = new URL(request.url)
        const local = `${at(provider)}${url.pathname}${url.search}`
        const answer = await http.send({ ...request, url: local })
        const body = Buffer.from(answer.body.toString('utf8').replaceAll(at(provider), `https://${apiHost}`))
        asked.push({ host: url.host, request, status: answer.status, said: body.toString('utf8') })
        return { ...answer, body }
      },
    }),
    now: () => new Date(),
  })

const open = (provider: CrmProviderName, more: Partial<OAuthAccount> & { secret?: string } = {}): OAuth => {
  const { secret, ...account } = more
  return port(provider, secret === undefined ? {} : { secret }).open({
    ...{ orgId: 'org', connectionId: 'connection', provider, mode: 'live' as const, ...account },
  })
}

const redirectUri = 'http://127.0.0.1:1/functions/v1/crm-callback'
const wish = { state: 's'.repeat(43), verifier: 'v'.repeat(43), redirectUri }

/** What the person's browser comes back with. */
const consented = async (provider: CrmProviderName, oauth: OAuth): Promise<Record<string, string>> => {
  const asks = new URL(await oauth.authorizeUrl({ ...wish, scopes: [...oauth.scopesAlways, ...oauth.scopesUsual] }))
  const back = await consentAt(`${at(provider)}${asks.pathname}${asks.search}`, { account: 'alder@' })
  const query = Object.fromEntries(back.searchParams)
  if (provider === 'zoho') query['accounts-server'] = 'https://accounts.zoho.eu'
  return query
}
const granted = async (provider: CrmProviderName, oauth = open(provider)): Promise<OAuthGrant> => {
  apiHost = facts[provider].api
  return oauth.exchange({ ...wish, query: await consented(provider, oauth) })
}
const errorOf = async (work: Promise<unknown>): Promise<ProviderError> => {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ProviderError)) throw error
  return error
}
const kindOf = async (work: Promise<unknown>): Promise<string> => (await errorOf(work)).kind
const hosts = (): string[] => asked.map(({ host }) => host)

for (const provider of crmProviderNames) {
  const { api, login, tokens, named } = facts[provider]

  test(`${provider}: codes and tokens go to the vendor's servers of this account and to no other`, async () => {
    const oauth = open(provider)
    assert.equal(new URL(await oauth.authorizeUrl({ ...wish, scopes: ['x'] })).host, login)
    const grant = await granted(provider, oauth)
    assert.deepEqual([grant.apiBase, hosts()], [named, [tokens]])
    const account = open(provider, grant)
    const { accountId } = await account.whose(grant.accessToken)
    const next = await account.refresh(grant.refreshToken ?? '')
    assert.equal((await open(provider, next).whose(next.accessToken)).accountId, accountId)
    assert.deepEqual([next.apiBase, next.server], [grant.apiBase, grant.server])
    await open(provider, next).revoke(next)
    assert.deepEqual(hosts(), [tokens, api, tokens, api, tokens])
    assert.equal(await kindOf(account.refresh(next.refreshToken ?? '')), 'dead')
    assert.equal(await kindOf(open(provider, next).whose(next.accessToken)), 'dead')
    await open(provider, next).revoke(next)
  })

  test(`${provider}: a code works once, and its second use ends what it gave`, async () => {
    apiHost = api
    const oauth = open(provider)
    const query = await consented(provider, oauth)
    const grant = await oauth.exchange({ ...wish, query })
    assert.equal(await kindOf(oauth.exchange({ ...wish, query })), 'dead')
    assert.equal(await kindOf(open(provider, grant).refresh(grant.refreshToken ?? '')), 'dead')
  })

  test(`${provider}: where refresh tokens rotate the new one is kept, where they do not the old one stays`, async () => {
    const grant = await granted(provider)
    const account = open(provider, grant)
    const same = await account.refresh(grant.refreshToken ?? '')
    assert.equal(same.refreshToken, grant.refreshToken)
    await sandbox.turn(provider, { kind: 'rotate_once', only: 'token' })
    const rotated = await account.refresh(grant.refreshToken ?? '')
    assert.notEqual(rotated.refreshToken, grant.refreshToken)
    await sandbox.turn(provider)
    assert.equal(await kindOf(account.refresh(grant.refreshToken ?? '')), 'dead')
    assert.ok((await account.refresh(rotated.refreshToken ?? '')).accessToken)
  })

  test(`${provider}: errors are understood, with status 200, too`, async () => {
    const grant = await granted(provider)
    for (const dial of [{}, { kind: 'tokens_with_200_errors', only: 'token' }]) {
      await sandbox.turn(provider, dial)
      assert.equal(await kindOf(open(provider, grant).refresh('nonsense')), 'dead')
      assert.equal(await kindOf(open(provider, { ...grant, secret: 'wrong' }).refresh(grant.refreshToken ?? '')), 'client')
    }
  })

  test(`${provider}: a token without a lifetime is taken for good until it is refused`, async () => {
    await sandbox.turn(provider, { kind: 'no_expiry', only: 'token' })
    const { expiresAt } = await granted(provider)
    const seconds = expiresAt === null ? null : Math.round((expiresAt.getTime() - Date.now()) / 1_000)
    if (provider === 'salesforce') assert.ok(seconds !== null && Math.abs(seconds - 3_600) < 30)
    else assert.equal(seconds, null)
  })

  test(`${provider}: a service that is slow, dead or mad leaves the grant as it is, and is asked once`, async () => {
    const grant = await granted(provider)
    const account = open(provider, grant)
    const wanted = {
      rate_limited: 'busy',
      error_503: 'broken',
      html: 'broken',
      ok_error_body: 'broken',
      refused: 'unreachable',
    }
    for (const [kind, expected] of Object.entries(wanted)) {
      await sandbox.turn(provider, { kind, only: 'token' })
      const before = asked.length
      assert.equal(await kindOf(account.refresh(grant.refreshToken ?? '')), expected, kind)
      assert.ok(asked.length - before <= 1, kind)
    }
    await sandbox.turn(provider)
    assert.ok((await account.refresh(grant.refreshToken ?? '')).accessToken)
  })
}

test('PKCE is used where the vendor knows it, and its parameters are not sent where it does not', async () => {
  for (const provider of crmProviderNames) {
    const query = new URL(await open(provider).authorizeUrl({ ...wish, scopes: [] })).searchParams
    const knows = provider === 'hubspot' || provider === 'salesforce'
    assert.deepEqual([query.has('code_challenge'), query.has('scope')], [knows, false], provider)
    await granted(provider)
    assert.equal(String(asked.at(-1)?.request.body).includes('code_verifier='), knows, provider)
  }
})

test('Pipedrive gets the client in the header, the others in the body', async () => {
  for (const provider of crmProviderNames) {
    const grant = await granted(provider)
    await open(provider, grant).refresh(grant.refreshToken ?? '')
    const { headers = {}, body } = asked.at(-1)?.request ?? assert.fail()
    const isBasic = provider === 'pipedrive'
    assert.equal(/^Basic /.test(headers.authorization ?? ''), isBasic, provider)
    assert.equal(String(body).includes('client_secret='), !isBasic, provider)
  }
})

test('Zoho is asked with its own word before the token', async () => {
  const grant = await granted('zoho')
  await open('zoho', grant).whose(grant.accessToken)
  assert.equal(asked.at(-1)?.request.headers?.authorization, `Zoho-oauthtoken ${grant.accessToken}`)
})

test('an account for tests at Salesforce consents and renews at test.salesforce.com', async () => {
  const oauth = open('salesforce', { mode: 'test' })
  assert.equal(new URL(await oauth.authorizeUrl({ ...wish, scopes: [] })).host, 'test.salesforce.com')
  const grant = await granted('salesforce', oauth)
  const account = open('salesforce', { ...grant, mode: 'test' })
  const next = await account.refresh(grant.refreshToken ?? '')
  await account.revoke(next)
  assert.deepEqual([...new Set(hosts())], ['test.salesforce.com'])
})

const centres = {
  us: 'accounts.zoho.com',
  eu: 'accounts.zoho.eu',
  in: 'accounts.zoho.in',
  au: 'accounts.zoho.com.au',
  jp: 'accounts.zoho.jp',
  ca: 'accounts.zohocloud.ca',
  sa: 'accounts.zoho.sa',
  cn: 'accounts.zoho.com.cn',
}
for (const [location, host] of Object.entries(centres))
  test(`Zoho in ${location}: the code is traded and the token renewed at ${host}, whichever of the two parameters names it`, async () => {
    apiHost = 'www.zohoapis.com'
    for (const named of [{ 'accounts-server': `https://${host}` }, { location }]) {
      const { 'accounts-server': _, location: __, ...query } = await consented('zoho', open('zoho'))
      const grant = await open('zoho').exchange({ ...wish, query: { ...query, ...named } })
      await open('zoho', grant).refresh(grant.refreshToken ?? '')
      assert.equal(grant.server, `https://${host}`)
    }
    assert.deepEqual([...new Set(hosts())], [host])
  })

test('a Zoho server that is not one of its data centers is refused before the code is sent', async () => {
  apiHost = 'www.zohoapis.com'
  for (const server of [
    ...[
      'https://accounts.zoho.com.evil.example',
      'https://evil.example',
      'http://accounts.zoho.com',
      'https://accounts.zoho.com.',
    ],
    ...['https://accounts.zoho.com:444', 'https://u@accounts.zoho.com', 'https://accounts.zoho.com/x', 'https://127.0.0.1', ''],
    ...[
      'https://accounts.zoh\u043e.com',
      'https://xn--zoh-emc.com',
      `${sandbox.address}/sandbox/zoho`,
      'https://www.zohoapis.com',
    ],
  ]) {
    const query = { ...(await consented('zoho', open('zoho'))), 'accounts-server': server }
    assert.equal(await kindOf(open('zoho').exchange({ ...wish, query })), 'forged', server)
  }
  assert.deepEqual(asked, [])
})

const strangers = [
  ...[
    'evil.example',
    '169.254.169.254',
    'localhost',
    '127.0.0.1:8443',
    'user@studio.my.salesforce.com',
    'studio.pipedrive.com.evil.example',
  ],
  ...[
    'studio.pipedrive.com:8443',
    'studio.pipedrive.com.',
    'studio.my.s\u0430lesforce.com',
    'www.zohoapis.eu.evil.example',
    'xn--80a.pipedrive.com',
  ],
]
for (const provider of ['salesforce', 'zoho', 'pipedrive'] as const)
  test(`${provider}: an API address at a stranger's host is not taken; the grant is ended where it came from`, async () => {
    for (const stranger of strangers) {
      const oauth = open(provider)
      const query = await consented(provider, oauth)
      apiHost = stranger
      asked = []
      assert.equal(await kindOf(oauth.exchange({ ...wish, query })), 'forged', stranger)
      assert.deepEqual(
        asked.map(({ host, request }) => `${host} ${request.operation}`),
        [`${facts[provider].tokens} oauth.exchange`, `${facts[provider].tokens} oauth.revoke`],
        stranger,
      )
    }
  })

for (const provider of ['salesforce', 'zoho', 'pipedrive'] as const)
  test(`${provider}: a renewal that names a stranger's host keeps the account where it was`, async () => {
    const grant = await granted(provider)
    apiHost = 'evil.example'
    const next = await open(provider, grant).refresh(grant.refreshToken ?? '')
    assert.equal(next.apiBase, grant.apiBase)
    await open(provider, next).whose(next.accessToken)
    assert.equal(hosts().includes('evil.example'), false)
  })

test('after ten tokens in ten minutes Zoho asks for patience, and the error says how long', async () => {
  const grant = await granted('zoho')
  await sandbox.turn('zoho', { kind: 'token_limit', only: 'token' })
  const account = open('zoho', grant)
  for (let times = 0; times < 10; times++) await account.refresh(grant.refreshToken ?? '')
  const { kind, retryAfterMs } = await errorOf(account.refresh(grant.refreshToken ?? ''))
  assert.deepEqual([kind, retryAfterMs], ['busy', 600_000])
})

for (const provider of crmProviderNames)
  test(`${provider}: requests, and the sandbox’s answers, are as the vendor publishes them`, {
    skip: withoutContracts,
  }, async () => {
    const contract = openContract(`${provider === 'zoho' ? 'zoho-crm' : provider}/openapi.json`)
    const grant = await granted(provider)
    const account = open(provider, grant)
    await account.whose(grant.accessToken)
    const next = await account.refresh(grant.refreshToken ?? '')
    await kindOf(account.refresh('nonsense'))
    await account.revoke(next)
    for (const { request, status, said } of asked) {
      const path = new URL(request.url).pathname.replace('/account-info/2026-03', '/account-info/v3')
      const where = [path, request.method.toLowerCase()] as const
      const sent = Object.fromEntries(new URLSearchParams(String(request.body ?? '')))
      const media = 'application/x-www-form-urlencoded'
      if (request.body) assert.deepEqual(contract.request(where, media, sent), [], request.operation)
      const isEmpty = said === ''
      if (!isEmpty) assert.deepEqual(contract.answer(where, status, JSON.parse(said)), [], `${request.operation} ${said}`)
    }
  })
