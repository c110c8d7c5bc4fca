import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { rawMail } from '#test/support/imap-promises.ts'
import { openMailProgram, startSmallImapServer } from '#test/support/imap-server.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  const env = { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600', MAIL_FIRST_DAYS: '30', OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' }
  app = await startApp({ env, alone: true })
  worker = await app.startWorker()
  // The sandbox has an account once it was connected.
  await connectGoogle(app, app.owner)
  for (const days of ['1', '40', '400']) {
    const form = { email: gmail, from: 'lena@client.example', subject: `${days} days`, text: 'x', daysAgo: days }
    await fetch(`${app.url}/sandbox/google/mail/write`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  }
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const gmail = 'mira@sandbox.example'
const dayMs = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)
const subjects = async (who: Someone, userEmail: string): Promise<string[]> =>
  ((await app.call('fetch-inbox', { userEmail, limit: 100 }, who)).body.emails as unknown as { subject: string }[])
    .map(({ subject }) => subject)
    .sort()
const readingOf = async (who: Someone, userEmail: string) =>
  (await app.call('list-mail-folders', { userEmail }, who)).body.reading as unknown as {
    since: string | null
    is_complete: boolean
  }
const untilComplete = (who: Someone, userEmail: string) =>
  until('all of it', async () => (await readingOf(who, userEmail)).is_complete)
const readOlder = async (who: Someone, mailboxId: string, days: number): Promise<string> => {
  const { status, body } = await app.call('read-older-mail', { mailboxId, since: daysAgo(days).toISOString() }, who)
  assert.equal(status, 200, JSON.stringify(body))
  return String(body.since)
}
/** Days from now, rounded. */
const ago = (time: string | null): number => Math.round((Date.now() - Date.parse(time ?? '')) / dayMs)

test('Gmail: a mailbox is read for MAIL_FIRST_DAYS, and further back when a member wants it; nothing is doubled', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'admin')
  const mailboxId = await connectGoogle(app, owner)
  await untilComplete(owner, gmail)
  assert.deepEqual(await subjects(owner, gmail), ['1 days'])
  assert.equal(ago((await readingOf(owner, gmail)).since), 30)

  assert.equal(ago(await readOlder(owner, mailboxId, 60)), 60)
  assert.equal((await readingOf(owner, gmail)).is_complete, false)
  await untilComplete(owner, gmail)
  assert.deepEqual(await subjects(owner, gmail), ['1 days', '40 days'])
  assert.equal(ago(await readOlder(owner, mailboxId, 10)), 60)
  assert.equal((await readingOf(owner, gmail)).is_complete, true)

  const foreign = await app.call('read-older-mail', { mailboxId, since: daysAgo(900).toISOString() }, colleague)
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'mailbox_not_found'])
})

test('Gmail: older mail that is asked for while the mailbox is being read is read after that', async () => {
  const owner = await app.given.organization()
  const mailboxId = await connectGoogle(app, owner)
  await untilComplete(owner, gmail)
  const dial = (faults: object) =>
    fetch(`${app.url}/sandbox/faults/google`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    })
  await dial({ kind: 'slow', latencyMs: 3_000, only: '/history', times: 1 })
  assert.equal((await app.call('sync-mailbox', { mailboxId }, owner)).status, 200)
  await until('it is being read', async () => {
    const { hits } = (await (await fetch(`${app.url}/sandbox/faults/google`)).json()) as { hits: number }
    return hits > 0
  })
  await readOlder(owner, mailboxId, 900)
  await untilComplete(owner, gmail)
  assert.deepEqual(await subjects(owner, gmail), ['1 days', '40 days', '400 days'])
  await dial({})
})

test('IMAP: older mail is read when a member wants it', async () => {
  const owner = await app.given.organization()
  const imap = await startSmallImapServer()
  const email = 'jo@own.example'
  try {
    const program = await openMailProgram(imap)
    for (const days of [1, 40, 400]) await program.append('INBOX', rawMail(`${days}days`), [], daysAgo(days))
    program.close()
    const typed = { host: '127.0.0.1', port: imap.port, user: imap.user, password: imap.password }
    const { body } = await app.call('connect-mailbox', { provider: 'imap', email, imap: typed }, owner)
    const { id: mailboxId } = body.mailbox as unknown as { id: string }
    await untilComplete(owner, email)
    assert.deepEqual(await subjects(owner, email), ['1days'])
    await readOlder(owner, mailboxId, 900)
    await untilComplete(owner, email)
    assert.deepEqual(await subjects(owner, email), ['1days', '400days', '40days'])
  } finally {
    await imap.stop()
  }
})
