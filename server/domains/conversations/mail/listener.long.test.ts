import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { rawMail } from '#test/support/imap-promises.ts'
import { openMailProgram, type SmallImapServer, startSmallImapServer } from '#test/support/imap-server.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  // Read by the clock once an hour: what comes sooner was announced.
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const connect = async (server: SmallImapServer, owner: Someone, email: string): Promise<string> => {
  const imap = { host: '127.0.0.1', port: server.port, user: server.user, password: server.password }
  const { status, body } = await app.call('connect-mailbox', { provider: 'imap', email, imap }, owner)
  assert.equal(status, 200, JSON.stringify(body))
  return (body.mailbox as unknown as { id: string }).id
}
const deliver = async (server: SmallImapServer, subject: string): Promise<void> => {
  const program = await openMailProgram(server)
  await program.append('INBOX', rawMail(subject), [])
  program.close()
}
const subjects = async (owner: Someone, email: string): Promise<string[]> =>
  ((await app.call('fetch-inbox', { userEmail: email }, owner)).body.emails as unknown as { subject: string }[])
    .map(({ subject }) => subject)
    .sort()
const untilThere = (owner: Someone, email: string, subject: string) =>
  until(subject, async () => (await subjects(owner, email)).includes(subject))
/** Nothing reads it, and one connection stands: that of who listens. */
const untilListened = (servers: readonly SmallImapServer[], owner: Someone) =>
  until('one connection each', async () => {
    const rests = await app.database.inOrg(owner.orgId, (db) =>
      db
        .selectFrom('mailbox_readings')
        .select('id')
        .where('leased_until', 'is', null)
        .where('synced_at', 'is not', null)
        .where('listener', 'is not', null)
        .execute(),
    )
    return rests.length === servers.length && servers.every((server) => server.connections() === 1)
  })

test('mail that arrives is here at once, also after its connection broke; a disconnected mailbox is not listened to', async () => {
  const owner = await app.given.organization()
  const server = await startSmallImapServer()
  try {
    const mailboxId = await connect(server, owner, 'jo@own.example')
    await untilListened([server], owner)
    for (const subject of ['one', 'two']) {
      await deliver(server, subject)
      await untilThere(owner, 'jo@own.example', subject)
    }
    await untilListened([server], owner)
    server.cut()
    await deliver(server, 'three')
    await untilThere(owner, 'jo@own.example', 'three')
    await untilListened([server], owner)
    await deliver(server, 'four')
    await untilThere(owner, 'jo@own.example', 'four')
    assert.deepEqual(await subjects(owner, 'jo@own.example'), ['four', 'one', 'three', 'two'])
    assert.equal((await app.call('disconnect-mailbox', { mailboxId }, owner)).status, 200)
    await until('no connection', async () => server.connections() === 0)
  } finally {
    await server.stop()
  }
})

test('of two workers one listens to each mailbox; one that stops ends its connections at once, and the other goes on', async () => {
  const owner = await app.given.organization()
  const servers = await Promise.all([1, 2, 3].map(() => startSmallImapServer()))
  const other = await app.startWorker()
  let isStopped = false
  try {
    for (const [n, server] of servers.entries()) await connect(server, owner, `jo${n}@own.example`)
    await untilListened(servers, owner)
    const begunAt = performance.now()
    await worker.stop()
    isStopped = true
    assert.ok(performance.now() - begunAt < 6_000, 'it drained in time')
    await untilListened(servers, owner)
    for (const [n, server] of servers.entries()) {
      await deliver(server, `late${n}`)
      await untilThere(owner, `jo${n}@own.example`, `late${n}`)
    }
  } finally {
    await other.stop()
    if (isStopped) worker = await app.startWorker()
    for (const server of servers) await server.stop()
  }
})

test('a worker that died without a word is followed by another once its time is over; a refused password is not tried each minute', async () => {
  const owner = await app.given.organization()
  const server = await startSmallImapServer()
  try {
    const mailboxId = await connect(server, owner, 'jo@own.example')
    await untilListened([server], owner)
    const row = () =>
      app.database.inOrg(owner.orgId, (db) =>
        db.selectFrom('mailbox_readings').selectAll().where('id', '=', mailboxId).executeTakeFirstOrThrow(),
      )
    const before = await row()
    // As another worker has it that is dead by now: ours ends, and begins as whoever finds the time over.
    const dead = { listener: crypto.randomUUID(), listen_due_at: new Date(Date.now() + 2_000) }
    await app.database.inOrg(owner.orgId, (db) =>
      db.updateTable('mailbox_readings').set(dead).where('id', '=', mailboxId).execute(),
    )
    await until('another has it', async () => (await row()).listener === before.listener)
    await untilListened([server], owner)

    await server.stop()
    const other = await startSmallImapServer({ port: server.port, password: 'changed' })
    try {
      await until('an hour', async () => ((await row()).listen_due_at?.getTime() ?? 0) > Date.now() + 30 * 60_000)
      assert.equal((await row()).listener, null)
      await connect(other, owner, 'jo@own.example')
      await untilListened([other], owner)
    } finally {
      await other.stop()
    }
  } finally {
    await server.stop().catch(() => {})
  }
})
