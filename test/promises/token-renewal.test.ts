import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { sandbox } from '../../sandbox/sandbox.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { consentAt } from '../support/consent.ts'
import { tokenUsers } from './token-users.ts'

/*
 * A service that gives a new refresh token with each refresh, and ends the whole grant when an old one comes back: whoever
 * asks twice loses everything.
 */

const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-tokens-'))
const env: Record<string, string> = {
  GOOGLE_CLIENT_ID: 'renewal.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'GOCSPX-renewal',
  DATABASE_CONNECTIONS: '4',
}
let service: FastifyInstance
let app: TestApp
let second: { child: ChildProcess; url: string }
/** Refreshes that came to the service, and what a test does with one: before it is answered, after the tokens were changed. */
let refreshes = 0
let arriving: () => Promise<void>
let answering: (answer: string) => Promise<void>
const nothing = async (): Promise<void> => {}

before(async () => {
  service = Fastify()
  const isRefresh = (request: { body: unknown; url: string }): boolean =>
    request.url.endsWith('/token') && (request.body as { grant_type?: string } | undefined)?.grant_type === 'refresh_token'
  service.addHook('preHandler', async (request) => {
    if (!isRefresh(request)) return
    refreshes++
    await arriving()
  })
  service.addHook('onSend', async (request, _reply, answer) => {
    if (isRefresh(request)) await answering(String(answer))
  })
  const origin = () => `http://127.0.0.1:${(service.server.address() as AddressInfo).port}`
  await service.register(sandbox, { prefix: '/sandbox', folder, isOpen: false, origin })
  await service.listen({ host: '127.0.0.1', port: 0 })
  env.GOOGLE_OAUTH_BASE = `${origin()}/sandbox/google`
  app = await startApp({ env, product: tokenUsers })
  second = await startSecond()
})
after(async () => {
  await kill(second.child)
  await app.stop()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  if (second.child.exitCode !== null || second.child.signalCode !== null) second = await startSecond()
  arriving = nothing
  answering = nothing
  await behave({ rotates: 'on', reuseEndsGrant: 'on' })
  refreshes = 0
})

const behave = (more: Record<string, string>) =>
  fetch(`${env.GOOGLE_OAUTH_BASE}/behaviour`, {
    method: 'POST',
    body: new URLSearchParams({ accessTokenSeconds: '3599', ...more }),
  })

