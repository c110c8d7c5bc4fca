import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const host = 'mail.sandbox.example'
const deed = async (name: string, email: string, form: Record<string, string>): Promise<void> => {
  const answer = await fetch(`${app.url}/sandbox/imap/mail/${name}`, {
    method: 'POST',
    body: new URLSearchParams({ email, ...form }),
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
}
const dial = (faults: object) =>
  fetch(`${app.url}/sandbox/faults/imap`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })
const isReadAtServer = async (email: string): Promise<boolean> => {
  const answer = await fetch(`${app.url}/sandbox/imap/mail?email=${email}`, { headers: { accept: 'application/json' } })
  const { mails } = (await answer.json()) as { mails: { flags: string[] }[] }
  return mails.some(({ flags }) => flags.includes('\\Seen'))
}
/** A mailbox with one unread mail; answers the mail. */
const given = async (owner: Someone, email: string) => {
  const login = { host, user: email, password: 'right' }
  const connect = async (): Promise<string> => {
    const typed = { provider: 'imap', email, imap: { ...login, port: 143 }, smtp: { ...login, port: 587 } }
    const { status, body } = await app.call('connect-mailbox', typed, owner)
    assert.equal(status, 200, JSON.stringify(body))
    return (body.mailbox as unknown as { id: string }).id
  }
  const mailboxId = await connect()
  await deed('write', email, { from: 'lena@client.example', subject: 'A question', text: 'Is Friday free?' })
  const mail = await until('the mail', async () => {
    const { body } = await app.call('fetch-inbox', { userEmail: email }, owner)
    return (body.emails as unknown as { id: string; unread: boolean }[])[0]
  })
  assert.equal(mail.unread, true)
  const markRead = async () =>
    assert.equal((await app.call('mark-email-read', { id: mail.id, userEmail: email }, owner)).status, 200)
  const shown = async () =>
    (await app.call('show-email', { id: mail.id, userEmail: email }, owner)).body.mail as unknown as {
      unread: boolean
      seen_error: string | null
    }
  return { mailboxId, mail, connect, markRead, shown }
}
const marking = async (state: string, mailId: string) =>
  (
    await sql`select from jobs.job_common where name = 'mark-mail' and state = ${state} and data ->> 'mailId' = ${mailId}`.execute(
      app.database.db,
    )
  ).rows.length

test('a mark that the server refuses for a moment is made there after all', async () => {
  const owner = await app.given.organization()
  const email = 'ann@sandbox.example'
  const { markRead, shown } = await given(owner, email)
  await dial({ kind: 'error_503', only: 'UID STORE', times: 1 })
  await markRead()
  await until('it is read there', () => isReadAtServer(email))
  await dial({})
  assert.deepEqual([(await shown()).unread, (await shown()).seen_error], [false, null])
})

test('a mark waits while the server refuses the password, and is made once it is let in again', async () => {
  const owner = await app.given.organization()
  const email = 'ben@sandbox.example'
  const { mail, markRead, connect, shown } = await given(owner, email)
  await deed('behave', email, { refusal: 'password' })
  await markRead()
  await until('it was tried', async () => (await marking('completed', mail.id)) === 1)
  assert.equal(await isReadAtServer(email), false)
  await deed('behave', email, { refusal: 'none' })
  await connect()
  await until('it is read there', () => isReadAtServer(email))
  assert.equal((await shown()).unread, false)
})

test('a mark waits while the connection rests', async () => {
  const owner = await app.given.organization()
  const email = 'cleo@sandbox.example'
  const { mailboxId, mail, markRead } = await given(owner, email)
  const rest = (isOff: boolean) =>
    app.database.inOrg(owner.orgId, (db) =>
      db.updateTable('connections').set({ is_off: isOff }).where('id', '=', mailboxId).execute(),
    )
  await rest(true)
  await markRead()
  await until('it waits', async () => (await marking('created', mail.id)) === 1 && (await marking('completed', mail.id)) === 1)
  await rest(false)
  await sql`update jobs.job_common set start_after = now() where name = 'mark-mail' and state = 'created'`.execute(
    app.database.db,
  )
  await until('it is read there', () => isReadAtServer(email))
})
