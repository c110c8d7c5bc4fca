import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { connectAi } from '../support/ai.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { connectGoogle } from '../support/consent.ts'
import { ok } from '../support/requests.ts'
import { startSandbox, type TestSandbox } from '../support/sandbox.ts'
import { until } from '../support/until.ts'
import { actions, shapeOf, someBody } from './request-bodies.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

/**
 * Who learns what a member's mail says where no reading action is called: models that are asked by a colleague, programs that are told of
 * events, and pages that are open.
 */
let app: TestApp
let worker: { stop(): Promise<void> }
let vendors: TestSandbox
let wire: Awaited<ReturnType<typeof openWire>>
let receiver: Receiver
before(async () => {
  vendors = await startSandbox()
  wire = await openWire(vendors.address)
  receiver = await openReceiver()
  const env = { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600', OUTGOING_ALLOWED_PRIVATE: '127.0.0.1', GEMINI_API_BASE: wire.address }
  app = await startApp({ env, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await wire?.close()
  await receiver?.close()
  await vendors?.stop()
})

/** Between the app and a vendor: every byte that a model is told. */
const openWire = async (behind: string) => {
  let told: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks)
      told.push(body.toString())
      const { method = 'GET', headers } = request
      const sent = {
        'content-type': headers['content-type'] ?? 'application/json',
        'x-goog-api-key': String(headers['x-goog-api-key'] ?? ''),
      }
      const answer = await fetch(behind + request.url, { method, headers: sent, ...(body.length > 0 && { body }) })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was told since the last question. */
    takeTold(): string {
      const all = told.join('\n')
      told = []
      return all
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

/** A page that is open: all that it is told. */
const openPage = async (who: Someone) => {
  const ending = new AbortController()
  const { body } = await fetch(`${app.url}/live`, {
    headers: { authorization: `Bearer ${who.token}` },
    signal: ending.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk as Uint8Array).toString()
  })().catch(() => {})
  await until('the line', async () => text.includes('event: open') || undefined)
  return {
    told: (): string => text,
    async close(): Promise<void> {
      ending.abort()
      await reading
    },
  }
}

const userEmail = 'mira@sandbox.example'
const client = 'ida@client.example'
/** What stands in the mail: words that stand nowhere else. */
const subjectWord = 'Zwetschgendatschi'
const textWord = 'Marillenknoedel'
const says = (text: string): string[] => [subjectWord, textWord].filter((word) => text.includes(word))

/** What the assistant may look up by itself. */
const lookUps = actions.filter(({ effect, transports }) => effect === 'read' && transports.includes('assistant'))
/** So many are done for one question. */
const callsOfQuestion = 12

/** A workspace whose member has a personal mailbox with a mail of a contact who has also written on the website. */
const givenMail = async () => {
  const owner = await app.given.organization()
  await connectAi(app, 'gemini', owner)
  const maya = await app.given.person(owner.orgId, 'member')
  const key = await app.given.key(owner.orgId)
  ok(await app.call('create-webhook', { url: receiver.url('/all') }, owner))
  await app.post({ name: 'Ida Known', email: client, source: 's' }, key.text)
  const contact = await until('the contact', async () => {
    const { body } = await app.call('list-contacts', { search: client, limit: 5 }, owner)
    return (body.contacts as unknown as { id: string }[])[0]
  })
  const { body: made } = ok(await app.call('create-deal', { contactId: contact.id, name: 'Ida' }, owner))
  const dealId = String((made.deal as unknown as { id: string }).id)
  const write = (body: string) =>
    app.database.inOrg(owner.orgId, (db) =>
      recordMessage(db, owner.orgId, {
        ...{ channel: 'web_chat', direction: 'in', kind: 'text', body, contactId: contact.id, dealId },
      }),
    )
  await write('Are you open on Saturdays?')
  const mailboxId = await connectGoogle(app, maya)
  return { owner, maya, key: key.text, contactId: contact.id, dealId, mailboxId, write }
}

const arrive = async ({ owner, maya, mailboxId }: Awaited<ReturnType<typeof givenMail>>): Promise<string> => {
  await fetch(`${app.url}/sandbox/google/mail/write`, {
    method: 'POST',
    body: new URLSearchParams({ email: userEmail, from: client, subject: `${subjectWord} now`, text: `${textWord} please` }),
    redirect: 'manual',
  })
  ok(await app.call('sync-mailbox', { mailboxId }, maya))
  return until('the mail in the conversation', async () =>
    app.database.inOrg(
      owner.orgId,
      async (db) => (await db.selectFrom('messages').select('id').where('channel', '=', 'email').executeTakeFirst())?.id,
    ),
  )
}

test('the text of a personal mail reaches no model that a colleague asks, no webhook, and no page of a colleague', async () => {
  const given = await givenMail()
  const { owner, maya, key, contactId, dealId, mailboxId, write } = given
  const readers = [
    { name: 'owner of the workspace', as: owner },
    { name: 'admin', as: await app.given.person(owner.orgId, 'admin') },
    { name: 'member', as: await app.given.person(owner.orgId, 'member') },
  ]
  const [own, ...others] = await Promise.all([maya, ...readers.map(({ as }) => as)].map(openPage))
  assert.ok(own)
  const messageId = await arrive(given)
  await until('its owner’s page', async () => own.told().includes('event: email.received') || undefined)
  for (const [n, page] of others.entries()) {
    assert.ok(!page.told().includes('event: email.'), `${readers[n]?.name} heard of a mail`)
    assert.deepEqual(says(page.told()), [], readers[n]?.name)
    await page.close()
  }
  await own.close()

  const known = {
    ...{ userEmail, mailboxId, contactId, projectId: dealId, dealId, messageId, search: 'ida', query: 'ida' },
    ...{ id: contactId, orgId: owner.orgId, from: '2026-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z', timezone: 'UTC' },
  }
  const inputOf = (action: (typeof actions)[number]): object => {
    const shape = shapeOf(action)
    return {
      ...someBody(shape),
      ...Object.fromEntries(Object.entries(known).filter(([name]) => name in (shape.properties ?? {}))),
    }
  }
  /** All that is made of a conversation by a model: what it was told, and what it answered. */
  const askAll = async (who: Someone): Promise<string> => {
    wire.takeTold()
    const answers: unknown[] = []
    const ask = async (name: string, input: object): Promise<void> => {
      const { status, body } = await app.call(name, input, who)
      assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
      answers.push(body)
    }
    await ask('draft-reply', { projectId: dealId, again: true })
    for (const kind of ['thread', 'deal'] as const) await ask('summarize', { kind, id: dealId })
    await ask('summarize', { kind: 'day' })
    for (let at = 0; at < lookUps.length; at += callsOfQuestion) {
      const calls = lookUps.slice(at, at + callsOfQuestion).map((action) => ({ name: action.name, input: inputOf(action) }))
      const laid = await fetch(`${vendors.address}/sandbox/gemini/api/answers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: '', contains: `Question ${at}`, calls, times: 1 }),
      })
      assert.equal(laid.status, 201, await laid.text())
      await ask('ask-assistant', { message: `Question ${at}` })
    }
    return `${wire.takeTold()}\n${JSON.stringify(answers)}`
  }

  for (const { name, as } of readers) {
    const told = await askAll(as)
    assert.ok(told.includes('open on Saturdays'), `${name}: what all may read is told`)
    assert.deepEqual(says(told), [], name)
  }
  assert.deepEqual(says(await askAll(maya)), [subjectWord, textWord], 'its owner')
  const member = readers.at(-1)?.as
  assert.ok(member)
  // As soon as it is shared it is told, and no longer than that: what was told before does not stand in the way, nor stay.
  ok(await app.call('update-mailbox', { mailboxId, kind: 'personal', shares: 'all', excludes: [] }, maya))
  assert.ok(says(await askAll(member)).includes(textWord), 'shared')
  ok(await app.call('update-mailbox', { mailboxId, kind: 'personal', shares: 'time', excludes: [] }, maya))
  await write('And on Sundays?')
  const after = await askAll(member)
  assert.ok(after.includes('And on Sundays?'))
  assert.deepEqual(says(after), [], 'no longer shared')

  await app.post({ name: 'Last', email: 'last@client.example', source: 's' }, key)
  await until('the last webhook', async () =>
    receiver.of('/all').some(({ body }) => body.includes('last@client.example')) ? true : undefined,
  )
  for (const { body } of receiver.of('/all')) assert.deepEqual(says(body), [], body)
})

test('a reply that is drafted ahead for a colleague knows nothing of a personal mail', async () => {
  const given = await givenMail()
  const { owner, dealId, write } = given
  const member = await app.given.person(owner.orgId, 'member')
  ok(await app.call('set-ai-defaults', { draftsAhead: true }, owner))
  ok(await app.call('assign-deal', { dealId, userId: member.personId }, owner))
  wire.takeTold()
  const messageId = await arrive(given)
  await write('And on Sundays?')
  const draft = await until(
    'the draft of what all may read',
    async () => ok(await app.call('show-reply-draft', { projectId: dealId }, member)).body.draft ?? undefined,
  )
  const told = wire.takeTold()
  assert.ok(told.includes('And on Sundays?'))
  assert.deepEqual(says(`${told}\n${JSON.stringify(draft)}`), [])
  const { rows } = await app.database.pool.query(
    `select from jobs.job where name = 'prepare-reply-draft' and data ->> 'messageId' = $1`,
    [messageId],
  )
  assert.equal(rows.length, 0, 'nor is the mail itself answered')
})