const startSecond = async (): Promise<{ child: ChildProcess; url: string }> => {
  const child = spawn(
    process.execPath,
    [
      path.join(import.meta.dirname, 'token-server.ts'),
      JSON.stringify({ target: app.target, env: { ...env, PUBLIC_URL: app.url } }),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.includes('\n')) break
  }
  return { child, url: said.trim() }
}

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const call = async (url: string, who: Someone, type: string, body: object) => {
  const response = await fetch(`${url}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type, ...body }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const use = (url: string, who: Someone, connectionId: string) => call(url, who, 'use-token', { connectionId })

/** An organization whose account at the service is connected, and whose access token has ended. */
const connected = async (): Promise<{ who: Someone; connectionId: string }> => {
  const who = await app.given.organization()
  const connectionId = await consent(who)
  await expire(who)
  return { who, connectionId }
}
const consent = async (who: Someone): Promise<string> => {
  const begun = await app.call('integration-init-oauth', { provider: 'google', orgId: who.orgId, userId: who.personId }, who)
  const location = await consentAt(String(begun.body.authorizeUrl))
  const done = await fetch(`${app.url}/functions/v1/integration-callback`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(location.searchParams)),
  })
  const body = (await done.json()) as { connection: { id: string } }
  assert.equal(done.status, 200, JSON.stringify(body))
  return body.connection.id
}
const expire = (who: Someone) =>
  app.database.inOrg(who.orgId, (db) =>
    db.updateTable('connections').set({ expires_at: new Date() }).where('org_id', '=', who.orgId).execute(),
  )
/** Time passes for whoever holds the lease, until they are taken for dead. */
const leaseEnds = (who: Someone) =>
  app.database.inOrg(who.orgId, (db) =>
    db
      .updateTable('token_renewals')
      .set({ leased_until: sql<Date>`clock_timestamp()` })
      .where('org_id', '=', who.orgId)
      .execute(),
  )
const stateOf = async (who: Someone) =>
  app.database.inOrg(who.orgId, (db) =>
    db
      .selectFrom('connections')
      .select(['status', 'last_error', 'version'])
      .where('org_id', '=', who.orgId)
      .executeTakeFirstOrThrow(),
  )
/** Whether the service takes a token. */
const works = async (token: unknown): Promise<boolean> =>
  (await fetch(`${env.GOOGLE_OAUTH_BASE}/oauth2/v2/userinfo`, { headers: { authorization: `Bearer ${token}` } })).ok

test('a hundred callers of two processes at the end of a token make one refresh, and all get the new token', async () => {
  const { who, connectionId } = await connected()
  const all = await Promise.all(
    Array.from({ length: 100 }, (_, at) => use(at % 2 === 0 ? app.url : second.url, who, connectionId)),
  )
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [200])
  const tokens = [...new Set(all.map(({ body }) => body.token))]
  assert.deepEqual([refreshes, tokens.length, await works(tokens[0])], [1, 1, true])

  // The new refresh token was stored too: it is good for the next time.
  await expire(who)
  const next = await use(second.url, who, connectionId)
  assert.deepEqual([refreshes, await works(next.body.token)], [2, true])
})

test('twenty renewals by hand at once make one refresh', async () => {
  const { who, connectionId } = await connected()
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      call(at % 2 === 0 ? app.url : second.url, who, 'integration-refresh', { connectionId, orgId: who.orgId }),
    ),
  )
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [200])
  assert.deepEqual([refreshes, new Set(all.map(({ body }) => body.expires_at)).size], [1, 1])
})

test('a token that the service rejects early is renewed once for all concurrent callers, and their calls go on', async () => {
  const who = await app.given.organization()
  const connectionId = await consent(who)
  const { grants } = (await (await fetch(`${env.GOOGLE_OAUTH_BASE}/grants`)).json()) as { grants: { id: string }[] }
  await fetch(`${env.GOOGLE_OAUTH_BASE}/grants/${grants[0]?.id}/expire`, { method: 'POST' })
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) => call(at % 2 === 0 ? app.url : second.url, who, 'try-token', { connectionId })),
  )
  assert.deepEqual([...new Set(all.map(({ status, body }) => `${status} ${body.account}`))], ['200 mira@sandbox.example'])
  assert.equal(refreshes, 1)
})

test('a slow service holds no connection to the database: others are answered meanwhile, and a token that still lives is used', async () => {
  const { who, connectionId } = await connected()
  let go = (): void => {}
  const held = new Promise<void>((done) => {
    go = done
  })
  const arrived = new Promise<void>((done) => {
    arriving = () => {
      done()
      return held
    }
  })
  const waiting = Array.from({ length: 50 }, () => use(app.url, who, connectionId))
  await arrived
  assert.equal((await app.call('list-leads', {}, who)).status, 200)
  await app.database.inOrg(who.orgId, (db) =>
    db
      .updateTable('connections')
      .set({ expires_at: new Date(Date.now() + 30_000) })
      .where('org_id', '=', who.orgId)
      .execute(),
  )
  assert.equal((await use(second.url, who, connectionId)).status, 200)
  assert.equal(refreshes, 1)
  go()
  assert.deepEqual([...new Set((await Promise.all(waiting)).map(({ status }) => status))], [200])
  assert.equal(refreshes, 1)
})

test('a service that is away is asked once, not once for each caller, and the consent stays', async () => {
  const { who, connectionId } = await connected()
  const turn = (kind: string) =>
    fetch(`${env.GOOGLE_OAUTH_BASE?.replace('/google', '/faults/google')}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind, share: 1 }),
    })
  let asked = 0
  service.server.on('request', (request) => {
    if (request.url?.endsWith('/token')) asked++
  })
  await turn('error_503')
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, at) => use(at % 2 === 0 ? app.url : second.url, who, connectionId)),
  )
  await turn('none')
  assert.deepEqual([...new Set(all.map(({ status, body }) => `${status} ${body.code}`))], ['503 provider_unreachable'])
  assert.equal(asked, 1)
  assert.equal((await stateOf(who)).status, 'connected')
  // By hand nobody has to wait for the pause to end.
  const byHand = await call(app.url, who, 'integration-refresh', { connectionId, orgId: who.orgId })
  assert.equal(byHand.status, 200, JSON.stringify(byHand.body))
})

