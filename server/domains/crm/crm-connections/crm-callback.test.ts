import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { inTransaction } from '#db/connect.ts'
import { openSession } from '#domains/platform/users/sessions.ts'
import { type CrmProviderName, crmProviderNames } from '#ports/providers.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { consentAt } from '#test/support/consent.ts'
import { beginCrmConsent, crmEnv } from '#test/support/crm-consent.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let sandbox: TestSandbox
let app: TestApp
let aheadMs = 0
before(async () => {
  sandbox = await startSandbox()
  app = await startApp({ env: crmEnv(sandbox.address), now: () => new Date(Date.now() + aheadMs) })
})
after(async () => {
  await app?.stop()
  await sandbox?.stop()
})
beforeEach(async () => {
  aheadMs = 0
  for (const provider of crmProviderNames) await sandbox.turn(provider)
})

const callback = '/functions/v1/crm-callback'

/** What the page at the callback posts, with the cookie that the browser has. */
const post = async (
  query: URLSearchParams | Record<string, string>,
  session?: string,
  path = callback,
  more: Record<string, string> = {},
) => {
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(query),
    headers: { ...more, ...(session !== undefined && { cookie: `foyer_session=${session}` }) },
    redirect: 'manual',
  })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

const consented = async (who: Someone, provider: CrmProviderName, more: object = {}): Promise<URLSearchParams> =>
  (await consentAt(await beginCrmConsent(app, who, provider, more), { account: 'alder@' })).searchParams

const connectionsOf = (orgId: string) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('connections').selectAll().orderBy('id').execute())

const consentsAt = async (provider: CrmProviderName) => {
  const answer = await fetch(`${sandbox.address}/sandbox/${provider}/consents`)
  return ((await answer.json()) as { consents: { ending: string | null }[] }).consents
}

for (const provider of crmProviderNames) {
  test(`the address that ${provider} redirects to only shows a page: the POST uses the code, and leads on in the app`, async () => {
    const owner = await app.given.organization()
    const query = await consented(owner, provider, { returnTo: '/settings/crms?new=1' })
    for (let times = 0; times < 2; times++) {
      const shown = await fetch(`${app.url}${callback}?${query}`, { headers: { cookie: `foyer_session=${owner.session}` } })
      assert.deepEqual([shown.status, shown.headers.get('referrer-policy')], [200, 'no-referrer'])
      const page = await shown.text()
      assert.match(page, /<form method="post" action="\/functions\/v1\/crm-callback"/)
      assert.equal(page.includes('name="accounts-server"'), provider === 'zoho')
    }
    assert.deepEqual(await connectionsOf(owner.orgId), [])
    const done = await post(query, owner.session)
    assert.deepEqual([done.status, done.location], [303, `/settings/crms?new=1&connected=${provider}`])
    // Where no place was named, it leads to what was made.
    const again = await post(await consented(owner, provider), owner.session)
    const [made] = await connectionsOf(owner.orgId)
    assert.deepEqual([again.status, again.location], [303, `/settings/connections/crm/${made?.id}?connected=${provider}`])
  })

  test(`a state of ${provider} works once, also for twenty at the same time`, async () => {
    const owner = await app.given.organization()
    const query = await consented(owner, provider)
    const all = await Promise.all(Array.from({ length: 20 }, () => post(query, owner.session)))
    assert.deepEqual(all.map(({ status }) => status).sort(), [303, ...Array(19).fill(400)].sort())
    assert.equal((await post(query, owner.session)).status, 400)
    assert.equal((await connectionsOf(owner.orgId)).length, 1)
  })

  test(`a state of ${provider} belongs to one person, one workspace and one browser`, async () => {
    const owner = await app.given.organization()
    const admin = await app.given.person(owner.orgId, 'admin')
    const stranger = await app.given.organization()
    const elsewhere = await inTransaction(app.database.db, (db) => openSession(db, owner.personId, owner.orgId, new Date()))
    const query = await consented(owner, provider)
    for (const session of [admin.session, stranger.session, elsewhere]) assert.equal((await post(query, session)).status, 400)
    for (const session of [undefined, 'nonsense']) assert.equal((await post(query, session)).status, 401)
    for (const orgId of [owner.orgId, stranger.orgId]) assert.deepEqual(await connectionsOf(orgId), [])
    assert.equal((await post(query, owner.session)).status, 303)
  })

  test(`a state of ${provider} is good for ten minutes`, async () => {
    const owner = await app.given.organization()
    const query = await consented(owner, provider)
    aheadMs = 10.1 * 60_000
    assert.equal((await post(query, owner.session)).status, 400)
    assert.deepEqual(await connectionsOf(owner.orgId), [])
  })

  test(`a forged issuer, a made-up code or state of ${provider}, and the code of another CRM store nothing`, async () => {
    const owner = await app.given.organization()
    const other = provider === 'hubspot' ? 'salesforce' : 'hubspot'
    const foreign = await consented(owner, other)
    const forge = async (name: string, value: string): Promise<URLSearchParams> => {
      const query = await consented(owner, provider)
      query.set(name, value)
      return query
    }
    const forged = [
      await forge('iss', 'https://login.attacker.example'),
      await forge('code', foreign.get('code') ?? ''),
      await forge('code', 'nonsense'),
      await forge('state', 'x'.repeat(43)),
    ]
    for (const [at, query] of forged.entries()) assert.equal((await post(query, owner.session)).status, 400, String(at))
    assert.equal((await post({ code: 'x' }, owner.session)).status, 400)
    assert.deepEqual(await connectionsOf(owner.orgId), [])
  })
}

