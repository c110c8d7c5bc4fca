import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startMailServer } from '#test/mail/mail-server.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { consentAt } from '#test/support/consent.ts'
import { openMailProgram, startSmallImapServer } from '#test/support/imap-server.ts'
import type { Answer } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({
    env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600', OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' },
    alone: true,
  })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const atGoogle = 'mira@sandbox.example'
const ok = (answer: Answer): Answer => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer
}
const deed = async (name: string, form: Record<string, string>): Promise<void> => {
  const answer = await fetch(`${app.url}/sandbox/google/mail/${name}`, {
    method: 'POST',
    body: new URLSearchParams({ email: atGoogle, ...form }),
    redirect: 'manual',
  })
  assert.equal(answer.status, 303, await answer.text())
}
/** The id that Google has of the newest mail of a subject. */
const idAtGoogle = async (subject: string): Promise<string> => {
  const answer = await fetch(`${app.url}/sandbox/google/mail?email=${atGoogle}`, { headers: { accept: 'application/json' } })
  const { mails } = (await answer.json()) as { mails: { id: string; facts: Record<string, string> }[] }
  const found = mails.find(({ facts }) => facts.subject === subject)
  assert.ok(found, subject)
  return found.id
}
const mailboxesOf = async (who: Someone) =>
  ok(await app.call('list-mailboxes', {}, who)).body.mailboxes as unknown as {
    id: string
    email: string
    mail: { synced_at: string | null } | null
  }[]
const connectGoogle = async (owner: Someone, kind: 'personal' | 'team'): Promise<string> => {
  const { body } = await app.call('connect-mailbox', { provider: 'google' }, owner)
  const back = await consentAt(String(body.authorizeUrl), { account: 'mira@' })
  ok(await app.call('integration-callback', Object.fromEntries(back.searchParams), owner))
  const id = (await mailboxesOf(owner)).find(({ email }) => email === atGoogle)?.id ?? ''
  if (kind === 'team') ok(await app.call('update-mailbox', { mailboxId: id, kind }, owner))
  return id
}
const readNow = async (who: Someone, mailboxId: string): Promise<void> => {
  const synced = async () => (await mailboxesOf(who)).find(({ id }) => id === mailboxId)?.mail?.synced_at ?? null
  const was = await synced()
  ok(await app.call('sync-mailbox', { mailboxId }, who))
  await until('the mailbox was read', async () => ((await synced()) === was ? undefined : true))
}
/** A person who is known, with a deal, so that there is a thread to look at. */
const known = async (owner: Someone, email: string): Promise<string> => {
  const key = await app.given.key(owner.orgId, { scopes: ['leads:write'] })
  await app.post({ name: 'Ida Known', email, source: 's' }, key.text)
  const contact = await until('the contact', async () => {
    const { body } = await app.call('list-contacts', { search: email, limit: 5 }, owner)
    return (body.contacts as unknown as { id: string }[])[0]
  })
  const { body } = ok(await app.call('create-deal', { contactId: contact.id, name: 'Ida' }, owner))
  return String((body.deal as unknown as { id: string }).id)
}
interface Shown {
  readonly comment_text: string | null
  readonly author: string
  readonly comment_type: string
  readonly mail: { readonly visible: string; readonly subject: string | null } | null
}
const threadOf = async (projectId: string, who: Someone): Promise<Shown[]> =>
  (ok(await app.call('fetch-chat-history', { projectId }, who)).body.history as unknown as Shown[]).filter(({ mail }) => mail)

test('a mail that is taken out of spam is a conversation, and one that is thrown away leaves the threads of a personal mailbox', async () => {
  const owner = await app.given.organization()
  const projectId = await known(owner, 'ida@client.example')
  const mailboxId = await connectGoogle(owner, 'personal')
  await deed('write', { kind: 'junk', from: 'ida@client.example', subject: 'Rescued', text: 'I am no junk' })
  await readNow(owner, mailboxId)
  assert.deepEqual(await threadOf(projectId, owner), [])
  const id = await idAtGoogle('Rescued')
  await deed('inbox', { id })
  await readNow(owner, mailboxId)
  assert.deepEqual(
    (await threadOf(projectId, owner)).map(({ comment_text }) => comment_text),
    ['I am no junk'],
  )
  for (const step of ['trash', 'inbox', 'spam']) {
    await deed(step, { id })
    await readNow(owner, mailboxId)
    assert.equal((await threadOf(projectId, owner)).length, step === 'inbox' ? 1 : 0, step)
  }
  ok(await app.call('disconnect-mailbox', { mailboxId }, owner))
})

test('a stranger whose mail to the team was taken for spam becomes a contact once it is not', async () => {
  const owner = await app.given.organization()
  const mailboxId = await connectGoogle(owner, 'team')
  await deed('write', { kind: 'junk', from: 'new@client.example', name: 'New Client', subject: 'Offer', text: 'How much?' })
  await readNow(owner, mailboxId)
  const chats = async () =>
    ok(await app.call('fetch-admin-chats', {}, owner)).body.conversations as unknown as { last_message_preview: string }[]
  assert.equal((await chats()).length, 0)
  await deed('inbox', { id: await idAtGoogle('Offer') })
  await readNow(owner, mailboxId)
  assert.deepEqual(
    (await chats()).map(({ last_message_preview }) => last_message_preview),
    ['How much?'],
  )
  ok(await app.call('disconnect-mailbox', { mailboxId }, owner))
})