test('killed before the service changed anything: the next one renews, and nothing is lost', async () => {
  const { who, connectionId } = await connected()
  arriving = async () => {
    arriving = nothing
    await kill(second.child)
    throw Object.assign(new Error('the caller is gone'), { statusCode: 499 })
  }
  await assert.rejects(use(second.url, who, connectionId))
  await leaseEnds(who)
  const next = await use(app.url, who, connectionId)
  assert.deepEqual([next.status, refreshes, await works(next.body.token)], [200, 2, true])
})

for (const moment of ['before the answer arrived', 'before it was stored'] as const)
  test(`killed after the service gave new tokens, ${moment}: shown as needs_reauth, not tried again, repaired by consent`, async () => {
    const { who, connectionId } = await connected()
    if (moment === 'before the answer arrived')
      answering = async () => {
        answering = nothing
        await kill(second.child)
      }
    let free: (() => void) | undefined
    if (moment === 'before it was stored') {
      // The row is held while the answer arrives: whoever wants to store it waits, and dies waiting.
      const released = new Promise<void>((done) => {
        free = done
      })
      answering = async () => {
        answering = nothing
        await new Promise<void>((isHeld) => {
          void app.database.inOrg(who.orgId, async (db) => {
            await db.selectFrom('connections').select('id').where('org_id', '=', who.orgId).forUpdate().execute()
            isHeld()
            await released
          })
        })
        void untilSomebodyWaits().then(() => kill(second.child))
      }
    }
    await assert.rejects(use(second.url, who, connectionId))
    free?.()
    await leaseEnds(who)

    const all = await Promise.all(Array.from({ length: 20 }, () => use(app.url, who, connectionId)))
    assert.deepEqual([...new Set(all.map(({ status, body }) => `${status} ${body.code}`))], ['409 connection_needs_consent'])
    assert.equal(refreshes, 2)
    const state = await stateOf(who)
    assert.equal(state.status, 'needs_reauth')
    assert.match(state.last_error ?? '', /was interrupted/)
    const byHand = await call(app.url, who, 'integration-refresh', { connectionId, orgId: who.orgId })
    assert.deepEqual([byHand.status, byHand.body.code, refreshes], [409, 'connection_needs_consent', 2])

    assert.equal(await consent(who), connectionId)
    assert.equal((await stateOf(who)).status, 'connected')
    await expire(who)
    const mended = await use(app.url, who, connectionId)
    assert.deepEqual([mended.status, await works(mended.body.token)], [200, true])
  })

/** Somebody waits for a row in the database. */
const untilSomebodyWaits = async (): Promise<void> => {
  for (const giveUpAt = Date.now() + 10_000; Date.now() < giveUpAt; await new Promise((done) => setTimeout(done, 10))) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (
        select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()) as waiting`.execute(
      app.database.db,
    )
    if (rows[0]?.waiting) return
  }
  throw new Error('nobody waits')
}

test('where refresh tokens stay the same, a crash in the middle costs nothing', async () => {
  await behave({})
  const { who, connectionId } = await connected()
  answering = async () => {
    answering = nothing
    await kill(second.child)
  }
  await assert.rejects(use(second.url, who, connectionId))
  await leaseEnds(who)
  const next = await use(app.url, who, connectionId)
  assert.deepEqual([next.status, refreshes, await works(next.body.token)], [200, 2, true])
})

test('a revoked consent is noticed once, and the token is not requested again', async () => {
  const { who, connectionId } = await connected()
  const { grants } = (await (await fetch(`${env.GOOGLE_OAUTH_BASE}/grants`)).json()) as { grants: { id: string }[] }
  await fetch(`${env.GOOGLE_OAUTH_BASE}/grants/${grants[0]?.id}/take-back`, { method: 'POST' })
  for (let times = 0; times < 3; times++) assert.equal((await use(app.url, who, connectionId)).status, 409)
  assert.equal(refreshes, 1)
  const notices = await app.call('list-notices', {}, who)
  assert.match(JSON.stringify(notices.body), /connection_failed/)
})

test('disconnected while it is renewed: the new tokens are not stored, and not left good', async () => {
  const { who, connectionId } = await connected()
  let given: unknown
  answering = async (answer) => {
    answering = nothing
    given = JSON.parse(answer).access_token
    await app.database.inOrg(who.orgId, (db) =>
      db
        .updateTable('connections')
        .set({ status: 'disconnected', credentials: null, disconnected_at: new Date() })
        .where('org_id', '=', who.orgId)
        .execute(),
    )
  }
  assert.equal((await use(app.url, who, connectionId)).status, 404)
  assert.ok(given)
  assert.equal(await works(given), false)
})