for (const provider of ['hubspot', 'salesforce'] as const)
  test(`a code that ${provider} gave for another consent is refused, since its challenge is another one (PKCE)`, async () => {
    const [owner, attacker] = [await app.given.organization(), await app.given.organization()]
    const query = await consented(owner, provider)
    query.set('code', (await consented(attacker, provider)).get('code') ?? '')
    assert.equal((await post(query, owner.session)).status, 400)
    assert.deepEqual(await connectionsOf(owner.orgId), [])
  })

test('a consent comes back only to the address that it was begun for', async () => {
  const owner = await app.given.organization()
  const query = await consented(owner, 'hubspot')
  assert.equal((await post(query, owner.session, '/functions/v1/integration-callback')).status, 400)
  assert.equal((await post(query, owner.session)).status, 303)
})

for (const provider of ['salesforce', 'zoho', 'pipedrive'] as const)
  test(`where ${provider} names an API at a stranger's host, nothing is stored, and the consent is ended`, async () => {
    const owner = await app.given.organization()
    const query = await consented(owner, provider)
    await sandbox.turn(provider, { kind: 'foreign_instance', only: 'token' })
    const done = await post(query, owner.session)
    assert.equal(done.status, 400)
    assert.match(done.text, /named an address that is not one of its own/)
    assert.deepEqual(await connectionsOf(owner.orgId), [])
    assert.equal((await consentsAt(provider))[0]?.ending, 'revoked by the app')
  })

const servers = [
  'https://accounts.zoho.com.attacker.example',
  'http://accounts.zoho.eu',
  'https://accounts.zoho.eu:8443',
  'https://x@accounts.zoho.eu',
  'https://169.254.169.254',
  'https://accounts.zoh\u043e.eu',
]
test('a redirect that names a server which is not one of Zoho’s is refused, and no code is sent anywhere', async () => {
  const owner = await app.given.organization()
  for (const server of servers) {
    const query = await consented(owner, 'zoho')
    query.set('accounts-server', server)
    const before = (await consentsAt('zoho')).length
    assert.equal((await post(query, owner.session)).status, 400, server)
    assert.equal((await consentsAt('zoho')).length, before, server)
  }
  assert.deepEqual(await connectionsOf(owner.orgId), [])
})

test('a member who is no longer an admin when the consent comes back connects nothing', async () => {
  const owner = await app.given.organization()
  const admin = await app.given.person(owner.orgId, 'admin')
  const query = await consented(admin, 'hubspot')
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('members').set({ role: 'member' }).where('id', '=', admin.personId).execute(),
  )
  assert.equal((await post(query, admin.session)).status, 403)
  assert.deepEqual(await connectionsOf(owner.orgId), [])
})

test('the page that says why nothing was connected speaks the language of the account, else of the browser', async () => {
  const owner = await app.given.organization()
  const declined = async (language: string | null, browser: string) => {
    await app.database.db.updateTable('directory.people').set({ language }).where('id', '=', owner.personId).execute()
    const query = await consented(owner, 'hubspot')
    query.delete('code')
    query.set('error', 'access_denied')
    return post(query, owner.session, callback, { 'accept-language': browser })
  }
  const german = await declined('de', 'fr-FR')
  assert.equal(german.status, 400)
  assert.match(german.text, /<html lang="de">/)
  assert.match(german.text, /<h1>Nicht verbunden<\/h1>/)
  assert.match(german.text, /Die Einwilligung wurde bei HubSpot abgelehnt\./)
  assert.match(german.text, /und erlauben Sie es dort\./)
  assert.match(german.text, />Zurück zu Verbindungen<\/a>/)
  assert.match((await declined(null, 'fr-FR')).text, /Le consentement a été refusé chez HubSpot\./)
  assert.match((await declined(null, 'ja')).text, /Consent was declined at HubSpot\./)
  assert.match(
    (await post({ state: 'x'.repeat(43), code: 'x' }, undefined, callback, { 'accept-language': 'es' })).text,
    /No has iniciado sesión\./,
  )
  const landing = await fetch(`${app.url}${callback}?state=x&code=x`, { headers: { 'accept-language': 'pt-BR' } })
  assert.match(await landing.text(), /<button>Continuar<\/button>/)
})
