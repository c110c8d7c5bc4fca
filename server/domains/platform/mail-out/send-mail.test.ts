import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Mail } from '#ports/mail.ts'
import { type Outbox, openOutbox, resetLink } from '#test/mail/outbox.ts'
import { startResend } from '#test/mail/resend-server.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { resendMail } from '../../../providers/resend/mail.ts'
import { interrupted, queueMail } from './mails.ts'
import { nextTryAt } from './retries.ts'
import { sendDueMails } from './send-due-mails.ts'
import { sendMail } from './send-mail.ts'
import { withdrawMails } from './withdrawals.ts'

let resend: Awaited<ReturnType<typeof startResend>>
let app: TestApp
let outbox: Outbox
let mail: Mail
before(async () => {
  resend = await startResend()
  app = await startApp({
    env: { RESEND_API_KEY: 're_test', RESEND_URL: resend.url, MAIL_FROM: 'Front Desk <desk@example.com>' },
  })
  outbox = await openOutbox(app)
  mail = resendMail({
    base: () => resend.url,
    key: 're_test',
    from: { name: 'Front Desk', address: 'desk@example.com' },
    http: fetch,
    now: () => new Date(),
  })
})
after(async () => {
  await outbox.close()
  await app.stop()
  await resend.stop()
})

const noAccount: Mail = {
  provider: null,
  from: { name: null, address: 'desk@example.com' },
  send: () => Promise.reject(new Error('never asked')),
}
const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const notices = (orgId: string) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('notices').select(['kind', 'subject_id', 'facts']).execute())
const arrivedAt = (to: string) => resend.arrived().filter((each) => each.to === to)

test('a mail that is queued is sent by the worker, once, and its text is gone from the database afterwards', async () => {
  const { orgId } = await app.given.organization()
  const id = await outbox.queue(orgId, 'Once@example.com', { toName: 'Maya' })
  const before = await outbox.row(orgId, id)
  assert.ok(before.sealed && !before.sealed.includes('token'), 'sealed, not readable')
  const worker = await app.startWorker()
  try {
    const sent = await outbox.until(orgId, id, 'sent')
    assert.deepEqual(
      [sent.tries, sent.provider, sent.sealed, sent.last_error, sent.next_try_at],
      [1, 'resend', null, null, null],
    )
    assert.ok(sent.provider_id && sent.sent_at)
    const [arrived, more] = arrivedAt('once@example.com')
    assert.equal(more, undefined)
    assert.equal(arrived?.from, 'Front Desk <desk@example.com>')
    assert.deepEqual(arrived?.links, [resetLink])
    assert.ok(arrived?.html.includes(resetLink) && arrived.text.includes(resetLink))
  } finally {
    await worker.stop()
  }
  const asked = resend.asked.length
  await outbox.send(orgId, id, mail, minutes(1))
  assert.equal(resend.asked.length, asked, 'a job that comes again finds it sent')
  assert.ok(!app.logged().includes('once@') && !app.logged().includes('abc-DEF_123'))
})

test('a mail is from the operator’s name; without one a client’s is from the workspace, as it was called then, and others from Foyer', async () => {
  const { orgId } = await app.given.organization('Nordlicht, Studio')
  const brand = { name: 'Nordlicht,\n Studio', colour: null, lines: [], logo: null }
  const unnamed: Mail = resendMail({
    ...{ base: () => resend.url, key: 're_test', http: fetch, now: () => new Date() },
    from: { name: null, address: 'desk@example.com' },
  })
  const senderOf = async (to: string, by: Mail, changes: { brand?: typeof brand } = {}) => {
    await outbox.send(orgId, await outbox.queue(orgId, to, changes), by, minutes(0))
    return arrivedAt(to)[0]?.from
  }
  assert.equal(await senderOf('named@example.com', mail, { brand }), 'Front Desk <desk@example.com>')
  assert.equal(await senderOf('client@example.com', unnamed, { brand }), '"Nordlicht, Studio" <desk@example.com>')
  assert.equal(await senderOf('member@example.com', unnamed), 'Foyer <desk@example.com>')
})

