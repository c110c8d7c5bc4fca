import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startApp, type TestApp } from '#test/support/app.ts'
import { behindProxy, knock, password, postOf, whoIs } from '#test/support/sign-in.ts'

let app: TestApp
let slug: string
before(async () => {
  app = await startApp({ env: behindProxy })
  const { body } = await app.call('show-workspace')
  slug = (body.workspace as unknown as { slug: string }).slug
})
after(() => app.stop())

const root = path.join(import.meta.dirname, '../..')
/** A command beside the running server: its result, or what it complains of. */
const foyer = async (...args: string[]): Promise<string> => {
  const env = {
    ...process.env,
    PORT: new URL(app.url).port,
    PUBLIC_URL: app.url,
    FOYER_DATA: app.dataDir,
    FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: `postgres://foyer_owner@/${app.target.database}?host=${encodeURIComponent(app.target.host ?? '')}`,
  }
  try {
    return (await promisify(execFile)(process.execPath, ['bin/foyer.cjs', ...args], { cwd: root, env })).stdout.trim()
  } catch (error) {
    return (error as { stderr: string }).stderr.trim()
  }
}
const create = (email: string, role: string) => foyer('user', 'create', '--org', slug, '--email', email, '--role', role)
const token = (email: string) => foyer('token', '--org', slug, '--email', email)
const asTold = (text: string) => ({ ...app.owner, token: text })

test('a user made on the command line gets a link, and a token for the gateway at once', async () => {
  const link = await create('ada@example.com', 'admin')
  assert.match(link, new RegExp(`^${app.url}/set-password#token=[\\w-]{43}$`))
  const keys = await app.call('list-keys', {}, asTold(await token('ada@example.com')))
  assert.equal(keys.status, 200, JSON.stringify(keys.body))
  const set = await knock(app, 'set-password', { token: link.split('=')[1], password })
  assert.equal((await whoIs(app, set.session)).role, 'admin')
})

test('a user who accepted an invitation gets a token too; one who has not gets another error', async () => {
  await app.call('invite-staff', { email: 'bea@example.com' })
  assert.match(await token('bea@example.com'), /No member of this workspace has this email address/)
  const [mail] = await postOf(app, app.owner.orgId, 'bea@example.com')
  await knock(app, 'accept-invite', { token: mail?.token, name: 'Bea', password })
  const text = await token('bea@example.com')
  assert.equal((await app.call('list-leads', {}, asTold(text))).status, 200)
  assert.equal((await app.call('list-keys', {}, asTold(text))).status, 403)
})

test('the role of a member is changed, never that of the last owner', async () => {
  await create('cleo@example.com', 'member')
  await create('cleo@example.com', 'admin')
  assert.equal((await app.call('list-keys', {}, asTold(await token('cleo@example.com')))).status, 200)
  assert.match(await create(app.owner.email, 'member'), /last owner/)
  assert.equal((await app.call('list-keys')).status, 200)
})

test('a token of the command line ends when its person ends everything else', async () => {
  await create('dora@example.com', 'member')
  const before = asTold(await token('dora@example.com'))
  assert.equal((await app.call('update-profile', { name: 'Dora' }, before)).status, 200)
  await new Promise((done) => setTimeout(done, 1_000))
  assert.equal((await app.call('end-other-sessions', {}, before)).status, 200)
  assert.equal((await app.call('update-profile', { name: 'X' }, before)).status, 401)
  const later = asTold(await token('dora@example.com'))
  assert.equal((await app.call('update-profile', { name: 'Dora' }, later)).status, 200)
})

test('a start on a port in use ends with a clear error; so does an unknown option', async () => {
  assert.match(
    await foyer('serve'),
    /foyer: Port \d+ on 127\.0\.0\.1 is in use by another program\. Set PORT to a free port, .*$/,
  )
  assert.equal(await foyer('token', '--bogus'), "foyer: Unknown option '--bogus'. Usage: npx foyer token --org SLUG --email E")
})
