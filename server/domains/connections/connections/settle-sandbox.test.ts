import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connecting } from '#test/support/connecting.ts'
import { credentialsOf } from '#test/support/credentials.ts'
import { cloneDatabase } from '#test/support/database.ts'
import { bodyOf, messageChange } from '#test/support/messaging.ts'
import { sentInvoice } from '#test/support/paying.ts'
import { until } from '#test/support/until.ts'
import { connectionOf } from './connections.ts'
import { replaceCredentials } from './lifecycle.ts'
import { ProviderName, providerOf } from './providers.ts'
import { webhookAddress } from './webhooks.ts'

/** One data folder and one database, as servers come and go: with the sandbox, without it, and with it again. */
const played = ProviderName.options.filter((name) => Boolean(providerOf(name).sandbox?.credentials))
let clone: Awaited<ReturnType<typeof cloneDatabase>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-settled-'))
let app: TestApp
let owner: Someone
const start = async (sandbox: 'on' | 'off'): Promise<TestApp> => {
  const env = { SANDBOX: sandbox, ALLOWED_ORIGIN_DOMAIN: 'example.com', FOYER_DATA: folder }
  app = await startApp({ env, target: clone.target })
  if (owner) owner = { ...owner, token: await tokenOf(owner) }
  return app
}
/** Each server is at another address, and signs its tokens for that. */
const tokenOf = async ({ session }: Someone): Promise<string> => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `foyer_session=${session}` },
    body: '{"type":"get-token"}',
  })
  return ((await response.json()) as { token: string }).token
}
before(async () => {
  chmodSync(folder, 0o755)
  clone = await cloneDatabase()
  owner = (await start('on')).owner
})
after(async () => {
  await app.stop()
  await clone.drop()
  rmSync(folder, { recursive: true, force: true })
})

interface Shown {
  readonly id: string
  readonly provider: string
  readonly status: string
  readonly last_error: string | null
}
const shown = async (): Promise<Shown[]> =>
  (await app.call('list-connections', {}, owner)).body.connections as unknown as Shown[]

const create = async (invoiceId: string, currency = 'EUR') =>
  app.call(
    'create-payment',
    {
      ...{ invoiceId, clientEmail: 'maya@example.com', targetCurrency: currency },
      ...{ successUrl: 'https://app.example.com/paid', cancelUrl: 'https://app.example.com/' },
    },
    owner,
  )