test('a transaction that is undone sends nothing', async () => {
  const { orgId } = await app.given.organization()
  const before = resend.asked.length
  await assert.rejects(
    app.database.inOrg(orgId, async (db) => {
      const { queueMail } = await import('./mails.ts')
      const given = outbox.context(mail, new Date())
      await queueMail({ ...given, db, enqueue: (job, data) => given.enqueueIn(db, job, data) }, orgId, {
        to: 'undone@example.com',
        template: 'reset-password',
        facts: { language: 'en', link: resetLink, hours: '1' },
      })
      throw new Error('the caller failed')
    }),
  )
  const worker = await app.startWorker()
  const marker = await outbox.queue(orgId, 'marker@example.com')
  await outbox.until(orgId, marker, 'sent')
  await worker.stop()
  assert.equal(resend.asked.length, before + 1)
})

test('of many workers at the same moment one sends it', async () => {
  const { orgId } = await app.given.organization()
  const id = await outbox.queue(orgId, 'many@example.com')
  const before = resend.asked.length
  await Promise.all(Array.from({ length: 5 }, () => outbox.send(orgId, id, mail, minutes(0))))
  assert.equal(resend.asked.length, before + 1)
})

test('a request accepted but not recorded is accepted again under the same key, and arrives once', async () => {
  const { orgId } = await app.given.organization()
  const id = await outbox.queue(orgId, 'twice@example.com')
  // The provider accepts it, and then the connection breaks: the outcome is unknown.
  const broken: Mail = {
    ...mail,
    send: async (message) => {
      await mail.send(message)
      throw new Error('socket hang up')
    },
  }
  await outbox.send(orgId, id, broken, minutes(0))
  const waiting = await outbox.row(orgId, id)
  assert.deepEqual([waiting.state, waiting.tries], ['queued', 1])
  await outbox.send(orgId, id, mail, minutes(2))
  assert.equal((await outbox.row(orgId, id)).state, 'sent')
  assert.equal(resend.asked.filter(({ headers }) => headers['idempotency-key'] === id).length, 2)
  assert.equal(arrivedAt('twice@example.com').length, 1)
})

/** A worker that is killed once the provider has the mail: what it would have written is not. */
const sendAndDie = (orgId: string, mailId: string, at: Date): Promise<void> => {
  const context = outbox.context(mail, at)
  let times = 0
  const inOrg: typeof context.inOrg = (id, work) =>
    context.inOrg(id, async (db) => {
      const done = await work(db)
      times += 1
      if (times === 2) throw new Error('killed')
      return done
    })
  return sendMail.run({ orgId, mailId }, { ...context, inOrg })
}
const age = (orgId: string, id: string) =>
  app.database.inOrg(orgId, (db) =>
    sql`update mails set claimed_at = now() - interval '4 minutes' where id = ${id}`.execute(db),
  )

test('a mail whose worker was killed while it handed it over may have left: that shows without another worker, and the next try repeats it under the same key', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const id = await outbox.queue(orgId, 'killed@example.com')
  const shown = async () =>
    (
      (await app.call('list-mails', {}, owner)).body.mails as unknown as {
        id: string
        state: string
        last_error: string | null
      }[]
    )
      .filter((each) => each.id === id)
      .map(({ state, last_error }) => [state, last_error])
  await assert.rejects(sendAndDie(orgId, id, minutes(0)), /killed/)
  assert.equal(arrivedAt('killed@example.com').length, 1)
  assert.deepEqual(await shown(), [['queued', null]], 'its worker may be at it still')
  await outbox.send(orgId, id, mail, minutes(0))
  assert.deepEqual(await shown(), [['queued', null]], 'nor does another one take it from it')
  await age(orgId, id)
  assert.deepEqual(await shown(), [['queued', interrupted]])
  await outbox.send(orgId, id, mail, minutes(1))
  const { state, claimed_at, may_have_left } = await outbox.row(orgId, id)
  assert.deepEqual([state, claimed_at, may_have_left], ['sent', null, false])
  assert.equal(arrivedAt('killed@example.com').length, 1)
})

