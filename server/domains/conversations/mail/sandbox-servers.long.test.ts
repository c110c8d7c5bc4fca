import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ImapFlow } from 'imapflow'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

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

const host = 'mail.sandbox.example'
const typed = (email: string, over: object = {}) => ({
  ...{ provider: 'imap', email },
  imap: { host, port: 143, user: email, password: 'right', ...over },
  smtp: { host, port: 587, user: email, password: 'right' },
})
const deed = async (name: string, email: string, form: Record<string, string> = {}): Promise<void> => {
  const answer = await fetch(`${app.url}/sandbox/imap/mail/${name}`, {
    method: 'POST',
    body: new URLSearchParams({ email, ...form }),
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
}
interface AtServer {
  readonly id: string
  readonly path: string
  readonly subject: string
}
const atServer = async (email: string): Promise<AtServer[]> => {
  const answer = await fetch(`${app.url}/sandbox/imap/mail?email=${email}`, { headers: { accept: 'application/json' } })
  return ((await answer.json()) as { mails: AtServer[] }).mails
}
const subjects = async (owner: Someone, email: string, labelId: string): Promise<string[]> =>
  (
    (await app.call('fetch-inbox', { userEmail: email, labelId, limit: 100 }, owner)).body.emails as unknown as {
      subject: string
    }[]
  )
    .map(({ subject }) => subject)
    .sort()
const mailboxOf = async (owner: Someone) => {
  const [mailbox] = (await app.call('list-mailboxes', {}, owner)).body.mailboxes as unknown as {
    id: string
    status: string
  }[]
  assert.ok(mailbox)
  return mailbox
}
/** From the database: the gateway limits how often one asks. */
const readAt = async (owner: Someone): Promise<number> =>
  app.database.inOrg(owner.orgId, async (db) => {
    const { synced_at: at } = await db.selectFrom('mailbox_readings').select('synced_at').executeTakeFirstOrThrow()
    return at?.getTime() ?? 0
  })
/** Asked for every two seconds: a reading that fails is not tried again until the clock says so, an hour from now. */
const readAgain = async (owner: Someone): Promise<void> => {
  const before = await readAt(owner)
  const { id: mailboxId } = await mailboxOf(owner)
  let askAtMs = 0
  await until('the mailbox was read', async () => {
    if (performance.now() > askAtMs) {
      askAtMs = performance.now() + 2_000
      await app.call('sync-mailbox', { mailboxId }, owner)
    }
    return (await readAt(owner)) !== before
  })
}

test('without an account a mailbox of the sandbox is connected, hears strangers, sends, and is answered and bounced', async () => {
  const owner = await app.given.organization()
  const email = 'jo@sandbox.example'
  for (const address of [email, 'desk@mail.sandbox.example']) {
    const found = await app.call('find-mail-servers', { email: address }, owner)
    const servers = [
      { host, port: 143 },
      { host, port: 587 },
    ]
    assert.deepEqual([found.body.imap, found.body.smtp], servers)
  }
  const { status, body } = await app.call('connect-mailbox', typed(email), owner)
  assert.equal(status, 200, JSON.stringify(body))
  await until('the first read', async () => (await readAt(owner)) > 0)
  await deed('write', email, { from: 'lena@client.example', subject: 'A question', text: 'Do you have time?' })
  await until('what a stranger wrote', async () => (await subjects(owner, email, 'INBOX')).includes('A question'))
  for (const kind of ['unended', 'charset', 'headless', 'junk']) await deed('write', email, { kind, subject: `As ${kind}` })
  await until('broken mail', async () => (await subjects(owner, email, 'INBOX')).length === 4)
  await readAgain(owner)
  assert.deepEqual(await subjects(owner, email, 'SPAM'), ['As junk'])

  const letter = { userEmail: email, to: 'lena@client.example', subject: 'Our offer', body: '<p>Here it is.</p>' }
  assert.equal((await app.call('send-email', letter, owner)).status, 200)
  const sent = await until('its copy at the server', async () => (await atServer(email)).find(({ path }) => path === 'Sent'))
  const arrived = (await (await fetch(`${app.url}/sandbox/mail?to=lena@client.example`)).json()) as { subject: string }[]
  assert.deepEqual(
    arrived.map(({ subject }) => subject),
    ['Our offer'],
  )
  await deed('reply', email, { id: sent.id, text: 'Thank you' })
  await until('the answer', async () => (await subjects(owner, email, 'INBOX')).includes('Re: Our offer'))
  await deed('bounce', email, { id: sent.id })
  await until('the bounce', async () => (await subjects(owner, email, 'INBOX')).some((each) => /Failure/.test(each)))
})

test('a folder that counts anew, connections that break and busy servers double and lose nothing', async () => {
  const owner = await app.given.organization()
  const email = 'eve@sandbox.example'
  assert.equal((await app.call('connect-mailbox', typed(email), owner)).status, 200)
  await deed('fill', email, { count: '30' })
  await until('all of it', async () => (await subjects(owner, email, 'INBOX')).length === 30)
  await deed('renumber', email, { folder: 'INBOX' })
  await readAgain(owner)
  assert.equal((await subjects(owner, email, 'INBOX')).length, 30)
  const dial = (faults: object) =>
    fetch(`${app.url}/sandbox/faults/imap`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    })
  const { id: mailboxId } = await mailboxOf(owner)
  for (const kind of ['reset', 'lost', 'rate_limited', 'error_503']) {
    await dial({ kind, only: 'UID FETCH', times: 1 })
    await deed('write', email, { subject: `During ${kind}` })
    await until(`a hit of ${kind}`, async () => {
      const { hits } = (await (await fetch(`${app.url}/sandbox/faults/imap`)).json()) as { hits: number }
      if (hits === 0) await app.call('sync-mailbox', { mailboxId }, owner)
      return hits > 0
    })
    await fetch(`${app.url}/sandbox/faults/imap`, { method: 'DELETE' })
    await readAgain(owner)
    assert.ok((await subjects(owner, email, 'INBOX')).includes(`During ${kind}`))
  }
  assert.equal((await subjects(owner, email, 'INBOX')).length, 34)
})

test('a wrong password, too many logins and an address of this machine are refused; a server that refuses later shows on the mailbox', async () => {
  const owner = await app.given.organization()
  const email = 'max@sandbox.example'
  const refused = async (input: object) => (await app.call('connect-mailbox', input, owner)).body.code
  assert.equal(await refused(typed(email, { password: 'wrong' })), 'mail_login_refused')
  // Only its name opens it: the guard holds for every address, the sandbox's own ports included.
  const answer = await fetch(`${app.url}/sandbox/imap/mail`, { headers: { accept: 'application/json' } })
  const { ports } = (await answer.json()) as { ports: { imap: number } }
  for (const target of [{ host: '127.0.0.1', port: ports.imap }, { host: 'localhost', port: 143 }, { port: 993 }])
    assert.equal(await refused(typed(email, target)), 'mail_server_failed', JSON.stringify(target))
  await deed('behave', email, { refusal: 'logins' })
  assert.equal(await refused(typed(email)), 'mail_server_failed')
  await deed('behave', email, { refusal: 'none' })
  assert.equal((await app.call('connect-mailbox', typed(email), owner)).status, 200)
  await until('the first read', async () => (await readAt(owner)) > 0)
  await deed('behave', email, { refusal: 'password' })
  await app.call('sync-mailbox', { mailboxId: (await mailboxOf(owner)).id }, owner)
  await until('its state', async () => (await mailboxOf(owner)).status === 'error')
  await deed('behave', email, { refusal: 'none' })
})

test('a mail server that refuses, drops or mistakes the connection at its greeting is named on the mailbox, which goes on afterwards', async () => {
  const faults = `${app.url}/sandbox/faults/imap`
  const doors = {
    refused: /^The mail server \(IMAP\) (cannot be reached|ended the connection)/,
    lost: /^The mail server \(IMAP\) (cannot be reached|ended the connection)/,
    html: /^The mail server \(IMAP\) ended the connection, or returned an invalid response/,
    error_503: /^The mail server \(IMAP\) does not accept connections now/,
  }
  for (const [kind, words] of Object.entries(doors)) {
    const owner = await app.given.organization()
    const email = `${kind.replace('_', '')}.door@sandbox.example`
    assert.equal((await app.call('connect-mailbox', typed(email), owner)).status, 200)
    await until('the first read', async () => (await readAt(owner)) > 0)
    const reading = () =>
      app.database.inOrg(owner.orgId, async (db) =>
        db.selectFrom('mailbox_readings').select(['behind_since', 'last_error']).executeTakeFirstOrThrow(),
      )
    const dial = { kind, only: 'GREETING' }
    const put = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(dial) }
    assert.equal((await fetch(faults, put)).status, 200)
    try {
      assert.equal((await app.call('connect-mailbox', typed(`new.${email}`), owner)).body.code, 'mail_server_failed')
      await app.call('sync-mailbox', { mailboxId: (await mailboxOf(owner)).id }, owner)
      const behind = await until(`${kind} in words`, async () =>
        (await reading()).last_error === null ? undefined : reading(),
      )
      assert.match(behind.last_error ?? '', words)
      assert.ok(behind.behind_since)
    } finally {
      await fetch(faults, { method: 'DELETE' })
    }
    await deed('write', email, { subject: `After ${kind}` })
    await readAgain(owner)
    assert.deepEqual(await subjects(owner, email, 'INBOX'), [`After ${kind}`])
    assert.equal((await reading()).behind_since, null)
  }
})

