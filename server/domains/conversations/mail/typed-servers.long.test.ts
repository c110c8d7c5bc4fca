import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SMTPServerDataStream } from 'smtp-server'
import { startMailServer } from '#test/mail/mail-server.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { rawMail } from '#test/support/imap-promises.ts'
import { type ImapServer, openMailProgram, startSmallImapServer } from '#test/support/imap-server.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  // Ports of their own for each test's servers: the whole of this machine is the operator's network here.
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const email = 'jo@own.example'
const password = 'right'

/** A mail server of IMAP and SMTP, which lets `jo` in. `hangs`: what it takes, it never answers. */
const startServers = async ({ refuses = [] as string[], hangs = false } = {}) => {
  const imap = await startSmallImapServer()
  const taken: string[] = []
  const smtp = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password: given }, _session, callback) =>
      given === password ? callback(null, { user: username }) : callback(new Error('No such user')),
    refuse: (to) => (refuses.includes(to) ? { status: 550, words: 'No such mailbox here' } : undefined),
    ...(hangs && {
      closeTimeout: 200,
      onData(stream: SMTPServerDataStream) {
        stream.on('data', (chunk: Buffer) => taken.push(chunk.toString()))
      },
    }),
  })
  const typed = (over: { imap?: object; smtp?: object } = {}) => ({
    ...{ provider: 'imap', email },
    imap: { host: '127.0.0.1', port: imap.port, user: 'jo', password, ...over.imap },
    smtp: { host: '127.0.0.1', port: smtp.port, user: 'jo', password, ...over.smtp },
  })
  const stop = async (): Promise<void> => {
    await imap.stop()
    await smtp.stop()
  }
  return { imap, smtp, typed, taken, stop }
}

interface Listed {
  readonly id: string
  readonly from: string
  readonly subject: string
  readonly mail: { readonly state: string | null; readonly error: string | null; readonly folders: string[] }
}
const listed = async (who: Someone, labelId: string): Promise<Listed[]> => {
  const { status, body } = await app.call('fetch-inbox', { userEmail: email, labelId, limit: 100 }, who)
  assert.equal(status, 200, JSON.stringify(body))
  return body.emails as unknown as Listed[]
}
const mailboxesOf = async (who: Someone) =>
  (await app.call('list-mailboxes', {}, who)).body.mailboxes as unknown as {
    id: string
    provider: string
    status: string
    last_error: string | null
    mail: { synced_at: string | null } | null
  }[]
const readNow = async (who: Someone): Promise<void> => {
  const [mailbox] = await mailboxesOf(who)
  await app.call('sync-mailbox', { mailboxId: mailbox?.id }, who)
  await until('the mailbox was read', async () => {
    const [now] = await mailboxesOf(who)
    return now?.mail?.synced_at && now.mail.synced_at !== mailbox?.mail?.synced_at ? true : undefined
  })
}
const subjectsIn = async (server: ImapServer, path: string): Promise<(string | undefined)[]> => {
  const program = await openMailProgram(server)
  const lock = await program.getMailboxLock(path)
  const found: (string | undefined)[] = []
  if (program.mailbox !== false && program.mailbox.exists > 0)
    for await (const { envelope } of program.fetch('1:*', { envelope: true })) found.push(envelope?.subject)
  lock.release()
  program.close()
  return found
}

test('servers that were typed are signed in to, read, and sent by: one mail at its recipients, one copy among what was sent, no Bcc', async () => {
  const owner = await app.given.organization()
  const servers = await startServers()
  try {
    const program = await openMailProgram(servers.imap)
    await program.append('INBOX', rawMail('hello'), [])
    const { status, body } = await app.call('connect-mailbox', servers.typed(), owner)
    assert.equal(status, 200, JSON.stringify(body))
    const { id, ...mailbox } = body.mailbox as unknown as Record<string, unknown>
    assert.deepEqual(mailbox, { email, kind: 'personal', status: 'connected', synced_at: null })
    await until('the first mail', async () => ((await listed(owner, 'INBOX')).length === 1 ? true : undefined))

    const sent = await app.call(
      'send-email',
      {
        ...{ userEmail: email, to: 'lena@client.example', cc: 'max@client.example', bcc: 'secret@client.example' },
        ...{ subject: 'Our offer', body: '<p>Here it is.</p>' },
      },
      owner,
    )
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    await until('the mail', async () => (servers.smtp.arrived.length > 0 ? true : undefined))
    const [arrived] = servers.smtp.arrived
    assert.deepEqual(arrived?.to, ['lena@client.example', 'max@client.example', 'secret@client.example'])
    assert.ok(!arrived?.raw.includes('secret@client.example'), 'a hidden recipient in the mail')
    await until('its copy', async () => ((await subjectsIn(servers.imap, 'Sent')).length > 0 ? true : undefined))
    await readNow(owner)
    assert.deepEqual(await subjectsIn(servers.imap, 'Sent'), ['Our offer'])
    const out = await listed(owner, 'SENT')
    assert.deepEqual(
      out.map(({ subject, mail }) => [subject, mail.state]),
      [['Our offer', 'sent']],
    )
    assert.equal(servers.smtp.arrived.length, 1)
    assert.equal((await mailboxesOf(owner))[0]?.id, id)
    assert.ok(!JSON.stringify(await mailboxesOf(owner)).includes(password))
    program.close()
  } finally {
    await servers.stop()
  }
})