test('a mail that is withdrawn after its worker was killed is not said to have stayed; nor is one that is refused at the next try', async () => {
  const { orgId } = await app.given.organization()
  const words = { reason: 'not sent', reasonInDoubt: 'may have been sent', at: new Date() }
  const withdrawn = await outbox.queue(orgId, 'withdrawn@example.com')
  await assert.rejects(sendAndDie(orgId, withdrawn, minutes(0)))
  const told = await app.database.inOrg(orgId, (db) => withdrawMails(db, orgId, [withdrawn], words))
  assert.deepEqual(told, [{ id: withdrawn, mayHaveLeft: true }])
  assert.equal((await outbox.row(orgId, withdrawn)).last_error, 'may have been sent')

  const refused = await outbox.queue(orgId, 'refused-later@example.com')
  await assert.rejects(sendAndDie(orgId, refused, minutes(0)))
  await age(orgId, refused)
  resend.answer({ status: 422, body: { statusCode: 422, name: 'validation_error', message: 'No' } })
  await outbox.send(orgId, refused, mail, minutes(1))
  resend.answer(undefined)
  const row = await outbox.row(orgId, refused)
  assert.deepEqual([row.state, row.may_have_left, row.claimed_at], ['failed', true, null])
})

test('a refusal fails at once, raises a notice, and is resolved when the mail goes out after all', async () => {
  const { orgId } = await app.given.organization()
  const id = await outbox.queue(orgId, 'refused@example.com')
  resend.answer({ status: 422, body: { statusCode: 422, name: 'validation_error', message: 'No: refused@example.com' } })
  await outbox.send(orgId, id, mail, minutes(0))
  const failed = await outbox.row(orgId, id)
  assert.deepEqual([failed.state, failed.tries, failed.next_try_at], ['failed', 1, null])
  assert.match(failed.last_error ?? '', /422 validation_error No: \[address\]/)
  assert.ok(failed.sealed, 'it can still be sent')
  const [notice] = await notices(orgId)
  assert.deepEqual([notice?.kind, notice?.subject_id], ['mail_failed', id])

  resend.answer(undefined)
  const owner = await app.given.person(orgId, 'owner')
  const again = await app.call('retry-mail', { mailId: id }, owner)
  assert.equal(again.status, 200, JSON.stringify(again.body))
  await outbox.send(orgId, id, mail, minutes(0))
  assert.equal((await outbox.row(orgId, id)).state, 'sent')
  assert.deepEqual(await notices(orgId), [])
})

test('the log says that an email was rejected and why, and has no names', async () => {
  const { orgId } = await app.given.organization()
  resend.answer({
    status: 422,
    body: { name: 'validation_error', message: 'secret@canary.example.com: no. See https://x.example/?t=canary' },
  })
  const worker = await app.startWorker()
  try {
    const id = await outbox.queue(orgId, 'secret@canary.example.com', { toName: 'Canary Name' })
    await outbox.until(orgId, id, 'failed')
    const lines = app
      .logged()
      .split('\n')
      .filter((line) => line.includes(id))
    assert.ok(
      lines.some((line) => line.includes('email was rejected') && line.includes('422 validation_error')),
      lines.join('\n'),
    )
    assert.ok(!/canary|abc-DEF_123/i.test(app.logged()))
  } finally {
    resend.answer(undefined)
    await worker.stop()
  }
})

test('a temporary error is retried, later each time, until it expires; Retry-After is honoured', async () => {
  const { orgId } = await app.given.organization()
  const id = await outbox.queue(orgId, 'later@example.com')
  resend.answer({ status: 503, body: 'no' })
  let at = new Date()
  const waits: number[] = []
  for (;;) {
    await outbox.send(orgId, id, mail, at)
    const row = await outbox.row(orgId, id)
    if (!row.next_try_at) break
    const early = resend.asked.length
    await outbox.send(orgId, id, mail, new Date(row.next_try_at.getTime() - 5_000))
    assert.equal(resend.asked.length, early, 'not before its time')
    waits.push(row.next_try_at.getTime() - at.getTime())
    at = row.next_try_at
  }
  const failed = await outbox.row(orgId, id)
  assert.equal(failed.state, 'failed')
  assert.match(failed.last_error ?? '', /503.*abandoned after 5 attempts/)
  assert.deepEqual(
    waits.map((ms) => Math.abs(Math.round(Math.log2(ms / 30_000) / 2))),
    [0, 1, 2, 3],
    String(waits),
  )

  const told = await outbox.queue(orgId, 'told@example.com')
  resend.answer({ status: 429, body: {}, headers: { 'retry-after': '1200' } })
  const begun = new Date()
  await outbox.send(orgId, told, mail, begun)
  resend.answer(undefined)
  const waitSeconds = (((await outbox.row(orgId, told)).next_try_at?.getTime() ?? 0) - begun.getTime()) / 1_000
  assert.ok(waitSeconds >= 1_200 && waitSeconds <= 1_440, String(waitSeconds))
})

