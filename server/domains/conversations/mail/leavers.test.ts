import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startMailServer } from '#test/mail/mail-server.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { rawMail } from '#test/support/imap-promises.ts'
import { openMailProgram, startSmallImapServer } from '#test/support/imap-server.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const email = 'hello@own.example'

test('of a member who left, a team mailbox is not listened to or sent from; what waited says so, and a colleague connects it anew', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const imap = await startSmallImapServer()
  const smtp = await startMailServer({
    ...{ authOptional: false, allowInsecureAuth: true },
    onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
  })
  const typed = {
    ...{ provider: 'imap', email },
    imap: { host: '127.0.0.1', port: imap.port, user: imap.user, password: imap.password },
    smtp: { host: '127.0.0.1', port: smtp.port, user: 'jo', password: 'x' },
  }
  const subjects = async (who: Someone) =>
    (
      (await app.call('fetch-inbox', { userEmail: email }, who)).body.emails as unknown as { subject: string }[] | undefined
    )?.map(({ subject }) => subject)
  const states = () =>
    app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('messages').select(['state', 'error']).where('direction', '=', 'out').execute(),
    )
  try {
    const connected = await app.call('connect-mailbox', typed, maya)
    assert.equal(connected.status, 200, JSON.stringify(connected.body))
    const mailboxId = (connected.body.mailbox as unknown as { id: string }).id
    assert.equal((await app.call('update-mailbox', { mailboxId, kind: 'team' }, maya)).status, 200)
    await until('it is listened to', async () => imap.connections() === 1)
    const letter = { userEmail: email, to: 'lena@client.example', subject: 'Later', body: 'x', undoSeconds: 4 }
    assert.equal((await app.call('send-email', letter, maya)).status, 200)
    assert.deepEqual(await states(), [{ state: 'queued', error: null }])

    assert.equal((await app.call('remove-member', { userId: maya.personId }, owner)).status, 200)
    await until('no connection', async () => imap.connections() === 0)
    await until('it says so', async () => (await states())[0]?.state === 'failed')
    assert.deepEqual(await states(), [{ state: 'failed', error: 'Its mailbox was disconnected.' }])
    assert.equal((await app.call('fetch-inbox', { userEmail: email }, owner)).body.code, 'foreign_mailbox')
    await new Promise((done) => setTimeout(done, 5_000))
    assert.deepEqual(smtp.arrived, [])

    const anew = await app.call('connect-mailbox', typed, owner)
    assert.equal(anew.status, 200, JSON.stringify(anew.body))
    const program = await openMailProgram(imap)
    await program.append('INBOX', rawMail('For the team'), [])
    program.close()
    await until('it is read', async () => (await subjects(owner))?.includes('For the team'))
  } finally {
    await imap.stop()
    await smtp.stop()
  }
})