test('a wrong password, a server that is not there and one without TLS are refused by name, and nothing is stored', async () => {
  const owner = await app.given.organization()
  const servers = await startServers()
  try {
    const answers = [
      [servers.typed({ imap: { password: 'wrong-imap' } }), 'mail_login_refused', 'imap'],
      [servers.typed({ smtp: { password: 'wrong-smtp' } }), 'mail_login_refused', 'smtp'],
      [servers.typed({ imap: { port: 1 } }), 'mail_server_failed', 'imap'],
      [servers.typed({ smtp: { host: '10.0.0.1' } }), 'mail_server_failed', 'smtp'],
      [{ ...servers.typed(), caldav: { url: 'http://127.0.0.1:1/', user: 'jo', password } }, 'mail_server_failed', 'caldav'],
      [{ provider: 'imap', email }, 'missing_field', 'imap'],
      [{ ...servers.typed(), email: undefined }, 'missing_field', 'email'],
    ] as const
    for (const [input, code, field] of answers) {
      const { status, body } = await app.call('connect-mailbox', input, owner)
      assert.deepEqual([status, body.code, body.field], [400, code, field], JSON.stringify(body))
    }
    assert.deepEqual(await mailboxesOf(owner), [])
    assert.ok(!/wrong-imap|wrong-smtp/.test(app.logged()))
  } finally {
    await servers.stop()
  }
})

test('the address again is a new password for the same mailbox; of another member it is taken', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const servers = await startServers()
  try {
    const first = await app.call('connect-mailbox', servers.typed(), owner)
    const again = await app.call('connect-mailbox', servers.typed(), owner)
    assert.deepEqual([again.status, again.body.mailbox], [200, first.body.mailbox])
    const taken = await app.call('connect-mailbox', servers.typed(), maya)
    assert.deepEqual([taken.status, taken.body.code], [409, 'mailbox_taken'])
    assert.equal((await mailboxesOf(owner)).length, 1)
  } finally {
    await servers.stop()
  }
})

test('of several recipients one that the server refuses is shown on the mail, which left for the others', async () => {
  const owner = await app.given.organization()
  const servers = await startServers({ refuses: ['gone@client.example'] })
  try {
    await app.call('connect-mailbox', servers.typed(), owner)
    const letter = { userEmail: email, to: 'lena@client.example', cc: 'gone@client.example', subject: 'Plan', body: 'x' }
    const { body } = await app.call('send-email', letter, owner)
    await until('the mail', async () => (servers.smtp.arrived.length > 0 ? true : undefined))
    const shown = await until('the refusal', async () => {
      const answer = await app.call('show-email', { id: String(body.messageId), userEmail: email }, owner)
      return JSON.stringify(answer.body).includes('No such mailbox here') ? answer.body : undefined
    })
    assert.ok(JSON.stringify(shown).includes('gone@client.example'))
    assert.deepEqual(servers.smtp.arrived[0]?.to, ['lena@client.example'])
  } finally {
    await servers.stop()
  }
})

test('a server that takes the mail and never answers leaves it uncertain: it is not sent again, and is sent once it shows among what was sent', async () => {
  const owner = await app.given.organization()
  const servers = await startServers({ hangs: true })
  try {
    await app.call('connect-mailbox', servers.typed(), owner)
    const letter = { userEmail: email, to: 'lena@client.example', subject: 'Once', body: 'x' }
    const { body } = await app.call('send-email', letter, owner)
    const stateOf = () =>
      app.database.inOrg(owner.orgId, async (db) => {
        const id = String(body.messageId)
        return (await db.selectFrom('mailbox_mails').select('state').where('id', '=', id).executeTakeFirst())?.state
      })
    await until('the mail at the server', async () => (servers.taken.join('').includes('Once') ? true : undefined))
    await servers.smtp.stop()
    await until('uncertain', async () => ((await stateOf()) === 'uncertain' ? true : undefined))
    await sleep(6_000)
    assert.equal(await stateOf(), 'uncertain')
    const program = await openMailProgram(servers.imap)
    await program.append('Sent', servers.taken.join('').replace(/\r\n\.\r\n$/, '\r\n'), ['\\Seen'])
    program.close()
    await readNow(owner)
    assert.equal(await stateOf(), 'sent')
    assert.equal((await listed(owner, 'SENT')).length, 1)
  } finally {
    await servers.stop()
  }
})

test('a password that is refused later shows on the mailbox with its reason, and a new one heals it', async () => {
  const owner = await app.given.organization()
  const servers = await startServers()
  try {
    await app.call('connect-mailbox', servers.typed(), owner)
    await readNow(owner)
    await servers.imap.stop()
    const other = await startSmallImapServer({ port: servers.imap.port, password: 'changed' })
    try {
      const [mailbox] = await mailboxesOf(owner)
      await app.call('sync-mailbox', { mailboxId: mailbox?.id }, owner)
      await until('the state', async () => ((await mailboxesOf(owner))[0]?.status === 'error' ? true : undefined))
      assert.match((await mailboxesOf(owner))[0]?.last_error ?? '', /user name or password/)
      const { status } = await app.call('connect-mailbox', servers.typed({ imap: { password: 'changed' } }), owner)
      assert.equal(status, 200)
      await readNow(owner)
      assert.equal((await mailboxesOf(owner))[0]?.status, 'connected')
    } finally {
      await other.stop()
    }
  } finally {
    await servers.smtp.stop()
  }
})