test('tries spread over a day: 30 s, 2 min, 8 min, 32 min, 2 h, then every 4 h, never at the same moment', () => {
  const at = new Date(0)
  const waits = Array.from({ length: 9 }, (_, n) => nextTryAt(n + 1, at, null, 0.5).getTime() / 60_000)
  assert.deepEqual(waits, [0.5, 2, 8, 32, 128, 240, 240, 240, 240])
  assert.ok(nextTryAt(1, at, null, 0).getTime() === 24_000 && nextTryAt(1, at, null, 1).getTime() === 36_000)
})

/** A mail that is as good some days later. */
const queueInvitation = (orgId: string, to: string): Promise<string> =>
  app.database.inOrg(orgId, (db) => {
    const facts = { language: 'en', link: resetLink, organization: 'Acme', inviter: 'Mira', role: 'member', days: '7' } as const
    const context = { ...outbox.context(mail, minutes(0)), db, enqueue: async () => {} }
    return queueMail(context, orgId, { to, template: 'invitation', facts })
  })

test('without a mail account mails wait, say so, and go out when there is one; after a week they do not', async () => {
  const { orgId } = await app.given.organization()
  const [first, second] = [await queueInvitation(orgId, 'waits@example.com'), await queueInvitation(orgId, 'stale@example.com')]
  for (const id of [first, second]) await outbox.send(orgId, id, noAccount, minutes(0))
  const waiting = await outbox.row(orgId, first)
  assert.deepEqual([waiting.state, waiting.tries, waiting.last_error], ['queued', 0, 'no mail account is configured'])
  await outbox.send(orgId, first, mail, minutes(3 * 24 * 60))
  assert.equal((await outbox.row(orgId, first)).state, 'sent')
  await outbox.send(orgId, second, noAccount, minutes(8 * 24 * 60))
  assert.equal((await outbox.row(orgId, second)).state, 'failed')
})

test('a mail that is of no use some hours later is not sent after them, whatever it waited for', async () => {
  const { orgId } = await app.given.organization()
  const [first, second] = [await outbox.queue(orgId, 'late@example.com'), await outbox.queue(orgId, 'later@example.com')]
  await outbox.send(orgId, first, noAccount, minutes(59))
  assert.equal((await outbox.row(orgId, first)).state, 'queued')
  await outbox.send(orgId, first, noAccount, minutes(62))
  await outbox.send(orgId, second, mail, minutes(62))
  const rows = [await outbox.row(orgId, first), await outbox.row(orgId, second)]
  assert.deepEqual(
    rows.map(({ state, last_error }) => [state, last_error]),
    [
      ['failed', 'no mail account is configured; not sent in time'],
      ['failed', 'not sent in time'],
    ],
  )
  assert.deepEqual(arrivedAt('later@example.com'), [])
})

test('a mail whose job was lost is found again, of whichever workspace, and no mail that still has its job', async () => {
  const lost = await app.given.organization()
  const id = await outbox.queue(lost.orgId, 'lost@example.com')
  const ordered: string[] = []
  const context = (at: Date) => ({
    ...outbox.context(mail, at),
    enqueueIn: async (_db: unknown, _job: unknown, data: unknown) => {
      ordered.push((data as { mailId: string }).mailId)
    },
  })
  await sendDueMails.run({}, context(minutes(0)))
  assert.ok(!ordered.includes(id))
  await sendDueMails.run({}, context(minutes(2)))
  assert.ok(ordered.includes(id))
})

test('a text that was sealed under another key fails with a reason that a person understands', async () => {
  const { orgId } = await app.given.organization()
  const id = await outbox.queue(orgId, 'sealed@example.com')
  await app.database.inOrg(orgId, (db) =>
    db.updateTable('mails').set({ sealed: 'v1.AAAA.AAAA' }).where('id', '=', id).execute(),
  )
  await outbox.send(orgId, id, mail, minutes(0))
  const row = await outbox.row(orgId, id)
  assert.deepEqual([row.state, row.last_error?.includes('FOYER_KEY')], ['failed', true])
})
