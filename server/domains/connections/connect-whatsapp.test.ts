import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findNumbers } from '#domains/messaging/numbers.ts'
import { type Someone, startApp, type TestApp } from '#test/app.ts'
import { startSandbox, type TestSandbox } from '#test/sandbox.ts'
import { until } from '#test/until.ts'
import { phonesAt } from '#test/whatsapp.ts'

let outside: TestSandbox
let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  // The one sandbox stands for WhatsApp's own servers, the other is Foyer's.
  outside = await startSandbox()
  app = await startApp({ env: { SANDBOX: 'on', WHATSAPP_API_BASE: outside.address } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await outside?.stop()
})

const account = (n: number) => ({
  phoneNumberId: `10654035224${n}`,
  businessAccountId: `10229013934${n}`,
  accessToken: `EAAconnect${n}`,
  appSecret: 'c0ffee00c0ffee00c0ffee00c0ffee00',
  verifyToken: 'verify-me-please',
})
interface Shown {
  readonly id: string
  readonly mode: string
  readonly account: string
  readonly webhook_state: string
  readonly webhook_url: string
}
const connect = async (as: Someone, credentials: object) => {
  const { status, body } = await app.call('connect-provider', { provider: 'whatsapp', credentials }, as)
  return { status, code: body.code as string | undefined, connection: body.connection as unknown as Shown }
}
const ready = (): Promise<Shown> =>
  until('the webhook is registered', async () => {
    const { body } = await app.call('list-connections')
    return (body.connections as unknown as Shown[]).find(({ webhook_state }) => webhook_state === 'ready')
  })
const holder = async (phoneNumberId: string) =>
  (await findNumbers(app.database.db, { phoneNumberIds: [phoneNumberId], businessAccountIds: [] }))[0]

test('a number is tried before it is stored, and can be looked up while it is connected', async () => {
  const somebody = await app.given.organization()
  const refused = await connect(somebody, { ...account(2922), accessToken: 'EAAexpired0001' })
  assert.deepEqual([refused.status, refused.code], [400, 'credentials_refused'])
  assert.equal((await connect(somebody, { ...account(2922), phoneNumberId: 'abc' })).code, 'credentials_malformed')
  assert.equal(await holder(account(2922).phoneNumberId), undefined)

  const { connection } = await connect(somebody, account(2922))
  assert.equal(connection.mode, 'test', 'a number of the platform’s own sandbox')
  assert.match(connection.webhook_url, new RegExp(`/functions/v1/whatsapp-webhook\\?connection=${connection.id}$`))
  assert.deepEqual(await holder(account(2922).phoneNumberId), {
    phoneNumberId: account(2922).phoneNumberId,
    businessAccountId: account(2922).businessAccountId,
    orgId: somebody.orgId,
    connectionId: connection.id,
  })

  // Whoever proved the credentials last has the number; that the other one ends takes it from nobody.
  const another = await app.given.organization()
  const taken = await connect(another, account(2922))
  assert.equal((await holder(account(2922).phoneNumberId))?.orgId, another.orgId)
  const end = (as: Someone, connectionId: string) => app.call('integration-disconnect', { connectionId, orgId: as.orgId }, as)
  await end(somebody, connection.id)
  assert.equal((await holder(account(2922).phoneNumberId))?.orgId, another.orgId)
  await end(another, taken.connection.id)
  assert.equal(await holder(account(2922).phoneNumberId), undefined)
})

test('the sandbox takes the place of WhatsApp: its webhook registers itself, and what a phone writes comes in and is answered', async () => {
  const { orgId } = app.owner
  assert.equal((await app.call('connect-sandbox', { provider: 'whatsapp' })).status, 200)
  await ready()
  const [number] = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('directory.whatsapp_numbers').selectAll().where('org_id', '=', orgId).execute(),
  )
  assert.ok(number)
  const phones = phonesAt(app.url, number.phone_number_id)
  await phones.write('joerg', { text: 'Grüße aus Köln' })
  await until('the message is in', async () => {
    const { body } = await app.call('fetch-admin-chats', {})
    return JSON.stringify(body).includes('Grüße aus Köln')
  })
  const sent = await app.call('send-whatsapp', { to: '+4915112345678', message: 'Grüße zurück' })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  await phones.received('joerg', 'Grüße zurück')
})
