import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { openMailProgram } from '#test/support/imap-server.ts'
import { type MailReader, openMailReader } from '#test/support/mail-reader.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

const env = { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }
let app: TestApp
/** There is no worker: what a test reads and files happens when it says so, and nothing else does. */
let reader: MailReader
before(async () => {
  app = await startApp({ env, alone: true })
  reader = await openMailReader(app, env)
})
after(async () => {
  await reader?.close()
  await app?.stop()
})

const atGoogle = 'mira@sandbox.example'
const alias = 'mira.sales@sandbox.example'
const post = async (path: string, form: Record<string, string>): Promise<void> => {
  const answer = await fetch(`${app.url}/sandbox/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
}
const deed = (name: string, form: Record<string, string>) => post(`google/mail/${name}`, { email: atGoogle, ...form })
/** The id that Google has of the newest mail of a subject. */
const idAtGoogle = async (subject: string): Promise<string> => {
  const answer = await fetch(`${app.url}/sandbox/google/mail?email=${atGoogle}`, { headers: { accept: 'application/json' } })
  const { mails } = (await answer.json()) as { mails: { id: string; facts: Record<string, string> }[] }
  const found = mails.find(({ facts }) => facts.subject === subject)
  assert.ok(found, subject)
  return found.id
}
const connectMira = async (owner: Someone, kind: 'personal' | 'team'): Promise<string> => {
  const id = await connectGoogle(app, owner)
  if (kind === 'team') ok(await app.call('update-mailbox', { mailboxId: id, kind }, owner))
  return id
}
const connectTyped = async (who: Someone, email: string, kind: 'personal' | 'team' = 'personal'): Promise<string> => {
  const server = { host: 'mail.sandbox.example', user: email, password: 'right' }
  const given = { provider: 'imap', email, imap: { ...server, port: 143 }, smtp: { ...server, port: 587 } }
  const { id } = ok(await app.call('connect-mailbox', given, who)).body.mailbox as unknown as { id: string }
  if (kind === 'team') ok(await app.call('update-mailbox', { mailboxId: id, kind }, who))
  return id
}
/** Another mail program of a typed mailbox. */
const programOf = async (email: string) => {
  const answer = await fetch(`${app.url}/sandbox/imap/mail?email=${email}`, { headers: { accept: 'application/json' } })
  const { ports } = (await answer.json()) as { ports: { imap: number } }
  const program = await openMailProgram({ port: ports.imap, user: email, password: 'right', stop: async () => {} })
  const inFolder = async (folder: string, work: () => Promise<unknown>): Promise<void> => {
    const lock = await program.getMailboxLock(folder)
    try {
      await program.noop()
      await work()
    } finally {
      lock.release()
    }
  }
  return {
    append: (folder: string, raw: string) => program.append(folder, raw, []),
    /** The newest of a folder. */
    move: (from: string, to: string) => inFolder(from, () => program.messageMove('*', to)),
    remove: (from: string) => inFolder(from, () => program.messageDelete('*')),
    close: () => program.close(),
  }
}
const letter = (about: Record<string, string>, text: string): string =>
  `${Object.entries({ Date: new Date().toUTCString(), 'Message-ID': `<${crypto.randomUUID()}@client.example>`, ...about })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${text}\r\n`
const report = (messageId: string, recipients: readonly string[]): string => {
  const parts = recipients.map((email) => `Final-Recipient: rfc822; ${email}\r\nAction: failed\r\nStatus: 5.1.1\r\n`)
  return [
    'From: Mail Delivery <mailer-daemon@server.example>',
    'To: jo@sandbox.example',
    'Subject: Undelivered',
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${crypto.randomUUID()}@server.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b\r\nContent-Type: text/plain\r\n\r\nNot delivered.\r\n',
    `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; server.example\r\n\r\n${parts.join('\r\n')}`,
    `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${messageId}\r\n\r\n--b--\r\n`,
  ].join('\r\n')
}

/** A person who is known, with a deal, so that there is a thread to look at. */
const known = async (owner: Someone, email: string): Promise<string> => {
  const key = await app.given.key(owner.orgId, { scopes: ['leads:write'] })
  await app.post({ name: 'Ida Known', email, source: 's' }, key.text)
  const contact = await until('the contact', () =>
    app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('contacts').select('id').where('email', '=', email).executeTakeFirst(),
    ),
  )
  const { body } = ok(await app.call('create-deal', { contactId: contact.id, name: 'Ida' }, owner))
  return String((body.deal as unknown as { id: string }).id)
}
interface Shown {
  readonly id: string
  readonly comment_text: string | null
  readonly direction: string
  readonly state: string | null
  readonly error: string | null
  readonly mail: {
    readonly id: string
    readonly visible: string
    readonly subject: string | null
    readonly bounced: string | null
  } | null
}
const threadOf = async (projectId: string, who: Someone): Promise<Shown[]> =>
  (ok(await app.call('fetch-chat-history', { projectId }, who)).body.history as unknown as Shown[]).filter(({ mail }) => mail)
const textsOf = async (projectId: string, who: Someone) =>
  (await threadOf(projectId, who)).map(({ comment_text }) => comment_text)
const answersHeard = ({ orgId }: Someone): Promise<number> =>
  app.database.inOrg(
    orgId,
    async (db) => (await db.selectFrom('events').select('type').where('type', '=', 'email.calendar_answered').execute()).length,
  )

test('a mail that is taken out of spam is a conversation, and one that is thrown away leaves the threads of a personal mailbox', async () => {
  const owner = await app.given.organization()
  const projectId = await known(owner, 'ida@client.example')
  const mailboxId = await connectMira(owner, 'personal')
  await deed('write', { kind: 'junk', from: 'ida@client.example', subject: 'Rescued', text: 'I am no junk' })
  await reader.read(owner.orgId, mailboxId)
  assert.deepEqual(await threadOf(projectId, owner), [])
  const id = await idAtGoogle('Rescued')
  await deed('inbox', { id })
  await reader.read(owner.orgId, mailboxId)
  assert.deepEqual(await textsOf(projectId, owner), ['I am no junk'])
  for (const step of ['trash', 'inbox', 'spam']) {
    await deed(step, { id })
    await reader.read(owner.orgId, mailboxId)
    assert.equal((await threadOf(projectId, owner)).length, step === 'inbox' ? 1 : 0, step)
  }
  ok(await app.call('disconnect-mailbox', { mailboxId }, owner))
})

test('a stranger whose mail to the team was taken for spam becomes a contact once it is not, and stays one when it is thrown away', async () => {
  const owner = await app.given.organization()
  const mailboxId = await connectMira(owner, 'team')
  await deed('write', { kind: 'junk', from: 'new@client.example', name: 'New Client', subject: 'Offer', text: 'How much?' })
  await reader.read(owner.orgId, mailboxId)
  const previews = async () => {
    const { body } = ok(await app.call('fetch-admin-chats', {}, owner))
    return (body.conversations as unknown as { last_message_preview: string }[]).map((each) => each.last_message_preview)
  }
  assert.deepEqual(await previews(), [])
  for (const step of ['inbox', 'trash']) {
    await deed(step, { id: await idAtGoogle('Offer') })
    await reader.read(owner.orgId, mailboxId)
    assert.deepEqual(await previews(), ['How much?'], step)
  }
  ok(await app.call('disconnect-mailbox', { mailboxId }, owner))
})

test('by IMAP a mail is a conversation once it is moved out of junk, with the invitation it answers and the mail it returns, and a draft once it is sent', async () => {
  const owner = await app.given.organization()
  const projectId = await known(owner, 'ida@moved.example')
  const mailboxId = await connectTyped(owner, 'jo@sandbox.example')
  const program = await programOf('jo@sandbox.example')
  const answer = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    'UID:one@foyer.example',
    'DTSTAMP:20261123T100000Z',
    'DTSTART:20261201T100000Z',
    'ATTENDEE;PARTSTAT=ACCEPTED:mailto:ida@moved.example',
    'ORGANIZER:mailto:jo@sandbox.example',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  const accepted = { 'MIME-Version': '1.0', 'Content-Type': 'text/calendar; method=REPLY; charset=utf-8' }
  await program.append(
    'Junk',
    letter({ From: 'ida@moved.example', To: 'jo@sandbox.example', Subject: 'Accepted', ...accepted }, answer),
  )
  await reader.read(owner.orgId, mailboxId)
  assert.deepEqual([await threadOf(projectId, owner), await answersHeard(owner)], [[], 0])
  await program.move('Junk', 'INBOX')
  await reader.read(owner.orgId, mailboxId)
  assert.deepEqual([(await threadOf(projectId, owner)).length, await answersHeard(owner)], [1, 1])

  const draft = letter(
    { From: 'jo@sandbox.example', To: 'ida@moved.example', Subject: 'Offer', 'Message-ID': '<offer@x.example>' },
    'Ours',
  )
  await program.append('Drafts', draft)
  await reader.read(owner.orgId, mailboxId)
  assert.equal((await threadOf(projectId, owner)).length, 1)
  await program.append('Sent', draft)
  await program.remove('Drafts')
  await reader.read(owner.orgId, mailboxId)
  const sent = async () => (await threadOf(projectId, owner)).filter(({ direction }) => direction === 'out')
  assert.deepEqual(
    (await sent()).map(({ comment_text, state }) => [comment_text, state]),
    [['Ours', 'sent']],
  )
  await program.append('Junk', report('<offer@x.example>', ['ida@moved.example']))
  await reader.read(owner.orgId, mailboxId)
  assert.equal((await sent())[0]?.state, 'sent')
  await program.move('Junk', 'INBOX')
  await reader.read(owner.orgId, mailboxId)
  assert.equal((await sent())[0]?.state, 'failed')
  program.close()
  ok(await app.call('disconnect-mailbox', { mailboxId }, owner))
})

test('by IMAP one copy that is thrown away leaves the other where it is', async () => {
  const owner = await app.given.organization()
  const projectId = await known(owner, 'ida@twice.example')
  const mailboxId = await connectTyped(owner, 'twice@sandbox.example')
  const program = await programOf('twice@sandbox.example')
  const raw = letter({ From: 'ida@twice.example', To: 'twice@sandbox.example', Subject: 'Twice' }, 'Came twice')
  await program.append('INBOX', raw)
  await program.append('INBOX', raw)
  await program.move('INBOX', 'Trash')
  await reader.read(owner.orgId, mailboxId)
  assert.deepEqual(await textsOf(projectId, owner), ['Came twice'])
  await program.move('INBOX', 'Trash')
  await reader.read(owner.orgId, mailboxId)
  assert.deepEqual(await textsOf(projectId, owner), [])
  program.close()
  ok(await app.call('disconnect-mailbox', { mailboxId }, owner))
})

test('of a mail that one of several did not get, that person’s thread alone says so, also where the report was read first', async () => {
  const owner = await app.given.organization()
  const threads = [await known(owner, 'ida@some.example'), await known(owner, 'uma@some.example')]
  const mailboxId = await connectTyped(owner, 'some@sandbox.example')
  const program = await programOf('some@sandbox.example')
  const write = (id: string) =>
    letter(
      {
        From: 'some@sandbox.example',
        To: 'ida@some.example, uma@some.example',
        Subject: id,
        'Message-ID': `<${id}@x.example>`,
      },
      id,
    )
  // The inbox is read before what was sent.
  await program.append('INBOX', report('<early@x.example>', ['uma@some.example']))
  await program.append('Sent', write('early'))
  await reader.read(owner.orgId, mailboxId)
  await program.append('Sent', write('late'))
  await reader.read(owner.orgId, mailboxId)
  await program.append('INBOX', report('<late@x.example>', ['ida@some.example']))
  await reader.read(owner.orgId, mailboxId)
  const saidOf = async (projectId: string) =>
    (await threadOf(projectId, owner)).map(({ comment_text, state, mail }) => [comment_text, state, mail?.bounced !== null])
  const said = async () => [await saidOf(threads[0] ?? ''), await saidOf(threads[1] ?? '')]
  const expected = [
    [
      ['early', 'sent', false],
      ['late', 'failed', true],
    ],
    [
      ['early', 'failed', true],
      ['late', 'sent', false],
    ],
  ]
  assert.deepEqual(await said(), expected)
  // Thrown away and taken back it says the same.
  for (const [from, to] of [
    ['Sent', 'Trash'],
    ['Trash', 'Sent'],
  ] as const) {
    await program.move(from, to)
    await reader.read(owner.orgId, mailboxId)
  }
  assert.deepEqual(await said(), expected)
  program.close()
  ok(await app.call('disconnect-mailbox', { mailboxId }, owner))
})

test('mail with an excluded address is its owner’s alone from that moment on, and leaves the threads', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const projectId = await known(owner, 'ida@clinic.example')
  const mailboxId = await connectMira(maya, 'personal')
  ok(await app.call('update-mailbox', { mailboxId, shares: 'all' }, maya))
  await deed('write', { from: 'ida@clinic.example', subject: 'Results', text: 'They are private' })
  await reader.read(owner.orgId, mailboxId)
  const seen = async () => (await threadOf(projectId, owner)).map(({ comment_text, mail }) => [comment_text, mail?.subject])
  assert.deepEqual(await seen(), [['They are private', 'Results']])
  ok(await app.call('update-mailbox', { mailboxId, excludes: ['clinic.example'] }, maya))
  // No job has run.
  assert.deepEqual(await seen(), [[null, null]])
  await reader.fileAgain(owner.orgId, mailboxId)
  assert.deepEqual(await threadOf(projectId, maya), [])
  ok(await app.call('update-mailbox', { mailboxId, excludes: [] }, maya))
  await reader.fileAgain(owner.orgId, mailboxId)
  assert.deepEqual(await seen(), [['They are private', 'Results']])
  ok(await app.call('disconnect-mailbox', { mailboxId }, maya))
})

test('mail with an excluded address makes no conversation of a mailbox of the team, and leaves those it has', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const projectId = await known(owner, 'ida@clinic.example')
  const mailboxId = await connectTyped(maya, 'maya@sandbox.example', 'team')
  const program = await programOf('maya@sandbox.example')
  const write = (subject: string) =>
    letter({ From: 'ida@clinic.example', To: 'maya@sandbox.example', Subject: subject }, subject)
  await program.append('INBOX', write('Before'))
  await reader.read(owner.orgId, mailboxId)
  assert.deepEqual(await textsOf(projectId, owner), ['Before'])
  ok(await app.call('update-mailbox', { mailboxId, excludes: ['ida@clinic.example'] }, maya))
  await reader.fileAgain(owner.orgId, mailboxId)
  await program.append('INBOX', write('After'))
  await reader.read(owner.orgId, mailboxId)
  assert.deepEqual(await textsOf(projectId, owner), [])
  program.close()
})

test('mail with a contact who becomes a colleague leaves the threads of a personal mailbox', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const kim = await app.given.person(owner.orgId, 'member')
  const projectId = await known(owner, 'mira@sandbox.example')
  const mailboxId = await connectTyped(maya, 'maya@outside.example')
  ok(await app.call('update-mailbox', { mailboxId, shares: 'all' }, maya))
  const program = await programOf('maya@outside.example')
  await program.append('INBOX', letter({ From: atGoogle, To: 'maya@outside.example', Subject: 'Job' }, 'I apply'))
  await reader.read(owner.orgId, mailboxId)
  program.close()
  assert.deepEqual(await textsOf(projectId, owner), ['I apply'])
  await connectMira(kim, 'personal')
  assert.deepEqual(await textsOf(projectId, owner), [null])
  const { rows } = await sql<{ id: string }>`
    select data ->> 'mailboxId' as id from jobs.job_common
    where name = 'file-mailbox-again' and data ->> 'isShown' = 'true'`.execute(app.database.db)
  assert.ok(
    rows.some(({ id }) => id === mailboxId),
    'it is ordered',
  )
  await reader.fileAgain(owner.orgId, mailboxId)
  assert.deepEqual(await threadOf(projectId, maya), [])
})

/** A mail to a personal mailbox and one of the team, which the personal one has first. */
const inBoth = async (about: Record<string, string>) => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const projectId = await known(owner, 'ida@both.example')
  const name = crypto.randomUUID().slice(0, 8)
  const [own, team] = [`maya.${name}@both-own.example`, `team.${name}@both-own.example`]
  const raw = letter({ From: 'ida@both.example', To: own, Cc: team, Subject: 'Both', ...about }, 'To both of you')
  const personal = await connectTyped(maya, own)
  const shared = await connectTyped(owner, team, 'team')
  const [mine, ours] = [await programOf(own), await programOf(team)]
  const arrive = async (folder: string): Promise<void> => {
    await mine.append('INBOX', raw)
    await reader.read(owner.orgId, personal)
    assert.deepEqual(await textsOf(projectId, owner), [null])
    await ours.append(folder, raw)
    await reader.read(owner.orgId, shared)
  }
  const close = (): void => {
    mine.close()
    ours.close()
  }
  return { owner, maya, projectId, personal, shared, mine, ours, arrive, close }
}

for (const [name, about] of [
  ['a mail', {}],
  ['a mail without an id', { 'Message-ID': '' }],
] as const)
  test(`${name} to a personal mailbox and to the team stays in the team’s conversation when the personal one deletes it, and is left`, async () => {
    const { owner, maya, projectId, personal, mine, arrive, close } = await inBoth(about)
    await arrive('INBOX')
    assert.deepEqual(await textsOf(projectId, owner), ['To both of you'])
    await mine.remove('INBOX')
    await reader.read(owner.orgId, personal)
    assert.deepEqual(await textsOf(projectId, owner), ['To both of you'])
    ok(await app.call('disconnect-mailbox', { mailboxId: personal }, maya))
    assert.deepEqual(await textsOf(projectId, owner), ['To both of you'])
    close()
  })

test('a mail of two team mailboxes stays in the conversation when one of them is personal again', async () => {
  const { owner, maya, projectId, personal, arrive, close } = await inBoth({})
  await arrive('INBOX')
  ok(await app.call('update-mailbox', { mailboxId: personal, kind: 'team' }, maya))
  await reader.fileAgain(owner.orgId, personal)
  ok(await app.call('update-mailbox', { mailboxId: personal, kind: 'personal' }, maya))
  assert.deepEqual(await textsOf(projectId, owner), ['To both of you'])
  await reader.fileAgain(owner.orgId, personal)
  assert.deepEqual(await textsOf(projectId, owner), ['To both of you'])
  close()
})

for (const [where, folder, excludes] of [
  ['lies in the team’s trash', 'Trash', []],
  ['the owner of the team’s mailbox excludes', 'INBOX', ['both.example']],
] as const)
  test(`a copy that ${where} replaces no other copy in a conversation`, async () => {
    const { owner, maya, projectId, personal, shared, arrive, close } = await inBoth({})
    ok(await app.call('update-mailbox', { mailboxId: shared, excludes }, owner))
    await arrive(folder)
    assert.equal((await threadOf(projectId, owner)).length, 1)
    ok(await app.call('disconnect-mailbox', { mailboxId: personal }, maya))
    assert.deepEqual(await threadOf(projectId, owner), [])
    close()
  })

test('another mail with the id of one that the team has does not take its place in a conversation', async () => {
  const owner = await app.given.organization()
  const projectId = await known(owner, 'ida@id.example')
  const mailboxId = await connectTyped(owner, 'ids@sandbox.example', 'team')
  const program = await programOf('ids@sandbox.example')
  const about = { To: 'ids@sandbox.example, ida@id.example', 'Message-ID': '<same@id.example>' }
  for (const from of ['ida@id.example', 'mallory@bad.example']) {
    await program.append('INBOX', letter({ From: from, Subject: from, ...about }, `From ${from}`))
    await reader.read(owner.orgId, mailboxId)
  }
  assert.deepEqual(await textsOf(projectId, owner), ['From ida@id.example'])
  program.close()
})

test('one’s own mail that comes back by the inbox is not shown as the client’s, and is ours once it lies among what was sent', async () => {
  const owner = await app.given.organization()
  const projectId = await known(owner, 'ida@self.example')
  const mailboxId = await connectTyped(owner, 'self@sandbox.example')
  const program = await programOf('self@sandbox.example')
  const raw = letter(
    { From: 'Jo <self@sandbox.example>', To: 'ida@self.example', Cc: 'self@sandbox.example', Subject: 'Phone' },
    'I wrote this',
  )
  await program.append('INBOX', raw)
  await reader.read(owner.orgId, mailboxId)
  // So does a mail of a stranger who writes in our name.
  assert.deepEqual(await threadOf(projectId, owner), [])
  await program.append('Sent', raw)
  await reader.read(owner.orgId, mailboxId)
  assert.deepEqual(
    (await threadOf(projectId, owner)).map(({ comment_text, direction }) => [comment_text, direction]),
    [['I wrote this', 'out']],
  )
  program.close()
})

test('a member’s mail sent by another program is outgoing where Google proves the sender, by an alias too, and in no thread without proof', async () => {
  const owner = await app.given.organization()
  const projectId = await known(owner, 'ida@proof.example')
  const mailboxId = await connectMira(owner, 'personal')
  await reader.read(owner.orgId, mailboxId)
  const write = (from: string, text: string, more: Record<string, string> = {}) =>
    deed('write', { from, cc: 'ida@proof.example', subject: text, text, ...more })
  await write(atGoogle, 'Proven', { isProven: 'on' })
  await write(alias, 'By the alias', { isProven: 'on' })
  await write(atGoogle, 'Pretended')
  await write('mira.new@sandbox.example', 'Not confirmed', { isProven: 'on' })
  await reader.read(owner.orgId, mailboxId)
  assert.deepEqual(
    (await threadOf(projectId, owner)).filter(({ direction }) => direction === 'out').map(({ comment_text }) => comment_text),
    ['Proven', 'By the alias'],
  )
  assert.ok(!(await textsOf(projectId, owner)).includes('Pretended'))
  ok(await app.call('disconnect-mailbox', { mailboxId }, owner))
})

test('an answer to an alias leaves from the alias, and one to all goes to none of one’s own addresses', async () => {
  const owner = await app.given.organization()
  const projectId = await known(owner, 'ida@alias.example')
  const mailboxId = await connectMira(owner, 'team')
  await deed('write', {
    ...{ to: alias, from: 'ida@alias.example', cc: `${atGoogle}, uma@alias.example`, subject: 'To sales', text: 'Hello' },
  })
  await reader.read(owner.orgId, mailboxId)
  const [message] = await threadOf(projectId, owner)
  ok(
    await app.call(
      'reply-chat',
      { projectId, message: 'Here it is', answering: message?.id, replyAll: true, clientMessageId: crypto.randomUUID() },
      owner,
    ),
  )
  const sent = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('mailbox_mails')
      .select(['from_email', 'to_list', 'cc_list'])
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow(),
  )
  const emails = (list: unknown) => (list as { email: string }[]).map(({ email }) => email)
  assert.deepEqual(
    [sent.from_email, emails(sent.to_list), emails(sent.cc_list)],
    [alias, ['ida@alias.example'], ['uma@alias.example']],
  )
  ok(await app.call('disconnect-mailbox', { mailboxId }, owner))
})