test('mail with an excluded address is its owner’s alone from that moment on, and leaves the threads', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const projectId = await known(owner, 'ida@clinic.example')
  const mailboxId = await connectGoogle(maya, 'personal')
  ok(await app.call('update-mailbox', { mailboxId, shares: 'all' }, maya))
  await deed('write', { from: 'ida@clinic.example', subject: 'Results', text: 'They are private' })
  await readNow(maya, mailboxId)
  const seen = async () => (await threadOf(projectId, owner)).map(({ comment_text, mail }) => [comment_text, mail?.subject])
  assert.deepEqual(await seen(), [['They are private', 'Results']])
  ok(await app.call('update-mailbox', { mailboxId, excludes: ['clinic.example'] }, maya))
  assert.ok(!JSON.stringify(await seen()).includes('private'), 'at once')
  await until('it left the thread', async () => ((await threadOf(projectId, maya)).length === 0 ? true : undefined))
  ok(await app.call('update-mailbox', { mailboxId, excludes: [] }, maya))
  await until('it is there again', async () => ((await threadOf(projectId, owner)).length === 1 ? true : undefined))
  ok(await app.call('disconnect-mailbox', { mailboxId }, maya))
})

const startServers = async () => {
  const imap = await startSmallImapServer()
  const smtp = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
  })
  const login = { host: '127.0.0.1', user: 'jo', password: 'right' }
  return {
    imap,
    typed: (email: string) => ({
      ...{ provider: 'imap', email },
      imap: { ...login, port: imap.port },
      smtp: { ...login, port: smtp.port },
    }),
    stop: async () => {
      await imap.stop()
      await smtp.stop()
    },
  }
}
const letter = (about: Record<string, string>, text: string): string =>
  `${Object.entries({ Date: new Date().toUTCString(), 'Message-ID': `<${crypto.randomUUID()}@client.example>`, ...about })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${text}\r\n`
const connectTyped = async (who: Someone, given: object): Promise<string> =>
  (ok(await app.call('connect-mailbox', given, who)).body.mailbox as unknown as { id: string }).id

test('a mail to a personal mailbox and to the team stays in the team’s conversation when the personal one is left', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const projectId = await known(owner, 'ida@both.example')
  const [own, team] = [await startServers(), await startServers()]
  try {
    const raw = letter(
      { From: 'ida@both.example', To: 'maya@own.example', Cc: 'team@own.example', Subject: 'Both' },
      'To both of you',
    )
    const personal = await connectTyped(maya, own.typed('maya@own.example'))
    const program = await openMailProgram(own.imap)
    await program.append('INBOX', raw, [])
    program.close()
    await readNow(maya, personal)
    assert.deepEqual(
      (await threadOf(projectId, owner)).map(({ comment_text }) => comment_text),
      [null],
    )

    const shared = await connectTyped(owner, team.typed('team@own.example'))
    ok(await app.call('update-mailbox', { mailboxId: shared, kind: 'team' }, owner))
    const other = await openMailProgram(team.imap)
    await other.append('INBOX', raw, [])
    other.close()
    await readNow(owner, shared)
    assert.deepEqual(
      (await threadOf(projectId, owner)).map(({ comment_text }) => comment_text),
      ['To both of you'],
    )

    ok(await app.call('disconnect-mailbox', { mailboxId: personal }, maya))
    assert.deepEqual(
      (await threadOf(projectId, owner)).map(({ comment_text }) => comment_text),
      ['To both of you'],
    )
  } finally {
    await own.stop()
    await team.stop()
  }
})

test('one’s own mail that comes back by the inbox is not shown as the client’s, and is ours once it lies among what was sent', async () => {
  const owner = await app.given.organization()
  const projectId = await known(owner, 'ida@self.example')
  const servers = await startServers()
  try {
    const mailboxId = await connectTyped(owner, servers.typed('jo@own.example'))
    const about = { From: 'Jo <jo@own.example>', To: 'ida@self.example', Cc: 'jo@own.example', Subject: 'From my phone' }
    const raw = letter(about, 'I wrote this')
    const program = await openMailProgram(servers.imap)
    await program.append('INBOX', raw, [])
    await readNow(owner, mailboxId)
    assert.deepEqual(await threadOf(projectId, owner), [])
    await program.append('Sent', raw, ['\\Seen'])
    program.close()
    await readNow(owner, mailboxId)
    const { body } = ok(await app.call('fetch-chat-history', { projectId }, owner))
    const [shown] = (body.history as unknown as { mail: unknown; direction?: string; comment_text: string }[]).filter(
      ({ mail }) => mail,
    )
    assert.deepEqual([shown?.comment_text, shown?.direction], ['I wrote this', 'out'])
  } finally {
    await servers.stop()
  }
})
