import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Failure } from '#core/errors.ts'
import { makeHttp } from '#core/outbound/http.ts'
import { makeVault } from '#core/vault.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectCanva } from '#test/support/canva.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { canvaDesigns } from '../../../providers/canva/port.ts'
import { canva } from '../../../providers/canva/provider.ts'
import { openOAuthPort } from '../../../providers/oauth-port.ts'
import { askCanva, type DesignContext } from './canva-calls.ts'

const vault = makeVault(Buffer.alloc(32, 7)) // as startApp has it
const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
const client = { id: 'canva-client', secret: 'canva-secret: with & of its own' }

let box: TestSandbox
let app: TestApp
let base = ''
before(async () => {
  box = await startSandbox()
  base = `${box.address}/sandbox/canva`
  app = await startApp({
    env: { CANVA_CLIENT_ID: client.id, CANVA_CLIENT_SECRET: client.secret, CANVA_API_BASE: base },
  })
})
after(async () => {
  await app?.stop()
  await box?.stop()
  await way.destroy()
})
beforeEach(() => box.turn('canva'))

/** One worker process more: what it knows of a renewal under way is its own. */
const worker = ({ orgId }: Someone): DesignContext => ({
  orgId,
  vault,
  now: () => new Date(),
  log: { warn: () => {}, info: () => {}, error: () => {}, debug: () => {} } as unknown as DesignContext['log'],
  inOrg: (work) => app.database.inOrg(orgId, work),
  ports: {
    designs: {
      // What is counted here is not what is to be shown.
      allowancesOf: () => ({ ...canvaDesigns.allowances, find: [{ times: 100_000, seconds: 1 }] }),
      open: ({ accessToken, mode }) =>
        canvaDesigns.open({
          ...{ base, pageBase: base, mode, now: () => new Date(), http: { send: (request) => way.send(request) } },
          ...{
            files: { send: (request) => way.send(request), open: (request) => way.open(request) },
            isReplaced: true,
            accessToken,
          },
        }),
    },
    oauth: openOAuthPort({
      serviceOf: () => ({ service: canva.oauth.service, client: { ...client, base, apiSetting: base } }),
      sandbox: null,
      callsOf: () => way,
      now: () => new Date(),
    }),
  },
})

const newestConsent = async () => {
  const { consents } = (await (await fetch(`${base}/consents`)).json()) as {
    consents: { id: string; refreshes: number; endedAt: number | null; ending: string | null }[]
  }
  return consents[0] ?? assert.fail('no consent')
}
const expire = async (id: string): Promise<void> => {
  await fetch(`${base}/consents/${id}/expire`, { method: 'POST' })
}
const firstDesign = async (who: Someone, id: string): Promise<string> => {
  const context = worker(who)
  const page = await askCanva(context, id, 'list', (designs) => designs.list({ search: null, cursor: null, limit: 1 }))
  return page.items[0]?.id ?? assert.fail('no design')
}
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Failure)) throw error
  return error.code
}

test('twenty workers whose token ends in the middle make one renewal of Canva’s one-use refresh token, again and again', async () => {
  const owner = await app.given.organization()
  const id = await connectCanva(app, owner)
  const designId = await firstDesign(owner, id)
  const consent = await newestConsent()
  const all = Array.from({ length: 20 }, () => worker(owner))
  for (let times = 1; times <= 20; times++) {
    await expire(consent.id)
    const found = await Promise.all(all.map((each) => askCanva(each, id, 'find', (designs) => designs.find(designId))))
    assert.equal(new Set(found.map((design) => design.id)).size, 1)
    const { refreshes, endedAt } = await newestConsent()
    assert.deepEqual([refreshes, endedAt], [times, null])
  }
})

test('a refresh token that Canva rotated without our hearing of it is named, and never tried in a loop', async () => {
  const owner = await app.given.organization()
  const id = await connectCanva(app, owner)
  const designId = await firstDesign(owner, id)
  const consent = await newestConsent()
  await expire(consent.id)
  await fetch(`${base}/consents/${consent.id}/rotate`, { method: 'POST' })
  const ask = () => askCanva(worker(owner), id, 'find', (designs) => designs.find(designId))
  for (let times = 0; times < 3; times++) assert.equal(await codeOf(ask()), 'connection_needs_consent')
  const row = await app.database.inOrg(owner.orgId, (db) => findConnection(db, owner.orgId, id))
  assert.equal(row?.status, 'needs_reauth')
  assert.equal(await connectCanva(app, owner), id)
  assert.equal((await ask()).id, designId)
})

test('the account is known by Canva’s id and shown by its name, and the setting stands for API, tokens and consent', async () => {
  const owner = await app.given.organization()
  const id = await connectCanva(app, owner, 'birch@')
  const row = await app.database.inOrg(owner.orgId, (db) => findConnection(db, owner.orgId, id))
  assert.deepEqual([row?.account, row?.account_id, row?.mode], ['Birch Kitchens', 'Ubirch', 'test'])
  const logged = app.logged()
  const { consents } = (await (await fetch(`${base}/consents`)).json()) as { consents: object[] }
  assert.ok(consents.length > 0)
  assert.ok(!logged.includes('eyJhbGciOiJSUzI1NiJ9') && !logged.includes(client.secret), 'no token and no secret is logged')
})
