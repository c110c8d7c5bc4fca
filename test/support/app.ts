import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readConfig } from '#config'
import type { Role } from '#core/actions/caller.ts'
import { newId } from '#core/ids.ts'
import { makeLog } from '#core/log.ts'
import { type Database, enterOrg, inTransaction, openDatabase, type Target } from '#db/connect.ts'
import { addKey } from '#domains/platform/api-keys/keys.ts'
import { addMember } from '#domains/platform/members/memberships.ts'
import { makeOrganization } from '#domains/platform/organizations/organizations.ts'
import { openSession } from '#domains/platform/users/sessions.ts'
import { personOf } from '#domains/platform/users/users.ts'
import type { Product } from '#transports/open-actions.ts'
import { serve, work } from '../../server/main.ts'
import { cloneDatabase } from './database.ts'
import { type Answer, ask } from './requests.ts'
import { share } from './shared.ts'

/** Somebody in a test: a person with a token, or a key. */
export interface Someone {
  readonly orgId: string
  readonly personId: string
  readonly token: string
  /** The session cookie's value. */
  readonly session: string
  readonly email: string
}

export interface TestApp {
  readonly url: string
  readonly target: Target
  readonly database: Database
  readonly dataDir: string
  /** The owner of the first workspace. */
  readonly owner: Someone
  readonly given: {
    organization(name?: string, options?: { defaultCountry?: string; quota?: number }): Promise<Someone>
    person(orgId: string, role: Role): Promise<Someone>
    key(
      orgId: string,
      options?: { scopes?: string[]; ratePerMinute?: number; expiresAt?: Date },
    ): Promise<{ id: string; text: string }>
  }
  /** Calls an action of the gateway. */
  call(type: string, body?: object, as?: Someone | null): Promise<Answer>
  /** Posts to the lead API; a string or Buffer is sent as it is. */
  post(body: unknown, key: string, options?: { headers?: Record<string, string>; query?: string }): Promise<Answer>
  /** Everything that was logged so far. */
  logged(): string
  /** With `now` a clock of its own, which others do not have. */
  startWorker(own?: { readonly now?: () => Date }): Promise<{ stop(): Promise<void> }>
  stop(): Promise<void>
}

let counter = 0

interface Options {
  readonly env?: Record<string, string>
  /** Replaces the clock. */
  readonly now?: () => Date
  readonly target?: Target
  readonly webFolder?: string
  readonly product?: Product
  /** For who counts over all organizations, or does to the server what others would not survive. */
  readonly alone?: boolean
}

/**
 * A real server, and a new organization in it. The files of a group share those that are started alike; one with a clock, a
 * database or a product of its own, and one that is `alone`, is nobody else's.
 */
export const startApp = async (options: Options = {}): Promise<TestApp> => {
  if (options.alone || options.now || options.target || options.product) return startOwnApp(options)
  const { env = {}, webFolder } = options
  const how = JSON.stringify(['app', Object.entries(env).sort(), webFolder])
  const {
    thing: app,
    isNew,
    release,
  } = await share(
    how,
    () => startOwnApp(options),
    (running) => running.stop(),
  )
  const owner = isNew ? app.owner : await app.given.organization('First')
  const loggedBefore = app.lines.length
  return {
    ...app,
    owner,
    call: (type, body, as = owner) => app.call(type, body, as),
    logged: () => app.lines.slice(loggedBefore).join(''),
    stop: release,
  }
}

/** With the lines of its log, of which each file of a group has those that are its own. */
interface OwnApp extends TestApp {
  readonly lines: readonly string[]
}

const startOwnApp = async (options: Options): Promise<OwnApp> => {
  const clone = options.target ? undefined : await cloneDatabase()
  const target = options.target ?? (clone as { target: Target }).target
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'foyer-test-'))
  chmodSync(dataDir, 0o755)
  const lines: string[] = []
  const log = makeLog({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } })
  const config = readConfig({
    PORT: '0',
    FOYER_DATA: dataDir,
    FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...options.env,
  })
  const running = await serve({
    config,
    target,
    log,
    webFolder: options.webFolder ?? null,
    ...(options.now && { now: options.now }),
    ...(options.product && { product: options.product }),
  })
  const database = openDatabase(target, { application: 'foyer test', connections: 5, onError: () => {} })
  const url = `http://127.0.0.1:${running.port}`
  await untilReady(url)

  const call: TestApp['call'] = (type, body = {}, as = app.owner) =>
    ask(`${url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as.token}` }) },
      body: JSON.stringify({ type, ...body }),
    })

  const person = async (orgId: string, role: Role): Promise<Someone> => {
    const email = `person${++counter}.${newId().slice(-6)}@example.com`
    const session = await inTransaction(database.db, async (db) => {
      const made = await personOf(db, { id: newId(), email, name: `Person ${counter}` })
      await enterOrg(db, orgId)
      await addMember(db, orgId, made.id, role)
      return openSession(db, made.id, orgId, new Date())
    })
    const reply = await ask(`${url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `foyer_session=${session}` },
      body: '{"type":"get-token"}',
    })
    if (reply.status !== 200) throw new Error(`get-token answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    const { token, person } = reply.body as unknown as { token: string; person: { id: string } }
    return { orgId, personId: person.id, token, session, email }
  }

  const given: TestApp['given'] = {
    person,
    async organization(name = `Workspace ${++counter}`, { defaultCountry, quota } = {}) {
      const made = await inTransaction(database.db, (db) =>
        makeOrganization(db, { id: newId(), name, defaultCountry: defaultCountry ?? null }),
      )
      if (quota !== undefined)
        await database.inOrg(made.id, (db) =>
          db.updateTable('orgs').set({ lead_quota_per_month: quota }).where('org_id', '=', made.id).execute(),
        )
      return person(made.id, 'owner')
    },
    async key(orgId, { scopes = ['leads:write'], ratePerMinute = 1_000_000, expiresAt } = {}) {
      const id = newId()
      const text = await database.inOrg(orgId, (db) =>
        addKey(db, {
          orgId,
          id,
          name: 'Test',
          scopes,
          ratePerMinute,
          expiresAt: expiresAt ?? null,
          createdBy: null,
          now: new Date(),
        }),
      )
      return { id, text }
    },
  }

  const app: OwnApp = {
    lines,
    url,
    target,
    database,
    dataDir,
    owner: undefined as unknown as Someone,
    given,
    call,
    post: (body, key, { headers = {}, query = '' } = {}) =>
      ask(`${url}/v1/leads${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    logged: () => lines.join(''),
    startWorker: ({ now = options.now } = {}) =>
      work({
        // The sandbox is part of the server: the worker finds it where that listens.
        config: { ...config, PORT: running.port },
        target,
        log,
        ...(now && { now }),
        ...(options.product && { product: options.product }),
      }),
    async stop() {
      await running.stop()
      await database.close()
      await clone?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return Object.assign(app, { owner: await given.organization('First') })
}

const untilReady = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 1_500; tries++) {
    if ((await fetch(`${url}/readyz`)).ok) return
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error('the server did not get ready')
}