/** A message of a customer, signed with a secret. Answers the status. */
const sendWhatsappWebhook = async (secret: string): Promise<number> => {
  const { phoneNumberId = '', businessAccountId = '' } = await credentialsOf(app, owner.orgId, 'whatsapp')
  const { id: connectionId } = (await shown()).find(({ provider }) => provider === 'whatsapp') ?? { id: '' }
  const number = { connectionId, phoneNumberId, businessAccountId, appSecret: secret, verifyToken: '' }
  const body = bodyOf({ number, changes: [messageChange(number, { waId: '15550199' })] })
  const response = await fetch(webhookAddress(app.url, 'whatsapp', connectionId), {
    method: 'POST',
    headers: { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
    body,
  })
  return response.status
}

test('no secret of a sandbox connection can be worked out from anything that is public', async () => {
  const other = await app.given.organization()
  for (const provider of played) {
    for (const someone of [owner, other])
      assert.equal((await app.call('connect-sandbox', { provider }, someone)).status, 200, provider)
    const [mine, theirs] = [await credentialsOf(app, owner.orgId, provider), await credentialsOf(app, other.orgId, provider)]
    const hex = owner.orgId.replaceAll('-', '')
    for (const [name, value] of Object.entries(mine)) {
      // Both say nothing of whose they are.
      if (name !== 'callerId' && name !== 'model') assert.notEqual(value, theirs[name], `${provider} ${name}`)
      for (let at = 0; at + 8 <= hex.length; at++)
        assert.ok(!value.includes(hex.slice(at, at + 8)), `${provider}: ${name} holds a part of the workspace’s id`)
    }
    for (const { name, secret } of providerOf(provider).fields.filter((field) => !field.optional))
      if (secret) assert.ok((mine[name] ?? '').length >= 24, `${provider}: ${name} is long enough to be no guess`)
  }
})

let invoiceId = ''
test('secrets derived from the workspace’s id are replaced at the next start, and data encrypted with them is not', async () => {
  const { orgId } = owner
  const hex = orgId.replaceAll('-', '')
  const known: Record<string, Record<string, string>> = {
    stripe: { secretKey: `sk_test_sandbox_${hex}` },
    razorpay: { keyId: `rzp_test_${hex.slice(-14)}`, keySecret: `sandbox${hex.slice(-17)}` },
    twilio: { accountSid: `AC${hex}`, authToken: `sandbox${hex}`, callerId: '+14155550100' },
    whatsapp: { appSecret: hex, phoneNumberId: '1000', businessAccountId: '2000', accessToken: `EAAsandbox${hex}` },
    gemini: { apiKey: `sandbox-${hex}` },
    openai: { apiKey: `sk-sandbox-${hex}` },
  }
  // As a version of before left it.
  await app.database.inOrg(orgId, async (db) => {
    for (const provider of played) {
      const row = await connectionOf(db, orgId, provider)
      assert.ok(row)
      await replaceCredentials(db, connecting, row, { credentials: known[provider] ?? {}, account: 'Sandbox', personId: null })
    }
  })
  invoiceId = (await sentInvoice(app.database, orgId)).invoiceId
  const opened = await create(invoiceId)
  assert.equal(opened.status, 200)
  const order = await create((await sentInvoice(app.database, orgId, { currency: 'INR' })).invoiceId, 'INR')
  assert.equal(order.status, 200)
  await app.database.inOrg(orgId, (db) =>
    db.updateTable('connections').set({ has_known_secrets: true }).where('org_id', '=', orgId).execute(),
  )
  assert.equal(await sendWhatsappWebhook(hex), 403, 'good for nothing from now on')

  await app.stop()
  await start('on')
  for (const provider of played) {
    const now = await credentialsOf(app, orgId, provider)
    for (const { name, secret } of providerOf(provider).fields)
      if (secret && now[name] !== undefined) assert.notEqual(now[name], known[provider]?.[name], `${provider} ${name}`)
  }
  assert.equal(await sendWhatsappWebhook(hex), 403)
  const { appSecret = '' } = await credentialsOf(app, orgId, 'whatsapp')
  assert.equal(await sendWhatsappWebhook(appSecret), 200)
  const again = await create(invoiceId)
  assert.equal(again.body.url, opened.body.url, 'the same account at the sandbox')
  const paid = await app.call('verify-payment', {
    invoiceId,
    session_id: /\/c\/pay\/([^#?/]+)/.exec(String(opened.body.url))?.[1],
  })
  assert.equal(paid.body.code, 'payment_not_made', JSON.stringify(paid.body))
  for (const { status, last_error } of await shown()) assert.deepEqual([status, last_error], ['connected', null])
})

test('without the sandbox its connections take and send nothing, say so, and their work waits', async () => {
  const { orgId } = owner
  const { appSecret = '' } = await credentialsOf(app, orgId, 'whatsapp')
  await app.stop()
  await start('off')
  assert.equal(await sendWhatsappWebhook(appSecret), 403)
  for (const { provider, status, last_error } of await shown()) {
    assert.equal(status, 'error', provider)
    assert.match(last_error ?? '', /sandbox is turned off/)
  }
  const notices = async () =>
    ((await app.call('list-notices', { limit: 100 }, owner)).body.notices as unknown as { kind: string }[]).filter(
      ({ kind }) => kind === 'connection_failed',
    )
  assert.equal((await notices()).length, played.length)
  assert.equal((await create(invoiceId)).body.code, 'sandbox_is_off')
  assert.equal((await app.call('get-voice-token', { identity: owner.personId }, owner)).body.code, 'sandbox_is_off')
  const [first] = await shown()
  const tried = await app.call('integration-test', { connectionId: first?.id, orgId }, owner)
  assert.deepEqual([tried.body.success, /turned off/.test(String(tried.body.error))], [false, true])

  const checkout = () =>
    app.database.inOrg(orgId, (db) =>
      db
        .selectFrom('checkouts')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('invoice_id', '=', invoiceId)
        .executeTakeFirstOrThrow(),
    )
  const { id: checkoutId } = await checkout()
  const jobs = [
    ['look-at-checkout', { orgId, checkoutId, source: 'poll' }],
    ['close-checkouts', { orgId, invoiceId, exceptId: null }],
  ] as const
  for (const [name, data] of jobs)
    await app.database.pool.query(`insert into jobs.job (id, name, data, retry_limit) values (gen_random_uuid(), $1, $2, 0)`, [
      name,
      JSON.stringify(data),
    ])
  const worker = await app.startWorker()
  const waiting = await until('the job that waits', async () => {
    const { body } = await app.call('list-background-work', { state: 'waiting', limit: 100 }, owner)
    const work = body.work as unknown as { name: string; next_try_at: string; created_at: string }[]
    return work.find(({ name, next_try_at }) => name === 'close-checkouts' && Date.parse(next_try_at) > Date.now() + 300_000)
  })
  assert.ok(waiting)
  await until('the checkout that waits', async () => /turned off/.test((await checkout()).last_error ?? ''))
  await worker.stop()
  assert.ok(((await checkout()).next_look_at?.getTime() ?? 0) > Date.now() + 30 * 60_000)
  const dead = await app.call('list-background-work', { state: 'dead', limit: 100 }, owner)
  assert.deepEqual(dead.body.work, [])

  await app.stop()
  await start('on')
  for (const { status, last_error } of await shown()) assert.deepEqual([status, last_error], ['connected', null])
  assert.deepEqual(await notices(), [])
  assert.equal((await create(invoiceId)).status, 200)
  assert.equal(await sendWhatsappWebhook(appSecret), 200)
})
