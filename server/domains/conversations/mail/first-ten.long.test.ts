import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> } | undefined
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }, alone: true })
})
// Each first read begins when all is there.
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})
after(() => app?.stop())

/** Far more than is fetched at first. How long that takes is measured by `bench/first-read.ts`. */
const mails = 600
const aPage = 100

const turn = async (slug: string, dial: object = {}): Promise<void> => {
  const { status } = await fetch(`${app.url}/sandbox/faults/${slug}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
  assert.equal(status, 200)
}
const hits = async (slug: string): Promise<number> =>
  ((await (await fetch(`${app.url}/sandbox/faults/${slug}`)).json()) as { hits: number }).hits

const deed = async (at: string, form: Record<string, string>): Promise<void> => {
  const body = new URLSearchParams(form)
  const answer = await fetch(`${app.url}/sandbox/${at}`, { method: 'POST', body, redirect: 'manual' })
  assert.equal(answer.status, 303, await answer.text())
}
/** Mails of strangers, and one that is newer than all of them. */
const fill = async (page: string, email: string): Promise<void> => {
  for (let half = 0; half < 2; half++) await deed(`${page}/fill`, { email, count: String(mails / 2) })
  await deed(`${page}/write`, { email, from: 'lena@client.example', subject: 'The newest', text: 'Do you have time?' })
}

/** From the database: the gateway limits how often one asks. */
const copied = async ({ orgId }: Someone): Promise<number> =>
  app.database.inOrg(orgId, async (db) => (await db.selectFrom('mailbox_places').select('mail_id').execute()).length)
const firstTen = async (owner: Someone, userEmail: string): Promise<number> => {
  const count = await until('the first ten', async () => {
    const found = await copied(owner)
    return found >= 10 ? found : undefined
  })
  const { status, body } = await app.call('fetch-inbox', { userEmail, limit: 10 }, owner)
  assert.equal(status, 200, JSON.stringify(body))
  const emails = body.emails as unknown as { subject: string }[]
  assert.deepEqual([emails.length, emails[0]?.subject], [10, 'The newest'])
  return count
}

test('of a large Gmail mailbox the newest mails are here before the second page of its list was given', async () => {
  const userEmail = 'mira@sandbox.example'
  const owner = await app.given.organization()
  const mailboxId = await connectGoogle(app, owner)
  await deed('google/mail/behave', { email: userEmail, pageSize: String(aPage) })
  await fill('google/mail', userEmail)
  // No page but the first is given.
  await turn('google', { kind: 'error_503', only: 'pageToken=' })
  worker = await app.startWorker()
  const count = await firstTen(owner, userEmail)
  await until('the second page was asked for', async () => (await hits('google')) > 0 || undefined)
  assert.equal(await copied(owner), count)
  assert.ok(count <= aPage, `${count} were copied before the list went on`)
  await turn('google')
  await until('all of them', async () => {
    await app.call('sync-mailbox', { mailboxId }, owner)
    return (await copied(owner)) === mails + 1 || undefined
  })
})

test('of a large mailbox at a typed server the newest mails are here after two fetches, however slow those are', async () => {
  const userEmail = 'jo@sandbox.example'
  const owner = await app.given.organization()
  const login = { host: 'mail.sandbox.example', user: userEmail, password: 'right' }
  const { status, body } = await app.call(
    'connect-mailbox',
    { provider: 'imap', email: userEmail, imap: { ...login, port: 143 }, smtp: { ...login, port: 587 } },
    owner,
  )
  assert.equal(status, 200, JSON.stringify(body))
  await fill('imap/mail', userEmail)
  await turn('imap', { latencyMs: 2_000, only: 'FETCH' })
  worker = await app.startWorker()
  await firstTen(owner, userEmail)
  // What they are, and they themselves; the next may have been begun.
  const fetches = await hits('imap')
  assert.ok(fetches >= 2 && fetches <= 3, `${fetches} fetches`)
  await turn('imap')
})