test('where the sandbox is off its mail server has no name', async () => {
  const without = await startApp({ env: { SANDBOX: 'off' } })
  try {
    const { body } = await without.call('connect-mailbox', typed('jo@sandbox.example'), without.owner)
    assert.equal(body.code, 'mail_server_failed')
  } finally {
    await without.stop()
  }
})

/** 1 MB that unpacks to 1 GB: members one behind the other unpack like one file (RFC 1952). */
const bomb = (): Buffer => {
  const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  return Buffer.concat(Array.from({ length: 16 }, () => zeros))
}
const mailWith = (subject: string, type: string, body: string): string =>
  [
    ...['From: Lena <lena@client.example>', `Subject: ${subject}`, `Date: ${new Date().toUTCString()}`, 'MIME-Version: 1.0'],
    ...[`Message-ID: <${subject.replace(' ', '.')}@client.example>`, `Content-Type: ${type}`, '', body],
  ].join('\r\n')
/** Parts in parts, deeper than any mail has them. */
const nested = (depth: number): string => {
  const opened = Array.from(
    { length: depth },
    (_, n) => `--p${n}\r\nContent-Type: multipart/mixed; boundary="p${n + 1}"\r\n\r\n`,
  )
  return `${opened.join('')}--p${depth}\r\nContent-Type: text/plain\r\n\r\nThe deepest\r\n--p${depth}--\r\n`
}

