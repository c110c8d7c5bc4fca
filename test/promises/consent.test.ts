import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { inTransaction } from '#db/connect.ts'
import { openSession } from '#domains/platform/users/sessions.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { consentAt } from '../support/consent.ts'
import type { Answer } from '../support/requests.ts'

let app: TestApp
let aheadMs = 0
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, now: () => new Date(Date.now() + aheadMs) })
})
beforeEach(() => {
  aheadMs = 0
})
after(() => app.stop())

const callback = '/functions/v1/integration-callback'

const begin = async (who: Someone, more: object = {}): Promise<Answer> =>
  app.call('integration-init-oauth', { provider: 'google', orgId: who.orgId, userId: who.personId, ...more }, who)

const begun = async (who: Someone): Promise<{ authorizeUrl: string; state: string }> => {
  const { status, body } = await begin(who)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as { authorizeUrl: string; state: string }
}

/** What the page at the callback posts, with the cookie that the browser has. */
const post = async (query: URLSearchParams | Record<string, string>, session?: string) => {
  const response = await fetch(`${app.url}${callback}`, {
    method: 'POST',
    body: new URLSearchParams(query),
    headers: session === undefined ? {} : { cookie: `foyer_session=${session}` },
    redirect: 'manual',
  })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

const connectionsOf = (orgId: string) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('connections').selectAll().orderBy('id').execute())

const anotherSession = (who: Someone): Promise<string> =>
  inTransaction(app.database.db, (db) => openSession(db, who.personId, who.orgId, new Date()))

test('a consent ends in a connection whose tokens are sealed, and the browser is back in the app', async () => {
  const owner = await app.given.organization()
  const { authorizeUrl, state } = await begun(owner)
  const asked = new URL(authorizeUrl)
  assert.equal(asked.searchParams.get('code_challenge_method'), 'S256')
  assert.equal(asked.searchParams.get('redirect_uri'), `${app.url}${callback}`)
  assert.equal(asked.searchParams.get('state'), state)

  const location = await consentAt(authorizeUrl)
  assert.equal(`${location.origin}${location.pathname}`, `${app.url}${callback}`)
  const done = await post(location.searchParams, owner.session)
  assert.deepEqual([done.status, done.location], [303, '/settings/connections?connected=google'])

  const [row, ...others] = await connectionsOf(owner.orgId)
  assert.deepEqual(
    [others.length, row?.provider, row?.kind, row?.mode, row?.status, row?.account, row?.connected_by],
    [0, 'google', 'oauth', 'sandbox', 'connected', 'mira@sandbox.example', owner.personId],
  )
  assert.match(row?.credentials ?? '', /^v1\./)
  assert.ok(row?.expires_at && row.expires_at.getTime() > Date.now() + 3_000_000)
  for (const secret of [state, location.searchParams.get('code') ?? '', 'ya29.', '1//0'])
    assert.ok(!app.logged().includes(secret), 'a secret is in the log')
})

test('the address that a service redirects to only shows a page: the POST alone uses the code', async () => {
  const owner = await app.given.organization()
  const location = await consentAt((await begun(owner)).authorizeUrl)
  for (let times = 0; times < 2; times++) {
    const shown = await fetch(location, { headers: { cookie: `foyer_session=${owner.session}` } })
    assert.deepEqual([shown.status, shown.headers.get('referrer-policy')], [200, 'no-referrer'])
    assert.match(await shown.text(), /<form method="post"/)
  }
  assert.deepEqual(await connectionsOf(owner.orgId), [])
  assert.equal((await post(location.searchParams, owner.session)).status, 303)
})

test('a state works once, also for twenty at the same time', async () => {
  const owner = await app.given.organization()
  const location = await consentAt((await begun(owner)).authorizeUrl)
  const all = await Promise.all(Array.from({ length: 20 }, () => post(location.searchParams, owner.session)))
  assert.deepEqual(all.map(({ status }) => status).sort(), [303, ...Array(19).fill(400)].sort())
  assert.equal((await post(location.searchParams, owner.session)).status, 400)
  assert.equal((await connectionsOf(owner.orgId)).length, 1)
})

test('a state belongs to one user, one organization and one browser; a request with another’s state changes nothing', async () => {
  const owner = await app.given.organization()
  const admin = await app.given.person(owner.orgId, 'admin')
  const stranger = await app.given.organization()
  const location = await consentAt((await begun(owner)).authorizeUrl)
  for (const session of [admin.session, stranger.session, await anotherSession(owner)]) {
    const refused = await post(location.searchParams, session)
    assert.equal(refused.status, 400)
    assert.match(refused.text, /was not started here/)
  }
  for (const session of [undefined, 'nonsense']) assert.equal((await post(location.searchParams, session)).status, 401)
  for (const orgId of [owner.orgId, stranger.orgId]) assert.deepEqual(await connectionsOf(orgId), [])
  assert.equal((await post(location.searchParams, owner.session)).status, 303)
})

test('a state is good for ten minutes', async () => {
  const owner = await app.given.organization()
  const late = await consentAt((await begun(owner)).authorizeUrl)
  const inTime = await consentAt((await begun(owner)).authorizeUrl)
  aheadMs = 9.8 * 60_000
  assert.equal((await post(inTime.searchParams, owner.session)).status, 303)
  aheadMs = 10.1 * 60_000
  assert.equal((await post(late.searchParams, owner.session)).status, 400)
  assert.equal((await connectionsOf(owner.orgId)).length, 1)
})

