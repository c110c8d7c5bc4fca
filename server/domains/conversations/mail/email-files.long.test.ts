import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { readMail } from '#shapes/mime/read-mail.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> } | null = null
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const userEmail = 'mira@sandbox.example'
const mebibyte = 1024 * 1024

const connect = async (owner: Someone, kind: 'personal' | 'team' = 'personal'): Promise<string> => {
  const mailboxId = await connectGoogle(app, owner)
  if (kind === 'team') ok(await app.call('update-mailbox', { mailboxId, kind }, owner))
  return mailboxId
}
const announce = async (owner: Someone, file: { name: string; mediaType?: string; size: number }): Promise<string> =>
  (ok(await app.call('create-email-file', file, owner)).body.file as unknown as { id: string }).id
const put = async (owner: Someone, id: string, content: Buffer, from = 0): Promise<[number, string | undefined]> => {
  const response = await fetch(`${app.url}/email-files/${id}/content?from=${from}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${owner.token}` },
    body: new Uint8Array(content),
  })
  return [response.status, ((await response.json()) as { code?: string }).code]
}
const given = async (owner: Someone, name: string, content: Buffer, type?: string): Promise<string> => {
  const id = await announce(owner, { name, size: content.length, ...(type && { mediaType: type }) })
  assert.deepEqual(await put(owner, id, content), [200, undefined])
  return id
}
const wish = { to: 'rosa@client.example', body: '<p>As promised</p>', userEmail }
const stateOf = async (owner: Someone, id: string) =>
  (ok(await app.call('show-email', { id, userEmail }, owner)).body.mail as unknown as { state: string }).state