test('an attachment that unpacks to a gigabyte is kept as it came and never unpacked; parts in parts without end, and by the thousand, are read in no time', async () => {
  const owner = await app.given.organization()
  const email = 'bombs@sandbox.example'
  const packed = bomb()
  const file = `Content-Type: application/gzip; name="offer.gz"\r\nContent-Encoding: gzip\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="offer.gz"\r\n\r\n`
  const lines = packed.toString('base64').match(/.{1,76}/g) ?? []
  const words = '--parts\r\nContent-Type: text/plain\r\n\r\nHello\r\n'
  const many = Array.from({ length: 5_000 }, () => '--parts\r\nContent-Type: application/zip\r\n\r\nPK\r\n').join('')
  const mixed = 'multipart/mixed; boundary="parts"'
  const ports = JSON.parse(await readFile(path.join(app.dataDir, 'sandbox/imap/ports.json'), 'utf8')) as { imap: number }
  const auth = { user: email, pass: 'right' }
  const server = new ImapFlow({ host: '127.0.0.1', port: ports.imap, secure: false, logger: false, auth })
  await server.connect()
  for (const mail of [
    mailWith('A bomb', mixed, `${words}--parts\r\n${file}${lines.join('\r\n')}\r\n--parts--\r\n`),
    mailWith('A tower', 'multipart/mixed; boundary="p0"', nested(5_000)),
    mailWith('A crowd', mixed, `${words}${many}--parts--\r\n`),
  ])
    await server.append('INBOX', mail)
  await server.logout()

  const before = process.memoryUsage().rss
  const begun = performance.now()
  assert.equal((await app.call('connect-mailbox', typed(email), owner)).status, 200)
  await until('all of them', async () => (await subjects(owner, email, 'INBOX')).join() === 'A bomb,A crowd,A tower')
  const { body } = await app.call('fetch-inbox', { userEmail: email, limit: 10 }, owner)
  const mails = body.emails as unknown as { id: string; subject: string }[]
  for (const { id } of mails) assert.equal((await app.call('fetch-email-detail', { id, userEmail: email }, owner)).status, 200)
  const id = mails.find(({ subject }) => subject === 'A bomb')?.id ?? ''
  const query = new URLSearchParams({ id, userEmail: email, index: '0' })
  const answer = await fetch(`${app.url}/download/download-email-file?${query}`, {
    headers: { authorization: `Bearer ${owner.token}`, 'accept-encoding': 'identity' },
  })
  assert.deepEqual([answer.status, answer.headers.get('content-encoding')], [200, null])
  assert.ok(packed.equals(Buffer.from(await answer.arrayBuffer())), 'the attachment is not what came')
  const grownMb = (process.memoryUsage().rss - before) / 1024 ** 2
  assert.ok(grownMb < 300, `memory grew by ${Math.round(grownMb)} MB`)
  assert.ok(performance.now() - begun < 20_000, `it took ${Math.round(performance.now() - begun)} ms`)
})