test('a foreign code, a foreign issuer, a made-up state: 400, and no token is stored', async () => {
  const owner = await app.given.organization()
  const stranger = await app.given.organization()
  const foreign = (await consentAt((await begun(stranger)).authorizeUrl)).searchParams
  const forge = async (name: string, value: string): Promise<URLSearchParams> => {
    const { searchParams } = await consentAt((await begun(owner)).authorizeUrl)
    searchParams.set(name, value)
    return searchParams
  }
  // The code was made for the challenge of another flow: PKCE is what refuses it.
  const forged = [
    await forge('code', foreign.get('code') ?? ''),
    await forge('code', '4/0nonsense'),
    await forge('iss', 'https://accounts.google.com'),
    await forge('state', foreign.get('state') ?? ''),
    await forge('state', 'x'.repeat(43)),
  ]
  for (const [at, query] of forged.entries()) assert.equal((await post(query, owner.session)).status, 400, String(at))
  assert.equal((await post({ code: '4/0x' }, owner.session)).status, 400)
  assert.deepEqual(await connectionsOf(owner.orgId), [])
})

/** What a browser comes back with from the consent page of a service. */
const consents = {
  canva: async (who: Someone) =>
    (await consentAt(String((await begin(who, { provider: 'canva' })).body.authorizeUrl), { account: 'alder@' })).searchParams,
  meta: async (who: Someone) => {
    const url = new URL(String((await begin(who, { provider: 'meta' })).body.authorizeUrl))
    const form = new URLSearchParams(url.searchParams)
    form.set('answer', 'allow')
    form.set('person', '10201234567890123')
    const decided = await fetch(url.origin + url.pathname, { method: 'POST', body: form, redirect: 'manual' })
    return new URL(decided.headers.get('location') ?? '').searchParams
  },
} as const

for (const [provider, consented] of Object.entries(consents))
  test(`the callback withstands at ${provider} what it does elsewhere: foreign codes, states, browsers, and twenty at once`, async () => {
    const owner = await app.given.organization()
    const stranger = await app.given.organization()
    const foreign = await consented(stranger)
    const forge = async (name: string, value: string): Promise<URLSearchParams> => {
      const query = await consented(owner)
      assert.ok(query.get('state'), 'a consent')
      query.set(name, value)
      return query
    }
    const forged = [
      await forge('code', 'nonsense'),
      await forge('state', foreign.get('state') ?? ''),
      await forge('state', 'x'.repeat(43)),
      await forge('state', '\0'),
    ]
    for (const [at, query] of forged.entries()) assert.equal((await post(query, owner.session)).status, 400, String(at))
    const query = await consented(owner)
    for (const session of [stranger.session, await anotherSession(owner)])
      assert.equal((await post(query, session)).status, 400)
    assert.equal((await post(query)).status, 401)
    for (const { orgId } of [owner, stranger]) assert.deepEqual(await connectionsOf(orgId), [])
    const all = await Promise.all(Array.from({ length: 20 }, () => post(query, owner.session)))
    assert.deepEqual(all.map(({ status }) => status).sort(), [303, ...Array(19).fill(400)].sort())
    assert.equal((await connectionsOf(owner.orgId)).length, 1)
  })

test('a denied consent is reported, and nothing is connected', async () => {
  const owner = await app.given.organization()
  const location = await consentAt((await begun(owner)).authorizeUrl, { answer: 'deny' })
  const denied = await post(location.searchParams, owner.session)
  assert.equal(denied.status, 400)
  assert.match(denied.text, /was declined at Google/)
  assert.deepEqual(await connectionsOf(owner.orgId), [])
})

test('a new consent with the same account repairs its connection; another account is another connection', async () => {
  const owner = await app.given.organization()
  for (const account of ['mira@', 'mira@', 'jonas@']) {
    const location = await consentAt((await begun(owner)).authorizeUrl, { account })
    assert.equal((await post(location.searchParams, owner.session)).status, 303)
  }
  const rows = await connectionsOf(owner.orgId)
  assert.deepEqual(
    rows.map(({ account, version }) => [account, version]),
    [
      ['mira@sandbox.example', 2],
      ['jonas@sandbox.example', 1],
    ],
  )
})

test('no user consents for another, and members do not consent for the workspace', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  assert.equal((await begin(member)).status, 403)
  const foreign = await begin(owner, { userId: member.personId })
  assert.deepEqual([foreign.status, foreign.body.code], [403, 'foreign_person'])
  const key = await begin(owner, { provider: 'stripe' })
  assert.deepEqual([key.status, key.body.code], [400, 'provider_wants_key'])
})

test('a program posts the same as JSON and is answered in JSON', async () => {
  const owner = await app.given.organization()
  const { searchParams } = await consentAt((await begun(owner)).authorizeUrl)
  const send = (): Promise<Response> =>
    fetch(`${app.url}${callback}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(searchParams)),
    })
  const answer = await send()
  const body = (await answer.json()) as { success: boolean; connection: { account: string } }
  assert.deepEqual([answer.status, body.success, body.connection.account], [200, true, 'mira@sandbox.example'])
  const again = await send()
  assert.deepEqual([again.status, ((await again.json()) as { code: string }).code], [400, 'consent_unknown'])
})
