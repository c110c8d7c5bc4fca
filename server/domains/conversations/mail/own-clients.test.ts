import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'

const topic = 'projects/815/topics/mail'
let sandbox: TestSandbox
let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  sandbox = await startSandbox()
  const google = `${sandbox.address}/sandbox/google`
  app = await startApp({
    env: {
      ...{ GOOGLE_OAUTH_BASE: google, GMAIL_API_BASE: google, GOOGLE_CALENDAR_API_BASE: google },
      ...{ GOOGLE_CLIENT_ID: '815-operator.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'GOCSPX-operator' },
      ...{ GMAIL_PUBSUB_TOPIC: topic, GMAIL_PUBSUB_SERVICE_ACCOUNT: 'push@815.iam.gserviceaccount.com' },
    },
  })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await sandbox?.stop()
})

interface ShownMail {
  readonly synced_at: string | null
  readonly watched_until: string | null
  readonly watch_error: string | null
  readonly last_error: string | null
}

test('a mailbox that a client from Settings was allowed is polled and says why, for Gmail announces to that client’s project alone', async () => {
  const shown = async (clientId: string | null): Promise<ShownMail> => {
    const owner = await app.given.organization()
    if (clientId !== null) {
      const client = { provider: 'google', clientId, clientSecret: 'GOCSPX-own' }
      assert.equal((await app.call('save-oauth-client', client, owner)).status, 200)
    }
    await connectGoogle(app, owner)
    return until('the mailbox', async () => {
      const { mailboxes } = (await app.call('list-mailboxes', {}, owner)).body as unknown as {
        mailboxes: { mail: ShownMail | null }[]
      }
      const mail = mailboxes[0]?.mail ?? undefined
      const isSettled = mail && mail.synced_at !== null && (mail.watched_until !== null || mail.watch_error !== null)
      return isSettled ? mail : undefined
    })
  }
  const own = await shown('4711-own.apps.googleusercontent.com')
  assert.match(own.watch_error ?? '', /client from Settings/)
  assert.deepEqual([own.watched_until, own.last_error], [null, null], 'its mail is read all the same')
  for (const clientId of [null, '815-second.apps.googleusercontent.com']) {
    const { watched_until, watch_error } = await shown(clientId)
    assert.deepEqual([watched_until !== null, watch_error], [true, null], String(clientId))
  }
})