test('a mail whose copy the server refuses is listed among what was sent, put there later once, and says so when that is given up', async () => {
  const email = 'kept@sandbox.example'
  const owner = await app.given.organization()
  assert.equal((await app.call('connect-mailbox', typed(email), owner)).status, 200)
  await readAgain(owner)
  const dial = async (faults: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${app.url}/sandbox/faults/imap`, { method: 'PUT', headers, body: JSON.stringify(faults) })
    assert.ok(answer.ok, await answer.text())
  }
  const send = async (subject: string): Promise<string> => {
    const letter = { userEmail: email, to: 'lena@client.example', subject, body: '<p>x</p>' }
    return String((await app.call('send-email', letter, owner)).body.messageId)
  }
  const shown = async (id: string) =>
    (await app.call('show-email', { id, userEmail: email }, owner)).body.mail as unknown as {
      state: string
      copy_state: string | null
      copy_error: string | null
    }
  const copyIs = (id: string, state: string | null) =>
    until(`its copy ${state}`, async () => {
      const mail = await shown(id)
      return mail.state === 'sent' && mail.copy_state === state ? mail : undefined
    })
  /** The next try is now, and is the last one where `last`. */
  const tryAgain = (id: string, { last }: { last: boolean }) =>
    app.database.pool.query(
      `update jobs.job_common set start_after = now(), retry_limit = case when $2 then retry_count else retry_limit end
       where name = 'keep-sent-copy' and data ->> 'mailId' = $1 and state in ('created', 'retry')`,
      [id, last],
    )
  const sentThere = async () =>
    (await atServer(email)).filter(({ path: folder }) => folder === 'Sent').map((each) => each.subject)

  await dial({ kind: 'error_500', only: 'IMAP APPEND' })
  const id = await send('Refused')
  assert.ok((await copyIs(id, 'waiting')).copy_error)
  assert.deepEqual([await subjects(owner, email, 'SENT'), await sentThere()], [['Refused'], []])
  await readAgain(owner)
  assert.deepEqual(await subjects(owner, email, 'SENT'), ['Refused'], 'a reading leaves it')
  await dial({})
  await tryAgain(id, { last: false })
  await copyIs(id, null)
  await readAgain(owner)
  assert.deepEqual([await subjects(owner, email, 'SENT'), await sentThere()], [['Refused'], ['Refused']])

  // The server keeps it, and its answer is lost: it is found, and not put there twice.
  await dial({ kind: 'lost', only: 'IMAP APPEND', times: 1 })
  const lost = await send('Lost')
  await until('it has left', async () => ((await shown(lost)).state === 'sent' ? true : undefined))
  await tryAgain(lost, { last: false })
  await copyIs(lost, null)
  assert.deepEqual((await sentThere()).sort(), ['Lost', 'Refused'])

  await dial({ kind: 'error_500', only: 'IMAP APPEND' })
  const given = await send('Given up')
  await copyIs(given, 'waiting')
  await tryAgain(given, { last: true })
  assert.ok((await copyIs(given, 'failed')).copy_error)
  assert.deepEqual(await subjects(owner, email, 'SENT'), ['Given up', 'Lost', 'Refused'])
  await dial({})
})
