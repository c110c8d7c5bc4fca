import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { until } from '#test/support/until.ts'
import { mailReasons } from './mail-reasons.ts'

const userEmail = 'mira@sandbox.example'

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

const turn = (dial: object) =>
  fetch(`${app.url}/sandbox/faults/google`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
/** A workspace with a mailbox of the team, and a mail of it. */
const given = async (tries = 0) => {
  const owner = await app.given.organization()
  const mailboxId = await connectGoogle(app, owner)
  await app.call('update-mailbox', { mailboxId, kind: 'team' }, owner)
  return { owner, id: await write(owner, tries) }
}
/** Leaves in a moment, by a job with as many tries more. */
const write = async (owner: Someone, tries: number): Promise<string> => {
  const letter = { to: 'lena@client.example', subject: 'Offer', body: '<p>x</p>', userEmail, undoSeconds: 2 }
  const sent = await app.call('send-email', letter, owner)
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const id = String(sent.body.messageId)
  await sql`update jobs.job_common set retry_limit = ${tries} where name = 'send-mailbox-mail' and data ->> 'mailId' = ${id}`.execute(
    app.database.db,
  )
  return id
}
const shown = async (owner: Someone, id: string) =>
  (await app.call('show-email', { id, userEmail }, owner)).body.mail as unknown as { state: string; error: string | null }
const inThread = (owner: Someone, id: string) =>
  app.database.inOrg(owner.orgId, async (db) =>
    (await db.selectFrom('messages').select('state').where('mail_id', '=', id).execute()).map(({ state }) => state),
  )

test('a mail whose last try failed says so with the reason, here and in its conversation, and is sent again by its sender', async () => {
  await turn({ kind: 'rate_limited', only: '/send' })
  const { owner, id } = await given()
  const failed = await until('it failed', async () => {
    const mail = await shown(owner, id)
    return mail.state === 'failed' ? mail : undefined
  })
  assert.match(failed.error ?? '', /It was tried once, and is not tried again\.$/)
  assert.deepEqual(await inThread(owner, id), ['failed'])
  await turn({})
  assert.equal((await app.call('resend-email', { id, userEmail }, owner)).status, 200)
  await until('it was sent', async () => ((await shown(owner, id)).state === 'sent' ? true : undefined))
})

test('a mail whose last try failed is sent when an admin runs its job again', async () => {
  await turn({ kind: 'rate_limited', only: '/send' })
  const { owner, id } = await given()
  await until('it failed', async () => ((await shown(owner, id)).state === 'failed' ? true : undefined))
  await turn({})
  const { work } = (await app.call('list-background-work', { state: 'dead' }, owner)).body as unknown as {
    work: { id: string; name: string }[]
  }
  const dead = work.find(({ name }) => name === 'send-mailbox-mail')
  assert.equal((await app.call('replay-background-work', { workId: dead?.id }, owner)).status, 200)
  await until('it was sent', async () => ((await shown(owner, id)).state === 'sent' ? true : undefined))
})

test('a mail whose job an admin discards while it waits for another try is not left waiting: it failed, and is sent again by its sender', async () => {
  await turn({ kind: 'rate_limited', only: '/send' })
  const { owner, id } = await given(5)
  const waiting = await until('it waits for another try', async () => {
    const { work } = (await app.call('list-background-work', { state: 'waiting' }, owner)).body as unknown as {
      work: { id: string; name: string; tries: number }[]
    }
    return work.find(({ name, tries }) => name === 'send-mailbox-mail' && tries > 0)
  })
  const dropped = await app.call('drop-background-work', { workId: waiting.id, reason: 'Sent by hand' }, owner)
  assert.equal(dropped.status, 200, JSON.stringify(dropped.body))
  const mail = await shown(owner, id)
  assert.equal(mail.state, 'failed')
  assert.match(mail.error ?? '', /An admin discarded the job that sends it\.$/)
  await turn({})
  assert.equal((await app.call('resend-email', { id, userEmail }, owner)).status, 200)
  await until('it was sent', async () => ((await shown(owner, id)).state === 'sent' ? true : undefined))
})

test('a mail that its sender sends again is not called failed for the job of before, which died', async () => {
  await turn({ kind: 'rate_limited', only: '/send' })
  const { owner, id } = await given()
  await until('it failed', async () => ((await shown(owner, id)).state === 'failed' ? true : undefined))
  assert.equal((await app.call('resend-email', { id, userEmail }, owner)).status, 200)
  // Both are told of when the next one dies: the notice of the first was lost.
  await app.database.inOrg(owner.orgId, (db) => db.deleteFrom('notices').where('kind', '=', 'job_failed').execute())
  const other = await write(owner, 0)
  await until('the other failed', async () => ((await shown(owner, other)).state === 'failed' ? true : undefined))
  assert.notEqual((await shown(owner, id)).state, 'failed')
  await turn({})
  await until('it was sent', async () => ((await shown(owner, id)).state === 'sent' ? true : undefined))
})

test('a mail that may have left, and is no longer looked for, is uncertain', async () => {
  await turn({ kind: 'error_503', only: '/messages' })
  const { owner, id } = await given()
  // Its sender died on the way.
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('mailbox_mails').set({ state: 'sending' }).where('id', '=', id).execute(),
  )
  const mail = await until('it is uncertain', async () => {
    const found = await shown(owner, id)
    return found.state === 'uncertain' ? found : undefined
  })
  assert.match(mail.error ?? '', /^It may have left\./)
  await turn({})
})

test('a mail whose sender was stopped on the way may have left once its lease is over, also where no worker is there to look, and is sent again by its sender', async () => {
  await turn({ kind: 'rate_limited', only: '/send' })
  const { owner, id } = await given(10)
  const claim = (seconds: number) =>
    app.database.inOrg(owner.orgId, (db) =>
      sql`update mailbox_mails set state = 'sending', error = null, sending_until = now() + make_interval(secs => ${seconds})
        where id = ${id}`.execute(db),
    )
  await worker.stop()
  try {
    await claim(60)
    assert.equal((await shown(owner, id)).state, 'sending')
    assert.equal((await app.call('resend-email', { id, userEmail }, owner)).body.code, 'email_not_again')
    await claim(-1)
    const mail = await shown(owner, id)
    assert.deepEqual([mail.state, mail.error], ['uncertain', mailReasons.mayHaveLeft])
    const { folders } = (await app.call('list-mail-folders', { userEmail }, owner)).body as unknown as {
      folders: { role: string; unread: number }[]
    }
    assert.equal(folders.find(({ role }) => role === 'not_sent')?.unread, 1)
    assert.equal((await app.call('resend-email', { id, userEmail }, owner)).status, 200)
  } finally {
    await turn({})
    worker = await app.startWorker()
  }
  await until('it was sent', async () => ((await shown(owner, id)).state === 'sent' ? true : undefined))
})
