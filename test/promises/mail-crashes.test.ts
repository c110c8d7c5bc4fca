import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { connectGoogle } from '../support/consent.ts'
import { type MailWorkers, makeMailWorkers } from './mail-workers.ts'
import { type OwnStore, startOwnStore } from './stores.ts'

const userEmail = 'mira@sandbox.example'

let store: OwnStore
let app: TestApp
let workers: MailWorkers
before(async () => {
  store = await startOwnStore()
  app = await startApp({ target: store.target, env: { SANDBOX: 'on' } })
  workers = makeMailWorkers(app, store, 10)
})
after(async () => {
  workers?.killAll()
  await app?.stop()
  await store?.stop()
})

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
  const id = await connectGoogle(app, owner)
  assert.equal((await app.call('update-mailbox', { mailboxId: id, kind: 'team' }, owner)).status, 200)
  return id
}

const original = async (): Promise<string[]> =>
  (await atGoogle())
    .map(({ id, labelIds, facts }) => {
      const folders = labelIds.filter((label) => label !== 'UNREAD').sort()
      return `${id} ${labelIds.includes('UNREAD') ? 'unread' : 'read'} ${folders.join(' ')} ${facts.subject}`
    })
    .sort()

test('readers are killed, the history is forgotten and the mailbox changes meanwhile: the copy equals it, and nothing is there twice', async (t) => {
  const owner = await app.given.organization()
  const mailboxId = await connect(owner)
  await deed('fill', { count: '150' })
  let seen = 0
  let kills = 0
  for (let round = 0; round < 2; round++) {
    const doomed = await workers.start()
    const wanted = seen + 15
    await workers.until('some mails', async () => (await workers.copied(mailboxId)) >= wanted)
    await workers.kill(doomed)
    kills += 1
    seen = await workers.copied(mailboxId)
    const [first, second, third] = (await atGoogle()).filter(({ labelIds }) => labelIds.includes('INBOX'))
    await deed('delete', { id: first?.id ?? '' })
    await deed('archive', { id: second?.id ?? '' })
    await deed('read', { id: third?.id ?? '' })
    await deed('write', { from: `late${round}@client.example`, subject: `Late ${round}`, text: 'Hello' })
    if (round === 1) await deed('expire-history')
    await workers.bury(mailboxId)
  }
  assert.ok(seen < 150, 'they were killed in the middle')
  const worker = await workers.start()
  const ms = await workers.untilEqual(mailboxId, original)
  t.diagnostic(`${kills} kills; equal ${ms} ms after the last start`)
  await workers.assertOnce(owner.orgId)
  await workers.until('the reader rests', async () => {
    const { rows } = await store.query(
      `select leased_until is null and behind_since is null as rests from mailbox_readings where id = '${mailboxId}'`,
    )
    return rows[0].rests
  })
  await workers.kill(worker)
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
  const doomed = await workers.start()
  // Both: one that was marked and had not left would be looked for over two minutes and a half before it may leave again.
  await workers.until('both left', async () => (await sentAtGoogle()).length === ids.length)
  await workers.kill(doomed)
  await fetch(`${app.url}/sandbox/faults/google`, { method: 'DELETE' })
  const statesOf = async (): Promise<string[]> =>
    (await store.query(`select state from mailbox_mails where mailbox_id = '${mailboxId}' and person_id is not null`)).rows.map(
      ({ state }) => state,
    )
  assert.ok((await statesOf()).includes('sending'), 'it was killed in the middle')
  const killedMs = Date.now()
  await workers.bury(mailboxId)
  const worker = await workers.start()
  await workers.until('all are sent', async () => (await statesOf()).every((state) => state === 'sent'))
  t.diagnostic(`all say so ${Date.now() - killedMs} ms after the kill`)
  await workers.untilEqual(mailboxId, original)
  assert.deepEqual(
    await sentAtGoogle(),
    ids.map((_, n) => `Offer ${n}`),
  )
  const { rows } = await store.query(
    `select count(*)::int as n from mailbox_mails where mailbox_id = '${mailboxId}' and subject like 'Offer%'`,
  )
  assert.equal(rows[0].n, 2, 'each is one mail here, too')
  await workers.kill(worker)
})
