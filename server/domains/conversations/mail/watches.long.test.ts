import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { openQueue, type Queue } from '#core/jobs/queue.ts'
import { makeLog } from '#core/log.ts'
import { signing } from '#sandbox/google/id-tokens.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { consentAt } from '#test/support/consent.ts'
import { until } from '#test/support/until.ts'
import { pollMailboxes } from './poll-mailboxes.ts'
import { watchMailboxes } from './watch-mailboxes.ts'
import { renewalMs } from './watches.ts'

const topic = 'projects/our-project/topics/mail'
let app: TestApp
let queue: Queue
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600', GMAIL_PUBSUB_TOPIC: topic }, alone: true })
  queue = await openQueue(app.database.pool, { log: makeLog({ level: 'silent' }), signs: null })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await queue?.stop()
  await app?.stop()
})

const dayMs = 86_400_000
const inOrg = <T>(who: Someone, work: (db: Db) => Promise<T>) => app.database.inOrg(who.orgId, work)
const dial = async (wanted: object | null): Promise<void> => {
  const method = wanted ? 'PUT' : 'DELETE'
  const body = wanted ? { body: JSON.stringify(wanted), headers: { 'content-type': 'application/json' } } : {}
  assert.equal((await fetch(`${app.url}/sandbox/faults/google`, { method, ...body })).status, 200)
}
beforeEach(() => dial(null))

const arrive = async (email: string, subject: string): Promise<void> => {
  const form = new URLSearchParams({ email, from: 'lena@client.example', subject, text: 'Hello' })
  const answer = await fetch(`${app.url}/sandbox/google/mail/write`, { method: 'POST', body: form, redirect: 'manual' })
  assert.equal(answer.status, 303, await answer.text())
}
const copies = async (who: Someone, subject: string): Promise<number> =>
  (await inOrg(who, (db) => db.selectFrom('mailbox_mails').select('id').where('subject', '=', subject).execute())).length
const isHere = async (who: Someone, subject: string): Promise<boolean> => (await copies(who, subject)) > 0
const readingOf = (who: Someone) => inOrg(who, (db) => db.selectFrom('mailbox_readings').selectAll().executeTakeFirstOrThrow())
const storedOf = async (who: Someone): Promise<number> =>
  (await inOrg(who, (db) => db.selectFrom('inbox').select('id').where('hook', '=', 'mailbox-changed').execute())).length
/** As the page shows it. */
const shownOf = async (who: Someone) => {
  const { mailboxes } = (await app.call('list-mailboxes', {}, who)).body as unknown as {
    mailboxes: { id: string; mail: { watched_until: string | null; watch_error: string | null; last_error: string | null } }[]
  }
  return mailboxes[0] ?? assert.fail('no mailbox')
}
const connect = async (who: Someone, account: string): Promise<string> => {
  const { body } = await app.call('connect-mailbox', { provider: 'google', wants: ['mail'] }, who)
  const back = await consentAt(String(body.authorizeUrl), { account })
  const answer = await app.call('integration-callback', Object.fromEntries(back.searchParams), who)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (await shownOf(who)).id
}
/** Readings that are asked for, or under way. */
const readingsOf = async (mailboxId: string): Promise<number> => {
  const { rows } = await sql`
    select from jobs.job_common
    where name = 'read-mailbox' and state in ('created', 'retry', 'active') and data ->> 'mailboxId' = ${mailboxId}`.execute(
    app.database.db,
  )
  return rows.length
}
/** A member whose mailbox was read, and is watched; nothing is under way. */
const watched = async (account: string, owner?: Someone): Promise<{ owner: Someone; email: string; mailboxId: string }> => {
  const who = owner ?? (await app.given.organization())
  const mailboxId = await connect(who, account)
  await until('the watch', async () => {
    const { watched_until, watch_error } = await readingOf(who)
    assert.equal(watch_error, null)
    return watched_until !== null
  })
  await until(
    'the first read',
    async () => {
      const { synced_at, leased_until, hinted_at, last_error } = await readingOf(who)
      assert.equal(last_error, null)
      return synced_at !== null && leased_until === null && hinted_at === null && (await readingsOf(mailboxId)) === 0
    },
    { withinMs: 150_000 },
  )
  return { owner: who, email: `${account}sandbox.example`, mailboxId }
}
/** Whether the simulated Google publishes changes of an address. */
const isAtGoogle = async (email: string): Promise<boolean> => {
  const page = await fetch(`${app.url}/sandbox/google/mail?email=${email}`, { headers: { accept: 'text/html' } })
  return (await page.text()).includes(`Changes are published to ${topic}`)
}
const due = async (
  who: Someone,
  column: 'watch_due_at' | 'next_poll_at',
  job: typeof watchMailboxes | typeof pollMailboxes,
) => {
  await inOrg(who, async (db) => {
    await db
      .updateTable('mailbox_readings')
      .set({ [column]: new Date(0) })
      .execute()
  })
  await queue.send(app.database.db, job, {})
}

