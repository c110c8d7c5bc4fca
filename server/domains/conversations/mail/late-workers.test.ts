import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { until } from '#test/support/until.ts'

const userEmail = 'mira@sandbox.example'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker({ now: () => new Date(Date.now() - 600_000) })
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

test('a worker whose clock is ten minutes behind sends a mail that waited to be taken back, waits before it looks for one that was lost, and reads after a reader that died, once', async () => {
  const owner = await app.given.organization()
  const mailboxId = await connectGoogle(app, owner)
  const letter = { to: 'lena@client.example', subject: 'Soon', body: '<p>x</p>', userEmail, undoSeconds: 1 }
  const { status, body } = await app.call('send-email', letter, owner)
  assert.equal(status, 200, JSON.stringify(body))
  await until('it was sent', async () => {
    const shown = (await app.call('show-email', { id: body.messageId, userEmail }, owner)).body.mail as unknown as {
      state: string
    }
    return shown.state === 'sent' ? true : undefined
  })

  const dial = (form: Record<string, string>) =>
    fetch(`${app.url}/sandbox/google/mail/behave`, { method: 'POST', body: new URLSearchParams({ email: userEmail, ...form }) })
  await dial({ losesAnswers: 'on' })
  assert.equal((await app.call('send-email', { ...letter, subject: 'Lost', undoSeconds: 0 }, owner)).status, 200)
  await until('it waits before it looks among what was sent', async () => {
    const { rows } = await sql`
      select from jobs.job_common
      where name = 'send-mailbox-mail' and state = 'created' and start_after > now() + interval '2 seconds'`.execute(
      app.database.db,
    )
    return rows.length > 0 ? true : undefined
  })
  await dial({})

  // A reader with the right clock has died, and another has its turn.
  const runs = async () =>
    (await sql<{ id: string }>`select id from jobs.job_common where name = 'read-mailbox'`.execute(app.database.db)).rows.length
  const leased = new Date(Date.now() + 3_000)
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('mailbox_readings').set({ leased_until: leased, is_wanted: false }).where('id', '=', mailboxId).execute(),
  )
  const before = await runs()
  assert.equal((await app.call('sync-mailbox', { mailboxId }, owner)).status, 200)
  await until('it took over', async () => {
    const { leased_until: until } = await app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('mailbox_readings').select('leased_until').where('id', '=', mailboxId).executeTakeFirstOrThrow(),
    )
    return until?.getTime() === leased.getTime() ? undefined : true
  })
  assert.ok((await runs()) - before <= 3, `${(await runs()) - before} jobs`)
})

test('a worker whose clock is ten minutes behind sends what Foyer writes itself at once', async () => {
  const owner = await app.given.organization()
  const email = 'new.colleague@example.com'
  const { status, body } = await app.call('invite-staff', { email, role: 'member' }, owner)
  assert.equal(status, 200, JSON.stringify(body))
  await until('it was sent', async () => {
    const arrived = (await (await fetch(`${app.url}/sandbox/mail?to=${email}`)).json()) as unknown[]
    return arrived.length > 0 ? true : undefined
  })
})
