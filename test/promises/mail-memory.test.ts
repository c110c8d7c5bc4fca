import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { connectGoogle } from '../support/consent.ts'
import { type MailWorkers, makeMailWorkers } from './mail-workers.ts'
import { type OwnStore, startOwnStore } from './stores.ts'

const userEmail = 'mira@sandbox.example'
/**
 * Beside what a worker has once it has read mails, in megabytes: the largest answer that is taken is 40 MB, is put together from its
 * pieces, and is text then. That is 120 to 133, as the garbage is collected; an answer that is not cut off adds 300 at least.
 */
const mostAdded = 160

let store: OwnStore
let app: TestApp
let workers: MailWorkers
before(async () => {
  store = await startOwnStore()
  app = await startApp({ target: store.target, env: { SANDBOX: 'on' } })
  workers = makeMailWorkers(app, store, 3_600)
})
after(async () => {
  workers?.killAll()
  await app?.stop()
  await store?.stop()
})

/** The most memory that a process ever held, in megabytes. */
const peakOf = ({ pid }: { readonly pid?: number | undefined }): number => {
  const [, kilobytes = ''] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Strangers write; answers the ids that Google gave their mails, by subject. */
const write = async (...subjects: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  for (const subject of subjects) {
    const answer = await fetch(`${app.url}/sandbox/google/mail/write`, {
      method: 'POST',
      body: new URLSearchParams({ email: userEmail, from: 'lena@client.example', subject, text: `About ${subject}` }),
      redirect: 'manual',
    })
    assert.equal(answer.status, 303, await answer.text())
  }
  const answer = await fetch(`${app.url}/sandbox/google/mail?email=${userEmail}`, { headers: { accept: 'application/json' } })
  const { mails } = (await answer.json()) as { mails: { id: string; facts: { subject: string } }[] }
  return new Map(mails.map(({ id, facts }) => [facts.subject, id]))
}
const turn = (dial: object) =>
  fetch(`${app.url}/sandbox/faults/google`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
const inboxOf = async (owner: Someone) =>
  (await app.call('fetch-inbox', { userEmail, limit: 50 }, owner)).body.emails as unknown as { id: string; subject: string }[]
/** Reads the mailbox, and waits for them. */
const arrived = async (owner: Someone, mailboxId: string, ...subjects: readonly string[]): Promise<void> => {
  assert.equal((await app.call('sync-mailbox', { mailboxId }, owner)).status, 200)
  await workers.until(subjects.join(', '), async () => {
    const here = (await inboxOf(owner)).map(({ subject }) => subject)
    return subjects.every((subject) => here.includes(subject))
  })
}

test('a mail whose answer has 100 MB, or unpacks to a gigabyte, is kept by its headers and said to be too large, in bounded memory, and the mails behind it are read', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const owner = await app.given.organization()
  const mailboxId = await connectGoogle(app, owner)
  const worker = await workers.start()
  await write('Before', 'Between')
  await arrived(owner, mailboxId, 'Before', 'Between')
  const before = peakOf(worker)
  for (const kind of ['huge', 'gzip_bomb']) {
    const ids = await write(`${kind} behind`, kind, `${kind} before`)
    assert.equal((await turn({ kind, only: `messages/${ids.get(kind)}?format=raw` })).status, 200)
    await arrived(owner, mailboxId, kind, `${kind} behind`, `${kind} before`)
    // The dial stays: what comes later is not held up by it either.
    await write(`${kind} later`)
    await arrived(owner, mailboxId, `${kind} later`)
    const { id } = (await inboxOf(owner)).find(({ subject }) => subject === kind) ?? assert.fail(kind)
    const { mail } = (await app.call('show-email', { id, userEmail }, owner)).body as unknown as {
      mail: { broken: string | null; from: { email: string } }
    }
    assert.deepEqual([mail.broken, mail.from.email], ['too_large', 'lena@client.example'])
    const added = peakOf(worker) - before
    t.diagnostic(`${kind}: ${added.toFixed(0)} MB added to ${before.toFixed(0)} MB`)
    assert.ok(added < mostAdded, `${kind}: ${added} MB`)
  }
  await workers.kill(worker)
})