const address = (): string => `${app.url}/functions/v1/mailbox-changed`
const claims = () => ({
  ...{ iss: `${app.url}/sandbox/google`, aud: address(), sub: '1', email_verified: true },
  email: 'push@foyer-sandbox.iam.gserviceaccount.com',
})
const push = async (email: string, token: string | null) => {
  const data = Buffer.from(JSON.stringify({ emailAddress: email, historyId: 12_345 })).toString('base64')
  const answer = await fetch(address(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ message: { data, messageId: '1' }, subscription: 'projects/our-project/subscriptions/mail' }),
  })
  return { status: answer.status, text: await answer.text() }
}
const proof = (more: object = {}, at = new Date()): string => signing.sign({ ...claims(), ...more }, at)

test('mail is here within two seconds of its arrival, though the poll is an hour away', async () => {
  const { owner, email } = await watched('mira@')
  for (const n of [1, 2, 3]) {
    const begun = performance.now()
    await arrive(email, `Pushed ${n}`)
    await until('the mail', () => isHere(owner, `Pushed ${n}`))
    const took = performance.now() - begun
    assert.ok(took < 2_000, `after ${Math.round(took)} ms`)
  }
  const { next_poll_at } = await readingOf(owner)
  assert.ok((next_poll_at?.getTime() ?? 0) > Date.now() + 3_000_000, 'no poll brought it')
})

test('a push that is late or comes five times brings a mail once, and one that is lost is made good by the poll', async () => {
  const { owner, email } = await watched('mira@')
  await dial({ webhooks: { copies: 5, shuffle: true, delayMs: 500 } })
  await arrive(email, 'Late and often')
  await until('the mail', () => isHere(owner, 'Late and often'))
  await dial({ webhooks: { drop: 1 } })
  await new Promise((done) => setTimeout(done, 3_000))
  assert.equal(await copies(owner, 'Late and often'), 1)
  await arrive(email, 'Never announced')
  await new Promise((done) => setTimeout(done, 2_000))
  assert.equal(await isHere(owner, 'Never announced'), false)
  await due(owner, 'next_poll_at', pollMailboxes)
  await until('the mail', () => isHere(owner, 'Never announced'))
})

test('a forged, an expired and a foreign token get 403, and nothing happens', async () => {
  const { owner, email } = await watched('mira@')
  await dial({ webhooks: { drop: 1 } })
  await arrive(email, 'Behind a forgery')
  const before = await storedOf(owner)
  const [head = '', body = ''] = proof().split('.')
  const wrong: Record<string, string | null> = {
    none: null,
    rubbish: 'x.y.z',
    unsigned: `${head}.${body}.`,
    'signed by another': `${head}.${body}.${Buffer.alloc(256, 1).toString('base64url')}`,
    expired: proof({}, new Date(Date.now() - 2 * 3_600_000)),
    'for another audience': proof({ aud: 'https://other.example/functions/v1/mailbox-changed' }),
    'of another account': proof({ email: 'someone@elsewhere.iam.gserviceaccount.com' }),
    'of Google itself': proof({ iss: 'https://accounts.google.com' }),
  }
  for (const [why, token] of Object.entries(wrong)) {
    const { status, text } = await push(email, token)
    assert.equal(status, 403, why)
    assert.match(text, /hint_not_proven/, why)
  }
  await new Promise((done) => setTimeout(done, 1_000))
  assert.equal(await storedOf(owner), before)
  assert.equal((await readingOf(owner)).hinted_at, null)
  assert.equal(await isHere(owner, 'Behind a forgery'), false)
  assert.doesNotMatch(app.logged(), /eyJ/, 'no token is logged')
  // The same with a proof.
  assert.equal((await push(email, proof())).status, 200)
  await until('the mail', () => isHere(owner, 'Behind a forgery'))
})

test('a push that is proven is answered the same, whether there is such a mailbox or not', async () => {
  const { email } = await watched('mira@')
  const [known, unknown, odd] = await Promise.all(
    [email, 'nobody@sandbox.example', 'no address'].map((to) => push(to, proof())),
  )
  assert.deepEqual([known, unknown, odd], Array(3).fill({ status: 200, text: '{"success":true}' }))
})

