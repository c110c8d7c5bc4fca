import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '#config'
import { newId } from '#core/ids.ts'
import type { Mail } from '#ports/mail.ts'
import { type Outbox, openOutbox } from '#test/mail/outbox.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
let outbox: Outbox
before(async () => {
  app = await startApp()
  outbox = await openOutbox(app)
})
after(async () => {
  await outbox.close()
  await app.stop()
})

const provider = (send: Mail['send']): Mail => ({ provider: 'smtp', from: { name: null, address: 'a@example.com' }, send })
const works = provider(async () => ({ providerId: 'x' }))
const breaks = provider(() => Promise.reject(new Error('line broke')))

interface Shown {
  id: string
  to: string
  state: string
  tries: number
  last_error: string | null
}
const list = async (body: object, as: Someone) => {
  const reply = await app.call('list-mails', body, as)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body as unknown as { mails: Shown[]; next_cursor: string | null }
}

test('admins see the outbox newest first, page by page and by state, and never the text of a mail', async () => {
  const owner = await app.given.organization()
  const admin = await app.given.person(owner.orgId, 'admin')
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await outbox.queue(owner.orgId, `m${n}@example.com`, { toName: `M ${n}` }))
  await outbox.send(owner.orgId, ids[0] as string, works, new Date())
  const all = await list({}, admin)
  assert.deepEqual(
    all.mails.map(({ id }) => id),
    ids.toReversed(),
  )
  assert.deepEqual(
    Object.keys(all.mails[0] ?? {}).sort(),
    [
      'attachments',
      'created_at',
      'held',
      'id',
      'last_error',
      'next_try_at',
      'provider',
      'sent_at',
      'state',
      'subject',
      'template',
      'tries',
      'to',
      'to_name',
    ].sort(),
  )
  assert.ok(!JSON.stringify(all).includes('token'))
  const first = await list({ limit: 3 }, admin)
  const second = await list({ limit: 3, cursor: first.next_cursor }, admin)
  assert.deepEqual([...first.mails, ...second.mails], all.mails)
  assert.equal(second.next_cursor, null)
  assert.deepEqual(
    (await list({ state: 'sent' }, admin)).mails.map(({ id }) => id),
    [ids[0]],
  )
  const shown = await app.call('show-mail', { mailId: ids[1] }, admin)
  assert.deepEqual(
    shown.body.mail,
    all.mails.find(({ id }) => id === ids[1]),
  )
})

test('members see nothing of it, and mails of another workspace are not there', async () => {
  const [mine, theirs] = [await app.given.organization(), await app.given.organization()]
  const id = await outbox.queue(theirs.orgId, 'theirs@example.com')
  const member = await app.given.person(mine.orgId, 'member')
  for (const [name, body] of Object.entries({
    'list-mails': {},
    'show-mail': { mailId: id },
    'retry-mail': { mailId: id },
    'show-mail-setup': {},
  }))
    assert.equal((await app.call(name, body, member)).status, 403, name)
  for (const mailId of [id, newId()])
    for (const name of ['show-mail', 'retry-mail']) {
      const reply = await app.call(name, { mailId }, mine)
      assert.deepEqual([reply.status, reply.body.code], [404, 'mail_not_found'], name)
    }
  assert.deepEqual((await list({}, mine)).mails, [])
})

test('a mail can be sent after all while it waits or has failed, not while it is under way, once sent, or without its text', async () => {
  const owner = await app.given.organization()
  const id = await outbox.queue(owner.orgId, 'again@example.com')
  const retry = async () => {
    const { status, body } = await app.call('retry-mail', { mailId: id }, owner)
    return [status, body.code ?? (body.mail as unknown as Shown).state]
  }
  await outbox.send(owner.orgId, id, breaks, new Date())
  assert.equal((await outbox.row(owner.orgId, id)).tries, 1)
  assert.deepEqual(await retry(), [200, 'queued'])
  const row = await outbox.row(owner.orgId, id)
  assert.ok(row.tries === 0 && (row.next_try_at?.getTime() ?? Infinity) <= Date.now())

  let release = (): void => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  let begun = (): void => {}
  const asked = new Promise<void>((done) => {
    begun = done
  })
  const slow = provider(async () => {
    begun()
    await held
    return { providerId: null }
  })
  const sending = outbox.send(owner.orgId, id, slow, new Date())
  await asked
  assert.deepEqual(await retry(), [409, 'mail_under_way'])
  release()
  await sending
  assert.deepEqual(await retry(), [409, 'mail_sent_already'])

  const gone = await outbox.queue(owner.orgId, 'gone@example.com')
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('mails').set({ state: 'failed', next_try_at: null, sealed: null }).where('id', '=', gone).execute(),
  )
  assert.equal((await app.call('retry-mail', { mailId: gone }, owner)).body.code, 'mail_body_gone')
})

test('the set-up says how mail leaves, without a secret', async () => {
  const set = async (env: Record<string, string>) => {
    const other = await startApp({ env, target: app.target })
    try {
      return (await other.call('show-mail-setup', {}, await other.given.organization())).body
    } finally {
      await other.stop()
    }
  }
  const none = { provider: null, from: 'foyer@localhost', sandbox_address: null }
  assert.deepEqual((await app.call('show-mail-setup')).body, none)
  const smtp = await set({ SMTP_URL: 'smtp://user:hunter2@mail.example.com', PUBLIC_URL: 'https://foyer.example.com' })
  assert.deepEqual(smtp, { provider: 'smtp', from: 'foyer@foyer.example.com', sandbox_address: null })
  const resend = await set({ RESEND_API_KEY: 're_x', MAIL_FROM: 'desk@example.com' })
  assert.deepEqual(resend, { provider: 'resend', from: 'desk@example.com', sandbox_address: null })
  for (const from of [
    'nobody',
    'a@example.com, b@example.com',
    'Foyer <a@example.com>\r\nBcc: b@example.com',
    'A "B" <a@example.com>',
  ])
    assert.throws(() => readConfig({ MAIL_FROM: from }), /MAIL_FROM/, from)
  const sandbox = await set({ SANDBOX: 'on' })
  assert.equal(sandbox.provider, 'sandbox')
  assert.match(String(sandbox.sandbox_address), /^http:\/\/127\.0\.0\.1:\d+\/sandbox\/mailbox$/)
})
