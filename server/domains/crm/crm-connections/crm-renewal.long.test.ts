import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Failure } from '#core/errors.ts'
import { makeHttp } from '#core/outbound/http.ts'
import { makeVault } from '#core/vault.ts'
import { accessToken, type CallingContext } from '#domains/connections/connections/access-tokens.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { openCredentials } from '#domains/connections/connections/credentials.ts'
import type { Crm, CrmPort } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type CrmProviderName, crmProviderNames, findProvider } from '#ports/providers.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectCrm, crmEnv } from '#test/support/crm-consent.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { openOAuthPort } from '../../../providers/oauth-port.ts'
import { withCrm } from './crm-access.ts'

const vault = makeVault(Buffer.alloc(32, 7)) // as startApp has it
const http = makeHttp({ allowed: [readAllowedTarget('127.0.0.1')].filter((target) => target !== null) })

let sandbox: TestSandbox
let app: TestApp
before(async () => {
  sandbox = await startSandbox()
  app = await startApp({ env: crmEnv(sandbox.address) })
})
after(async () => {
  await app?.stop()
  await sandbox?.stop()
  await http.destroy()
})
beforeEach(async () => {
  for (const provider of crmProviderNames) await sandbox.turn(provider)
})

const at = (provider: string): string => `${sandbox.address}/sandbox/${provider}`

/** A CRM that can only say whose a token is, by the vendor's own call. */
const askWhose: CrmPort = {
  recordPage: () => null,
  modeOfKeys: () => 'test',
  open({ provider, auth }) {
    const { whose } = findProvider(provider)?.oauth?.service ?? assert.fail()
    const unasked = () => assert.fail('only asked whose it is')
    const crm: Crm = {
      async whose() {
        const answer = await http.send({
          method: 'GET',
          url: `${at(provider)}${new URL(whose.url).pathname}`,
          headers: { authorization: `${whose.scheme ?? 'Bearer'} ${auth.token.reveal()}` },
          timeoutMs: 10_000,
        })
        if (answer.status === 401)
          throw new ProviderError(auth.kind === 'key' ? 'credentials' : 'dead', 'It rejects the token.')
        assert.equal(answer.status, 200)
        return { accountId: answer.body.toString('utf8'), account: provider }
      },
      ...{ left: unasked, fields: unasked, stages: unasked, owners: unasked, all: unasked, changed: unasked, gone: unasked },
      ...{ count: unasked, ids: unasked, read: unasked, create: unasked, update: unasked },
    }
    return crm
  },
}

/** One worker process more: what it knows of a renewal under way is its own. */
const worker = ({ orgId }: Someone): CallingContext => ({
  orgId,
  vault,
  now: () => new Date(),
  log: { warn: () => {}, info: () => {}, error: () => {}, debug: () => {} } as unknown as CallingContext['log'],
  inOrg: (work) => app.database.inOrg(orgId, work),
  ports: {
    crm: askWhose,
    oauth: openOAuthPort({
      serviceOf(name) {
        const oauth = findProvider(name)?.oauth
        const client = { id: 'crm-client', secret: 'crm-secret: with & of its own', base: at(name), apiSetting: at(name) }
        return oauth && { service: oauth.service, client }
      },
      sandbox: null,
      callsOf: () => http,
      now: () => new Date(),
    }),
  },
})
const workers = (who: Someone): CallingContext[] => Array.from({ length: 20 }, () => worker(who))

const behave = (provider: CrmProviderName, more: Record<string, string> = {}) =>
  fetch(`${at(provider)}/consents/behaviour`, {
    method: 'POST',
    body: new URLSearchParams({ accessTokenSeconds: '3600', ...more }),
  })
/** Newest first. */
const consentsOf = async (provider: CrmProviderName) => {
  const { consents } = (await (await fetch(`${at(provider)}/consents`)).json()) as {
    consents: { id: string; refreshes: number; endedAt: number | null }[]
  }
  return consents
}
const newestConsent = async (provider: CrmProviderName) => (await consentsOf(provider))[0] ?? assert.fail('no consent')
const rowOf = async ({ orgId }: Someone, id: string) =>
  (await app.database.inOrg(orgId, (db) => findConnection(db, orgId, id))) ?? assert.fail('no connection')
const expire = ({ orgId }: Someone, id: string) =>
  app.database.inOrg(orgId, (db) =>
    db.updateTable('connections').set({ expires_at: new Date() }).where('org_id', '=', orgId).where('id', '=', id).execute(),
  )
const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Failure)) throw error
  return error
}

/** Of each vendor: half by the clock, half because the CRM refuses the token in the middle of the work. */
const expiries = 1_000
/** At the same time, because most of it is waiting for one another. More would wait for the pool of database connections. */
const connectionsAtOnce = 2

/** All twenty at each tenth expiry; otherwise three of them, each time others, most of which have a token of long ago. */
const whoMeets = (all: readonly CallingContext[], times: number): readonly CallingContext[] =>
  times % 10 < 2 ? all : [0, 7, 13].map((nth) => all[(times * 3 + nth) % all.length] as CallingContext)

