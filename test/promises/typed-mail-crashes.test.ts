import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { type MailWorkers, makeMailWorkers } from './mail-workers.ts'
import { type OwnStore, startOwnStore } from './stores.ts'

let store: OwnStore
let app: TestApp
let workers: MailWorkers
before(async () => {
  store = await startOwnStore()
  app = await startApp({ target: store.target, env: { SANDBOX: 'on' } })
  // Read by the clock once an hour: the rest is what the server announces.
  workers = makeMailWorkers(app, store, 3_600)
})
after(async () => {
  workers?.killAll()
  await app?.stop()
  await store?.stop()
})

const deed = async (email: string, name: string, form: Record<string, string> = {}): Promise<void> => {
  const answer = await fetch(`${app.url}/sandbox/imap/mail/${name}`, {
    method: 'POST',
    body: new URLSearchParams({ email, ...form }),
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
}
interface AtServer {
  readonly folders: readonly { readonly path: string; readonly validity: number }[]
  readonly mails: readonly {
    readonly id: string
    readonly path: string
    readonly uid: number
    readonly flags: readonly string[]
    readonly subject: string
  }[]
}
const atServer = async (email: string): Promise<AtServer> => {
  const answer = await fetch(`${app.url}/sandbox/imap/mail?email=${email}`, { headers: { accept: 'application/json' } })
  return (await answer.json()) as AtServer
}
const original = async (email: string): Promise<string[]> => {
  const { folders, mails } = await atServer(email)
  const validities = new Map(folders.map(({ path, validity }) => [path, validity]))
  return mails
    .map(({ path, uid, flags, subject }) => {
      const ref = `${encodeURIComponent(path)}/${validities.get(path)}/${uid}`
      return `${ref} ${flags.includes('\\Seen') ? 'read' : 'unread'} ${path} ${subject}`
    })
    .sort()
}
const connect = async (owner: Someone, email: string): Promise<string> => {
  const server = { host: 'mail.sandbox.example', user: email, password: 'right' }
  const servers = { imap: { ...server, port: 143 }, smtp: { ...server, port: 587 } }
  const { status, body } = await app.call('connect-mailbox', { provider: 'imap', email, ...servers }, owner)
  assert.equal(status, 200, JSON.stringify(body))
  const { id } = body.mailbox as unknown as { id: string }
  assert.equal((await app.call('update-mailbox', { mailboxId: id, kind: 'team' }, owner)).status, 200)
  return id
}

test('readers of a typed mailbox are killed, it changes and a folder counts anew meanwhile: the copy equals it, nothing is there twice, and another listens', async (t) => {
  const owner = await app.given.organization()
  const email = 'jo@sandbox.example'
  const mailboxId = await connect(owner, email)
  await deed(email, 'fill', { count: '150' })
  for (let round = 0; round < 2; round++) {
    const doomed = await workers.start()
    const wanted = (await workers.copied(mailboxId)) + 15
    await workers.until('some mails', async () => (await workers.copied(mailboxId)) >= wanted)
    await workers.kill(doomed)
    assert.ok((await workers.copied(mailboxId)) < 150, 'it was killed in the middle')
    const [first, second, third] = (await atServer(email)).mails.filter(({ path }) => path === 'INBOX')
    await deed(email, 'delete', { id: first?.id ?? '' })
    await deed(email, 'move', { id: second?.id ?? '', to: 'Archive' })
    await deed(email, 'read', { id: third?.id ?? '' })
    await deed(email, 'write', { from: `late${round}@client.example`, subject: `Late ${round}`, text: 'Hello' })
    if (round === 1) await deed(email, 'renumber', { folder: 'INBOX' })
    await workers.bury(mailboxId)
  }
  const worker = await workers.start()
  const ms = await workers.untilEqual(mailboxId, () => original(email))
  t.diagnostic(`equal ${ms} ms after the last start`)
  await workers.assertOnce(owner.orgId)
  await workers.kill(worker)
  await workers.bury(mailboxId)
  const last = await workers.start()
  await deed(email, 'write', { from: 'last@client.example', subject: 'Last', text: 'Hello' })
  await workers.untilEqual(mailboxId, () => original(email))
  await workers.kill(last)
})

test('a sender is killed after the server was given the mail and before it answered: it is uncertain, and sent once', async () => {
  const owner = await app.given.organization()
  const email = 'eve@sandbox.example'
  const mailboxId = await connect(owner, email)
  const faults = `${app.url}/sandbox/faults/imap`
  const dial = { kind: 'slow', latencyMs: 6_000, only: 'SMTP' }
  await fetch(faults, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(dial) })
  const letter = { userEmail: email, to: 'client@client.example', subject: 'Once', body: '<p>Hello</p>' }
  assert.equal((await app.call('send-email', letter, owner)).status, 200)
  const doomed = await workers.start()
  await workers.until('the mail at the server', async () => {
    const { hits } = (await (await fetch(faults)).json()) as { hits: number }
    return hits > 0
  })
  await workers.kill(doomed)
  await fetch(faults, { method: 'DELETE' })
  const stateOf = async (): Promise<string> =>
    (await store.query(`select state from mailbox_mails where mailbox_id = '${mailboxId}' and person_id is not null`)).rows[0]
      .state
  assert.equal(await stateOf(), 'sending')
  const arrived = async (): Promise<number> => {
    const answer = await fetch(`${app.url}/sandbox/mail?to=client@client.example`)
    return ((await answer.json()) as unknown[]).length
  }
  await workers.until('it arrived', async () => (await arrived()) === 1)
  await workers.bury(mailboxId)
  const worker = await workers.start()
  await workers.until('uncertain', async () => (await stateOf()) === 'uncertain')
  // What is still to be done for it is done now.
  await store.query(
    `update jobs.job_common set start_after = now() where name = 'send-mailbox-mail' and state in ('created', 'retry')`,
  )
  await workers.until('no work is left for it', async () => {
    const { rows } = await store.query(
      `select count(*)::int as n from jobs.job_common where name = 'send-mailbox-mail' and state in ('created', 'retry', 'active')`,
    )
    return rows[0].n === 0
  })
  assert.deepEqual([await stateOf(), await arrived()], ['uncertain', 1])
  await workers.kill(worker)
})