test('of many pushes that come before the mailbox is read one is kept, in each workspace that has it', async () => {
  const { owner, email } = await watched('jonas@')
  const other = await watched('jonas@')
  await worker.stop()
  const before = [await storedOf(owner), await storedOf(other.owner)]
  const answers = await Promise.all(Array.from({ length: 60 }, () => push(email, proof())))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.deepEqual(
    [await storedOf(owner), await storedOf(other.owner)],
    before.map((n) => n + 1),
  )
  await arrive(email, 'After the burst')
  worker = await app.startWorker()
  for (const who of [owner, other.owner]) await until('the mail', () => isHere(who, 'After the burst'))
})

test('Google is asked anew each day, long before the week ends, and each mailbox at a time of its own', async () => {
  const { owner, email, mailboxId } = await watched('mira@')
  const soon = new Date(Date.now() + 5 * dayMs)
  await inOrg(owner, (db) => db.updateTable('mailbox_readings').set({ watched_until: soon }).execute())
  await due(owner, 'watch_due_at', watchMailboxes)
  const { watch_due_at } = await until('the renewal', async () => {
    const row = await readingOf(owner)
    return (row.watched_until?.getTime() ?? 0) > Date.now() + 6.9 * dayMs ? row : undefined
  })
  assert.ok(Math.abs((watch_due_at?.getTime() ?? 0) - Date.now() - renewalMs(mailboxId)) < 60_000)
  const times = ['00000000-0000-7000-8000-000000000000', '00000000-0000-7000-8000-ffffffffffff'].map(renewalMs)
  assert.deepEqual(times, [20 * 3_600_000, 24 * 3_600_000])
  await arrive(email, 'After the renewal')
  await until('the mail', () => isHere(owner, 'After the renewal'))
})

test('a mailbox that cannot be watched says why, its mail is polled, and the next try clears it', async () => {
  const { owner, email } = await watched('frontdesk@')
  await dial({ kind: 'error_503', only: 'me/watch', webhooks: { drop: 1 } })
  const { watched_until } = await readingOf(owner)
  await due(owner, 'watch_due_at', watchMailboxes)
  const { mail } = await until('the failure', async () => {
    const shown = await shownOf(owner)
    return shown.mail.watch_error !== null && shown
  })
  assert.match(mail.watch_error ?? '', /Google/)
  assert.equal(mail.last_error, null, 'its mail is read')
  assert.equal(mail.watched_until, watched_until?.toISOString(), 'what was asked for before holds')
  const { watch_due_at } = await readingOf(owner)
  const inMinutes = ((watch_due_at?.getTime() ?? 0) - Date.now()) / 60_000
  assert.ok(inMinutes > 40 && inMinutes < 80, `the next try is in ${inMinutes} minutes`)
  await arrive(email, 'Polled all the same')
  await due(owner, 'next_poll_at', pollMailboxes)
  await until('the mail', () => isHere(owner, 'Polled all the same'))
  await dial(null)
  await due(owner, 'watch_due_at', watchMailboxes)
  await until('the renewal', async () => (await shownOf(owner)).mail.watch_error === null)
})

test('a mailbox that is disconnected is announced no more, unless another workspace has it; so is that of a member who left', async () => {
  const first = await watched('frontdesk@')
  // The mailboxes of tests before this one are of workspaces too.
  const others = await inOrgs('frontdesk@sandbox.example')
  for (const { orgId, mailboxId } of others)
    if (orgId !== first.owner.orgId)
      await app.database.inOrg(orgId, (db) =>
        db.updateTable('mailboxes').set({ ended_at: new Date() }).where('id', '=', mailboxId).execute(),
      )
  const second = await app.given.organization()
  const leaver = await app.given.person(second.orgId, 'member')
  await watched('frontdesk@', leaver)
  assert.ok(await isAtGoogle(first.email))
  assert.equal((await app.call('disconnect-mailbox', { mailboxId: first.mailboxId }, first.owner)).status, 200)
  assert.ok(await isAtGoogle(first.email), 'the other workspace hears of it still')
  assert.equal((await app.call('remove-member', { userId: leaver.personId }, second)).status, 200)
  await until('the end', async () => !(await isAtGoogle(first.email)))
})

const inOrgs = async (email: string): Promise<{ orgId: string; mailboxId: string }[]> => {
  const { rows } = await app.database.pool.query<{ org_id: string; id: string }>(
    `select org_id, id from foyer.mailboxes_of_address('google', $1, true)`,
    [email],
  )
  return rows.map(({ org_id: orgId, id: mailboxId }) => ({ orgId, mailboxId }))
}
