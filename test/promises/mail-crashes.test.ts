import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { consentAt } from '../support/consent.ts'
import { type OwnStore, startOwnStore } from './stores.ts'

/** What a crowded machine may need. Nothing here waits for a clock: `bury` makes the dead as old as they must be. */
const withinMs = 90_000
const userEmail = 'mira@sandbox.example'

let store: OwnStore
let app: TestApp
const workers: ChildProcess[] = []
before(async () => {
  store = await startOwnStore()
  app = await startApp({ target: store.target, env: { SANDBOX: 'on' } })
})
after(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app?.stop()
  await store?.stop()
})

/** A worker in a process of its own, that finds the sandbox at the app's address. */
const startWorkerProcess = async (): Promise<ChildProcess> => {
  const env = {
    ...{ SANDBOX: 'on', PORT: new URL(app.url).port, MAIL_POLL_SECONDS: '10' },
    ...{ FOYER_DATA: app.dataDir, FOYER_KEY: Buffer.alloc(32, 7).toString('base64') },
  }
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../mail/worker-process.ts', import.meta.url)), JSON.stringify({ target: store.target, env })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  workers.push(child)
  await Promise.race([
    once(child.stdout as NodeJS.ReadableStream, 'data'),
    once(child, 'exit').then(() => assert.fail('it ended')),
  ])
  return child
}
const kill = async (worker: ChildProcess): Promise<void> => {
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

/** What others wait for before they take over from a dead worker: its turn with the mailbox, and the signs of life of its jobs. */
const bury = async (mailboxId: string): Promise<void> => {
  await store.query(`update mailbox_readings set leased_until = now() - interval '1 second' where id = '${mailboxId}'`)
  await store.query(`update jobs.job_common set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
}

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + withinMs; !(await holds()); await sleep(50))
    if (Date.now() > end) assert.fail(`${what}: not within ${withinMs} ms`)
}

const deed = async (name: string, form: Record<string, string> = {}): Promise<void> => {
  const answer = await fetch(`${app.url}/sandbox/google/mail/${name}`, {
    method: 'POST',
    body: new URLSearchParams({ email: userEmail, ...form }),
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
}
interface Held {
  readonly id: string
  readonly labelIds: string[]
  readonly facts: { readonly subject: string }
}
const atGoogle = async (): Promise<Held[]> => {
  const answer = await fetch(`${app.url}/sandbox/google/mail?email=${userEmail}`, { headers: { accept: 'application/json' } })
  return ((await answer.json()) as { mails: Held[] }).mails
}
const connect = async (owner: Someone): Promise<string> => {
  const { body } = await app.call('connect-mailbox', { provider: 'google' }, owner)
  const back = await consentAt(String(body.authorizeUrl))
  assert.equal((await app.call('integration-callback', Object.fromEntries(back.searchParams), owner)).status, 200)
  const [mailbox] = (await app.call('list-mailboxes', {}, owner)).body.mailboxes as unknown as { id: string }[]
  const id = mailbox?.id ?? ''
  assert.equal((await app.call('update-mailbox', { mailboxId: id, kind: 'team' }, owner)).status, 200)
  return id
}

const copied = async (mailboxId: string): Promise<number> =>
  Number((await store.query(`select count(*) from mailbox_places where mailbox_id = '${mailboxId}'`)).rows[0].count)

/** Where each mail is, as one line a mail. */
const copy = async (mailboxId: string): Promise<string[]> =>
  (
    await store.query(
      `select p.ref, p.is_seen, (select string_agg(f, ' ' order by f collate "C") from unnest(p.folders) f) as folders, m.subject
         from mailbox_places p join mailbox_mails m on m.org_id = p.org_id and m.id = p.mail_id where p.mailbox_id = '${mailboxId}'`,
    )
  ).rows
    .map(({ ref, is_seen, folders, subject }) => `${ref} ${is_seen ? 'read' : 'unread'} ${folders ?? ''} ${subject}`)
    .sort()
const original = async (): Promise<string[]> =>
  (await atGoogle())
    .map(({ id, labelIds, facts }) => {
      const folders = labelIds.filter((label) => label !== 'UNREAD').sort()
      return `${id} ${labelIds.includes('UNREAD') ? 'unread' : 'read'} ${folders.join(' ')} ${facts.subject}`
    })
    .sort()

const untilEqual = async (mailboxId: string): Promise<number> => {
  const begun = Date.now()
  for (const end = begun + withinMs; ; await sleep(200)) {
    const [ours, theirs] = await Promise.all([copy(mailboxId), original()])
    if (ours.join('\n') === theirs.join('\n')) return Date.now() - begun
    if (Date.now() > end) assert.deepEqual(ours, theirs)
  }
}

test('readers are killed, the history is forgotten and the mailbox changes meanwhile: the copy equals it, and nothing is there twice', async (t) => {
  const owner = await app.given.organization()
  const mailboxId = await connect(owner)
  await deed('fill', { count: '150' })
  let seen = 0
  let kills = 0
  for (let round = 0; round < 2; round++) {
    const doomed = await startWorkerProcess()
    const wanted = seen + 15
    await until('some mails', async () => (await copied(mailboxId)) >= wanted)
    await kill(doomed)
    kills += 1
    seen = await copied(mailboxId)
    const [first, second, third] = (await atGoogle()).filter(({ labelIds }) => labelIds.includes('INBOX'))
    await deed('delete', { id: first?.id ?? '' })
    await deed('archive', { id: second?.id ?? '' })
    await deed('read', { id: third?.id ?? '' })
    await deed('write', { from: `late${round}@client.example`, subject: `Late ${round}`, text: 'Hello' })
    if (round === 1) await deed('expire-history')
    await bury(mailboxId)
  }
  assert.ok(seen < 150, 'they were killed in the middle')
  const worker = await startWorkerProcess()
  const ms = await untilEqual(mailboxId)
  t.diagnostic(`${kills} kills; equal ${ms} ms after the last start`)
  const { rows } = await store.query(
    `select count(*)::int as n, count(distinct mail_id)::int as mails, count(distinct mail_key)::int as keys
       from messages where org_id = '${owner.orgId}' and channel = 'email'`,
  )
  assert.deepEqual(rows[0].n, rows[0].mails, 'one message a mail and person')
  const { rows: contacts } = await store.query(
    `select count(*)::int as n, count(distinct email)::int as emails from contacts where org_id = '${owner.orgId}'`,
  )
  assert.equal(contacts[0].n, contacts[0].emails)
  await until('the reader rests', async () => {
    const { rows } = await store.query(
      `select leased_until is null and behind_since is null as rests from mailbox_readings where id = '${mailboxId}'`,
    )
    return rows[0].rests
  })
  await kill(worker)
})

test('a sender is killed while its mails leave: each is sent once, and says so', async (t) => {
  const owner = await app.given.organization()
  const mailboxId = await connect(owner)
  const dial = (kind: object) =>
    fetch(`${app.url}/sandbox/faults/google`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(kind),
    })
  const ids: string[] = []
  for (let n = 0; n < 2; n++) {
    const { status, body } = await app.call(
      'send-email',
      { userEmail, to: `client${n}@example.com`, subject: `Offer ${n}`, body: '<p>Hello</p>' },
      owner,
    )
    assert.equal(status, 200)
    ids.push(String(body.messageId))
  }
  const sentAtGoogle = async (): Promise<string[]> =>
    (await atGoogle())
      .flatMap(({ labelIds, facts }) => (labelIds.includes('SENT') && /^Offer/.test(facts.subject) ? [facts.subject] : []))
      .sort()
  // Google takes each mail, and its answer comes a byte a second.
  assert.equal((await dial({ kind: 'drip', only: 'messages/send' })).status, 200)
  const doomed = await startWorkerProcess()
  // Both: one that was marked and had not left would be looked for over two minutes and a half before it may leave again.
  await until('both left', async () => (await sentAtGoogle()).length === ids.length)
  await kill(doomed)
  await fetch(`${app.url}/sandbox/faults/google`, { method: 'DELETE' })
  const statesOf = async (): Promise<string[]> =>
    (await store.query(`select state from mailbox_mails where mailbox_id = '${mailboxId}' and person_id is not null`)).rows.map(
      ({ state }) => state,
    )
  assert.ok((await statesOf()).includes('sending'), 'it was killed in the middle')
  const killedMs = Date.now()
  await bury(mailboxId)
  const worker = await startWorkerProcess()
  await until('all are sent', async () => (await statesOf()).every((state) => state === 'sent'))
  t.diagnostic(`all say so ${Date.now() - killedMs} ms after the kill`)
  await untilEqual(mailboxId)
  assert.deepEqual(
    await sentAtGoogle(),
    ids.map((_, n) => `Offer ${n}`),
  )
  const { rows } = await store.query(
    `select count(*)::int as n from mailbox_mails where mailbox_id = '${mailboxId}' and subject like 'Offer%'`,
  )
  assert.equal(rows[0].n, 2, 'each is one mail here, too')
  await kill(worker)
})