const sentAs = async (owner: Someone, subject: string, id: string) => {
  await until(`${subject} was sent`, async () => ((await stateOf(owner, id)) === 'sent' ? true : undefined))
  const answer = await fetch(`${app.url}/sandbox/google/mail?email=${userEmail}`, { headers: { accept: 'application/json' } })
  const { mails } = (await answer.json()) as { mails: { id: string; labelIds: string[]; facts: Record<string, string> }[] }
  const mail = mails.find(({ labelIds, facts }) => labelIds.includes('SENT') && facts.subject === subject)
  const source = await fetch(`${app.url}/sandbox/google/mail/${mail?.id}/source`)
  return readMail(Buffer.from(await source.arrayBuffer()))
}
const download = async (owner: Someone, id: string, index: number): Promise<Buffer> => {
  const query = new URLSearchParams({ id, userEmail, index: String(index) })
  const answer = await fetch(`${app.url}/download/download-email-file?${query}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  return Buffer.from(await answer.arrayBuffer())
}
const storedFiles = async (): Promise<string[]> =>
  (await readdir(path.join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile() && entry.parentPath.includes('email-files'))
    .map(({ parentPath }) => parentPath)
/** The worker removes what no mail needs; the files of this workspace are older by so many days. */
const sweep = async ({ orgId }: Someone, days: number): Promise<void> => {
  const { pool } = app.database
  await app.database.inOrg(orgId, (db) =>
    db
      .updateTable('mail_files')
      .set({ created_at: new Date(Date.now() - days * 86_400_000) })
      .where('org_id', '=', orgId)
      .execute(),
  )
  const { rows } = await pool.query<{ id: string }>(
    `insert into jobs.job (name, data) values ('sweep-mail-files', '{}') returning id`,
  )
  await until('it was swept', async () => {
    const done = await pool.query<{ state: string }>('select state::text from jobs.job where id = $1', [rows[0]?.id])
    return ['completed', 'failed'].includes(done.rows[0]?.state ?? '') ? true : undefined
  })
}

test('files arrive byte for byte in the other mailbox, with their names and in their order, and open before the mail has left', async () => {
  const owner = await app.given.organization()
  await connect(owner)
  const [large, small] = [randomBytes(3 * mebibyte + 17), Buffer.from('ümläut\r\n.\r\n')]
  const names = ['Angebot für „Größe“ 見積 🙂.pdf', `${'long '.repeat(40)}.txt`]
  const first = await announce(owner, { name: names[0] ?? '', mediaType: 'application/pdf', size: large.length })
  // In parts: what broke off is sent on from the byte that is there.
  assert.deepEqual(await put(owner, first, large.subarray(0, mebibyte)), [200, undefined])
  assert.deepEqual(await put(owner, first, large), [409, 'email_file_offset_wrong'])
  assert.equal(
    (await app.call('send-email', { ...wish, subject: 'Too early', files: [first] }, owner)).body.code,
    'email_file_not_whole',
  )
  assert.deepEqual(await put(owner, first, large.subarray(mebibyte), mebibyte), [200, undefined])
  const second = await given(owner, names[1] ?? '', small, 'text/plain')
  const empty = await given(owner, 'empty.bin', Buffer.alloc(0))
  const files = [second, first, empty]
  const { body } = ok(await app.call('send-email', { ...wish, subject: 'With files', files, undoSeconds: 3 }, owner))
  const id = String(body.messageId)
  assert.ok((await download(owner, id, 1)).equals(large))
  const arrived = (await sentAs(owner, 'With files', id)).attachments
  assert.deepEqual(
    arrived.map(({ name, type }) => [name, type]),
    [
      [names[1], 'text/plain'],
      [names[0], 'application/pdf'],
      ['empty.bin', 'application/octet-stream'],
    ],
  )
  assert.ok(arrived[0]?.content.equals(small) && arrived[1]?.content.equals(large) && arrived[2]?.content.length === 0)
  assert.ok((await download(owner, id, 1)).equals(large))
  // They are part of that mail alone.
  assert.equal((await app.call('send-email', { ...wish, subject: 'Again', files }, owner)).body.code, 'email_file_not_found')
})

test('20 MB and a byte are refused with what to do, announced as one file or sent as several; 20 MB go', async () => {
  const owner = await app.given.organization()
  await connect(owner)
  const most = 20 * mebibyte
  const one = await app.call('create-email-file', { name: 'a', size: most + 1 }, owner)
  assert.deepEqual([one.status, one.body.code, one.body.field], [413, 'email_files_too_large', 'size'])
  const content = randomBytes(most)
  const whole = await given(owner, 'whole.bin', content)
  const byte = await given(owner, 'byte.bin', Buffer.from('x'))
  const both = await app.call('send-email', { ...wish, subject: 'Both', files: [whole, byte] }, owner)
  assert.deepEqual([both.status, both.body.code, both.body.field], [413, 'email_files_too_large', 'files'])
  const short = await announce(owner, { name: 'short', size: 3 })
  assert.deepEqual(await put(owner, short, Buffer.from('four')), [413, 'email_files_too_large'])
  const { body } = ok(await app.call('send-email', { ...wish, subject: 'Twenty', files: [whole] }, owner))
  const arrived = (await sentAs(owner, 'Twenty', String(body.messageId))).attachments
  assert.ok(arrived[0]?.content.equals(content))
})

test('the file of another member is not there: not to send, to see, to fill or to remove', async () => {
  const owner = await app.given.organization()
  await connect(owner, 'team')
  const other = await app.given.person(owner.orgId, 'admin')
  const id = await given(owner, 'secret.txt', Buffer.from('secret'))
  const foreign = await app.call('send-email', { ...wish, subject: 'Not mine', files: [id] }, other)
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'email_file_not_found'])
  for (const name of ['show-email-file', 'remove-email-file'])
    assert.equal((await app.call(name, { fileId: id }, other)).body.code, 'email_file_not_found', name)
  assert.deepEqual(await put(other, id, Buffer.from('x'), 6), [404, 'email_file_not_found'])
  ok(await app.call('remove-email-file', { fileId: id }, owner))
  assert.equal((await app.call('show-email-file', { fileId: id }, owner)).body.code, 'email_file_not_found')
})

test('a file that no mail took goes after a day, with its bytes; one that a mail waits for stays, and goes when the mailbox has it', async () => {
  const owner = await app.given.organization()
  await connect(owner)
  const unused = await given(owner, 'unused.txt', Buffer.from('unused'))
  const cut = await announce(owner, { name: 'cut.txt', size: 10 })
  assert.deepEqual(await put(owner, cut, Buffer.from('half')), [200, undefined])
  const used = await given(owner, 'used.txt', Buffer.from('used'))
  const waiting = { ...wish, subject: 'Waiting', files: [used], undoSeconds: 60 }
  const { body } = ok(await app.call('send-email', waiting, owner))
  const left = async (): Promise<string[]> => (await storedFiles()).map((folder) => path.basename(folder))
  await sweep(owner, 0.9)
  for (const id of [unused, cut, used]) assert.ok((await left()).includes(id))
  await sweep(owner, 1.1)
  const kept = await left()
  assert.deepEqual([kept.includes(unused), kept.includes(cut), kept.includes(used)], [false, false, true])
  assert.equal((await app.call('show-email-file', { fileId: unused }, owner)).status, 404)
  // Taken back, its file is free for another mail.
  ok(await app.call('cancel-email', { id: body.messageId, userEmail }, owner))
  const again = ok(await app.call('send-email', { ...waiting, subject: 'Then', undoSeconds: 0 }, owner))
  assert.equal((await sentAs(owner, 'Then', String(again.body.messageId))).attachments[0]?.content.toString(), 'used')
  await sweep(owner, 1.1)
  assert.equal((await left()).includes(used), false)
  assert.equal((await download(owner, String(again.body.messageId), 0)).toString(), 'used')
})

test('an email that is passed on carries the files of the one it quotes; an answer in the inbox carries files too', async () => {
  const owner = await app.given.organization()
  const mailboxId = await connect(owner, 'team')
  const arrive = await fetch(`${app.url}/sandbox/google/mail/write`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ email: userEmail, from: 'lena@client.example', name: 'Lena', subject: 'The plan', text: 'See the file.' },
      hasFile: 'on',
    }),
    redirect: 'manual',
  })
  assert.equal(arrive.status, 303)
  ok(await app.call('sync-mailbox', { mailboxId }, owner))
  const plan = await until('the plan', async () => {
    const { body } = ok(await app.call('fetch-inbox', { userEmail, limit: 100 }, owner))
    return (body.emails as unknown as { id: string; subject: string }[]).find(({ subject }) => subject === 'The plan')
  })
  const taken = ok(await app.call('attach-email-files', { id: plan.id, userEmail }, owner)).body.files as unknown as {
    id: string
    name: string
    bytes: number
    received_bytes: number
  }[]
  assert.deepEqual(
    taken.map(({ name, bytes, received_bytes }) => [name, received_bytes === bytes]),
    [['Angebot für Sie.pdf', true]],
  )
  const files = taken.map(({ id }) => id)
  const { body } = ok(await app.call('send-email', { ...wish, subject: 'Fwd: The plan', files }, owner))
  const [passed] = (await sentAs(owner, 'Fwd: The plan', String(body.messageId))).attachments
  assert.ok(passed?.content.equals(await download(owner, plan.id, 0)))

  const chats = ok(await app.call('fetch-admin-chats', {}, owner)).body.conversations as unknown as Record<string, string>[]
  const chat = chats.find(({ client_email }) => client_email === 'lena@client.example')
  const file = await given(owner, 'reply.txt', Buffer.from('from the inbox'))
  const reply = { projectId: chat?.contact_id, clientMessageId: crypto.randomUUID(), message: 'Here it is.', files: [file] }
  const sent = ok(await app.call('reply-chat', reply, owner)).body.message as unknown as {
    mail: { id: string; attachments: { name: string }[] }
  }
  assert.deepEqual(
    sent.mail.attachments.map(({ name }) => name),
    ['reply.txt'],
  )
  // The same again is the same message; with other files it is another one.
  ok(await app.call('reply-chat', reply, owner))
  assert.equal((await app.call('reply-chat', { ...reply, files: [] }, owner)).status, 422)
  const answer = await sentAs(owner, 'Re: The plan', sent.mail.id)
  assert.equal(answer.attachments[0]?.content.toString(), 'from the inbox')
  const note = { ...reply, clientMessageId: crypto.randomUUID(), note: true, files: [crypto.randomUUID()] }
  assert.equal((await app.call('reply-chat', note, owner)).body.field, 'files')
})