/** A connection outlives so many ends of its tokens: after each it has one new token, which all have. */
const outlast = async (
  provider: CrmProviderName,
  owner: Someone,
  id: string,
  consentId: string,
  count: number,
): Promise<void> => {
  const all = workers(owner)
  let last = (await rowOf(owner, id)).version
  for (let times = 1; times <= count; times++) {
    const those = whoMeets(all, times)
    if (times % 2 === 0) {
      await expire(owner, id)
      const tokens = await Promise.all(those.map((each) => accessToken(each, id)))
      assert.equal(new Set(tokens).size, 1)
    } else {
      await fetch(`${at(provider)}/consents/${consentId}/expire`, { method: 'POST' })
      const accounts = await Promise.all(those.map((each) => withCrm(each, id, (crm) => crm.whose())))
      assert.equal(new Set(accounts.map(({ accountId }) => accountId)).size, 1)
    }
    const { version, status } = await rowOf(owner, id)
    assert.deepEqual([version, status], [last + 1, 'connected'], `expiry ${times}`)
    last = version
  }
}

for (const provider of crmProviderNames)
  test(`${expiries} tokens of ${provider} end while twenty workers use them: each is renewed once, with refresh tokens of one use`, async () => {
    await behave(provider, { rotates: 'on', reuseEndsGrant: 'on' })
    const connections: (readonly [Someone, string, string])[] = []
    for (let n = 0; n < connectionsAtOnce; n++) {
      const owner = await app.given.organization()
      const id = await connectCrm(app, owner, provider)
      connections.push([owner, id, (await newestConsent(provider)).id])
    }
    const each = expiries / connectionsAtOnce
    await Promise.all(connections.map(([owner, id, consentId]) => outlast(provider, owner, id, consentId, each)))
    const ofThese = (await consentsOf(provider)).filter(({ id }) => connections.some(([, , consentId]) => consentId === id))
    assert.deepEqual(
      ofThese.map(({ refreshes, endedAt }) => [refreshes, endedAt]),
      connections.map(() => [each, null]),
    )
    await behave(provider)
  })

for (const provider of crmProviderNames)
  test(`a token of ${provider} that ends between two calls of one work is renewed, and only the call is repeated`, async () => {
    const owner = await app.given.organization()
    const id = await connectCrm(app, owner, provider)
    const { id: consentId } = await newestConsent(provider)
    let begun = 0
    const accounts = await withCrm(worker(owner), id, async (crm) => {
      begun++
      const first = await crm.whose()
      await fetch(`${at(provider)}/consents/${consentId}/expire`, { method: 'POST' })
      return [first, await crm.whose()]
    })
    assert.deepEqual([begun, accounts[0]], [1, accounts[1]])
    assert.equal((await newestConsent(provider)).refreshes, 1)
  })

test('a consent that was taken back is one failure with a name, and is not asked for again', async () => {
  const owner = await app.given.organization()
  const id = await connectCrm(app, owner, 'hubspot')
  const { id: consentId } = await newestConsent('hubspot')
  await fetch(`${at('hubspot')}/consents/${consentId}/take-back`, { method: 'POST' })
  for (let times = 0; times < 3; times++)
    assert.equal((await failureOf(withCrm(worker(owner), id, (crm) => crm.whose()))).code, 'connection_needs_consent')
  assert.equal((await rowOf(owner, id)).status, 'needs_reauth')
  assert.equal(await connectCrm(app, owner, 'hubspot'), id)
  assert.ok((await withCrm(worker(owner), id, (crm) => crm.whose())).accountId)
})

test('a CRM that refuses fresh tokens, too, waits for a new consent', async () => {
  const owner = await app.given.organization()
  const id = await connectCrm(app, owner, 'salesforce')
  const refuse = (): Promise<never> => Promise.reject(new ProviderError('dead', 'The user was deactivated.'))
  const context = worker(owner)
  const refusing: CrmPort = { ...askWhose, open: (account) => ({ ...askWhose.open(account), whose: refuse }) }
  const asked = withCrm({ ...context, ports: { ...context.ports, crm: refusing } }, id, (crm) => crm.whose())
  assert.equal((await failureOf(asked)).code, 'connection_needs_consent')
  const { status, last_error } = await rowOf(owner, id)
  assert.deepEqual([status, last_error], ['needs_reauth', 'The user was deactivated.'])
})

test('a connection that is disconnected in the middle of the work ends it by name', async () => {
  const owner = await app.given.organization()
  const id = await connectCrm(app, owner, 'pipedrive')
  const work = withCrm(worker(owner), id, async (crm) => {
    await crm.whose()
    assert.equal((await app.call('crm-disconnect', { connectionId: id, orgId: owner.orgId }, owner)).status, 200)
    return crm.whose()
  })
  assert.equal((await failureOf(work)).code, 'connection_not_found')
  assert.equal((await failureOf(withCrm(worker(owner), id, (crm) => crm.whose()))).code, 'connection_not_found')
})

test('where Zoho asks for patience, it is left alone for ten minutes, and the connection stays', async () => {
  const owner = await app.given.organization()
  const id = await connectCrm(app, owner, 'zoho')
  await sandbox.turn('zoho', { kind: 'token_limit', only: 'token' })
  for (let times = 0; times < 10; times++) {
    await expire(owner, id)
    await accessToken(worker(owner), id)
  }
  await expire(owner, id)
  for (let times = 0; times < 3; times++) {
    const { code, retryAfterSeconds = 0 } = await failureOf(accessToken(worker(owner), id))
    assert.equal(code, 'provider_unreachable')
    assert.ok(retryAfterSeconds > 590 && retryAfterSeconds <= 600, String(retryAfterSeconds))
  }
  const { status, credentials } = await rowOf(owner, id)
  assert.equal(status, 'connected')
  assert.ok(openCredentials(vault, { id, credentials }).refreshToken)
  assert.equal((await newestConsent('zoho')).refreshes, 10)
})
