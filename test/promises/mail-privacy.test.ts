import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AnyAction } from '#core/actions/action.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { connectGoogle } from '../support/consent.ts'
import { ask, ok } from '../support/requests.ts'
import { until } from '../support/until.ts'
import { actions, shapeOf, someBody } from './request-bodies.ts'

/**
 * Who reads a member's mail: each way of sharing a mailbox, each reader, and every reading action of the catalogue that takes nothing but
 * what is known of the mail. A new action is tried from its first day.
 */
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

const userEmail = 'mira@sandbox.example'
const client = 'ida@client.example'

/** What stands in which mail: words that stand nowhere else. */
const subjectWord = 'Zwetschgendatschi'
const textWord = 'Marillenknoedel'

const ways = [
  { name: 'personal', change: { kind: 'personal', shares: 'time', excludes: [] }, subject: false, text: false },
  {
    name: 'personal, subjects shared',
    change: { kind: 'personal', shares: 'subject', excludes: [] },
    subject: true,
    text: false,
  },
  { name: 'personal, all shared', change: { kind: 'personal', shares: 'all', excludes: [] }, subject: true, text: true },
  {
    name: 'personal, all shared but this thread',
    ...{ change: { kind: 'personal', shares: 'all', excludes: [] }, thread: 'time', subject: false, text: false },
  },
  {
    name: 'personal, the subject of this thread shared',
    ...{ change: { kind: 'personal', shares: 'time', excludes: [] }, thread: 'subject', subject: true, text: false },
  },
  { name: 'excluded', change: { kind: 'personal', shares: 'all', excludes: ['client.example'] }, subject: false, text: false },
  { name: 'of the team', change: { kind: 'team', shares: 'time', excludes: [] }, subject: true, text: true },
  { name: 'personal again', change: { kind: 'personal', shares: 'time', excludes: [] }, subject: false, text: false },
] as const

/** Every reading action by gateway, MCP or download, and what of the mail's surroundings it is asked about. */
const reading = actions.filter(
  ({ effect, transports, who }) =>
    effect === 'read' &&
    who !== 'public' &&
    transports.some((each) => each === 'gateway' || each === 'mcp' || each === 'download'),
)

test('of a colleague’s mail each reader sees, on every surface of the catalogue, what its owner shares and no more', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const scopes = [...new Set(actions.flatMap(({ scope }) => (scope?.endsWith(':read') ? [scope] : [])))]
  const newKey = () => app.given.key(owner.orgId, { scopes: ['leads:write', ...scopes] })
  const key = await newKey()
  await app.post({ name: 'Ida Known', email: client, source: 's' }, key.text)
  const contact = await until('the contact', async () => {
    const { body } = await app.call('list-contacts', { search: client, limit: 5 }, owner)
    return (body.contacts as unknown as { id: string }[])[0]
  })
  const { body: made } = ok(await app.call('create-deal', { contactId: contact.id, name: 'Ida' }, owner))
  const dealId = String((made.deal as unknown as { id: string }).id)
  const mailboxId = await connectGoogle(app, maya)
  const written = await fetch(`${app.url}/sandbox/google/mail/write`, {
    method: 'POST',
    body: new URLSearchParams({ email: userEmail, from: client, subject: `${subjectWord} now`, text: `${textWord} please` }),
    redirect: 'manual',
  })
  assert.equal(written.status, 303)
  const emails = await until('the mail', async () => {
    await app.call('sync-mailbox', { mailboxId }, maya)
    const found = (await app.call('fetch-inbox', { userEmail, limit: 100 }, maya)).body.emails as unknown as { id: string }[]
    return found?.length > 0 ? found : undefined
  })
  const messageOf = async (): Promise<string | undefined> =>
    app.database.inOrg(
      owner.orgId,
      async (db) => (await db.selectFrom('messages').select('id').where('channel', '=', 'email').executeTakeFirst())?.id,
    )
  await until('the thread', messageOf)

  for (const way of ways) {
    // Of each way others: who asks this much is soon asked to wait, and sees nothing.
    const member = await app.given.person(owner.orgId, 'member')
    const readers: readonly { readonly name: string; readonly as: Someone | string }[] = [
      { name: 'owner of the workspace', as: await app.given.person(owner.orgId, 'owner') },
      { name: 'admin', as: await app.given.person(owner.orgId, 'admin') },
      { name: 'member', as: member },
      { name: 'key', as: (await newKey()).text },
    ]
    // No job has run when it is asked at once.
    await worker.stop()
    ok(await app.call('update-mailbox', { mailboxId, ...way.change }, maya))
    const thread = 'thread' in way ? way.thread : null
    ok(await app.call('share-thread', { mailboxId, contactId: contact.id, shares: thread }, maya))
    const historyOf = async (who: Someone): Promise<string> =>
      JSON.stringify((await app.call('fetch-chat-history', { projectId: dealId }, who)).body.history)
    // Nothing more than this is seen, also while a job has still to bring the threads up to it.
    for (const when of ['at once', 'settled']) {
      if (when === 'settled') {
        worker = await app.startWorker()
        await until(`${way.name}: the threads`, async () => {
          const seen = await historyOf(member)
          const isThere = way.name !== 'excluded' || !(await messageOf())
          return isThere && seen.includes(textWord) === way.text && seen.includes(subjectWord) === way.subject
            ? true
            : undefined
        })
      }
      for (const reader of when === 'settled' ? readers : readers.filter(({ name }) => name === 'member'))
        for (const action of reading) {
          const known = {
            ...{ userEmail, mailboxId, contactId: contact.id, projectId: dealId, dealId, search: subjectWord, query: textWord },
            ...{ id: emails[0]?.id, emailId: emails[0]?.id, messageId: await messageOf(), orgId: owner.orgId },
            ...{ from: new Date(0).toISOString(), to: new Date(Date.now() + 86_400_000).toISOString(), timezone: 'UTC' },
          }
          const shape = shapeOf(action)
          const asksFor = Object.fromEntries(Object.entries(known).filter(([name]) => name in (shape.properties ?? {})))
          const input = { ...someBody(shape), ...asksFor }
          // What was searched for is told back by some.
          for (const asked of [input, omit(input, ['search', 'query'])]) {
            const text = (await read(action, asked, reader.as)).replaceAll(`"query":"${textWord}"`, '')
            const where = `${way.name}, ${when}: ${reader.name} by ${action.name}`
            if (!way.subject) assert.ok(!text.includes(subjectWord), `the subject: ${where}`)
            if (!way.text) assert.ok(!text.includes(textWord), `the text: ${where}`)
            if (asked === input && !('search' in input || 'query' in input)) break
          }
        }
    }
    assert.ok((await historyOf(maya)).includes(textWord) || way.name === 'excluded', `${way.name}: its owner`)
    assert.ok(
      (
        await read(
          actions.find(({ name }) => name === 'show-email'),
          { id: emails[0]?.id, userEmail },
          maya,
        )
      ).includes(subjectWord),
      way.name,
    )
  }
  const { rows } = await app.database.pool.query<{ kept: string }>(
    "select coalesce(string_agg(e::text, chr(10)), '') || (select coalesce(string_agg(a::text, chr(10)), '') from foyer.audit a) as kept from foyer.events e",
  )
  assert.ok(!rows[0]?.kept.includes(subjectWord) && !rows[0]?.kept.includes(textWord), 'the log of events')
  assert.ok(!app.logged().includes(subjectWord) && !app.logged().includes(textWord), 'the log')
})

test('a mail that did not leave a personal mailbox is seen, with its list and its notice, by its owner alone, whatever they share', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const mailboxId = await connectGoogle(app, maya)
  ok(await app.call('update-mailbox', { mailboxId, kind: 'personal', shares: 'all', excludes: [] }, maya))
  const letter = { to: 'nobody@stranger.example', subject: `${subjectWord} later`, body: `<p>${textWord}</p>`, userEmail }
  const turn = (dial: object) =>
    fetch(`${app.url}/sandbox/faults/google`, {
      ...{ method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(dial) },
    })
  await turn({ kind: 'rate_limited', only: '/send' })
  const id = String(ok(await app.call('send-email', { ...letter, undoSeconds: 2 }, maya)).body.messageId)
  await app.database.pool.query(
    "update jobs.job_common set retry_limit = 0 where name = 'send-mailbox-mail' and data ->> 'mailId' = $1",
    [id],
  )
  await until('its only try failed', async () =>
    JSON.stringify(ok(await app.call('list-notices', {}, maya)).body).includes('email_not_sent') ? true : undefined,
  )
  await turn({})
  const scopes = [...new Set(actions.flatMap(({ scope }) => (scope?.endsWith(':read') ? [scope] : [])))]
  const readers: readonly { readonly name: string; readonly as: Someone | string }[] = [
    { name: 'admin', as: await app.given.person(owner.orgId, 'admin') },
    { name: 'member', as: await app.given.person(owner.orgId, 'member') },
    { name: 'key', as: (await app.given.key(owner.orgId, { scopes })).text },
  ]
  const known = { userEmail, mailboxId, id, emailId: id, labelId: 'FOYER_NOT_SENT', orgId: owner.orgId, timezone: 'UTC' }
  const inputOf = (action: AnyAction): object => {
    const shape = shapeOf(action)
    const asksFor = Object.entries(known).filter(([name]) => name in (shape.properties ?? {}))
    return { ...omit(someBody(shape), ['search', 'query']), ...Object.fromEntries(asksFor) }
  }
  const seeing: string[] = []
  for (const action of reading) {
    for (const reader of readers) {
      const text = await read(action, inputOf(action), reader.as)
      const where = `${reader.name} by ${action.name}`
      assert.ok(!text.includes(subjectWord) && !text.includes(textWord) && !text.includes('email_not_sent'), where)
    }
    const own = await read(action, inputOf(action), maya)
    assert.ok(action.name !== 'list-notices' || own.includes('email_not_sent'), 'its owner is told')
    if (own.includes(subjectWord)) seeing.push(action.name)
  }
  for (const name of ['fetch-inbox', 'show-email']) assert.ok(seeing.includes(name), `its owner by ${name}`)
  const { notices } = ok(await app.call('list-notices', {}, maya)).body
  assert.ok(!JSON.stringify(notices).includes(subjectWord) && !JSON.stringify(notices).includes('nobody@'), 'its notice')
})

const omit = (input: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))

/** What an action answers, by the way that it is open to: as one text, whatever its status. */
const read = async (action: AnyAction | undefined, input: object, as: Someone | string): Promise<string> => {
  assert.ok(action)
  const headers = { authorization: `Bearer ${typeof as === 'string' ? as : as.token}`, 'content-type': 'application/json' }
  const texts: string[] = []
  if (action.transports.includes('gateway'))
    texts.push(
      await textOf(`${app.url}/gateway`, { method: 'POST', headers, body: JSON.stringify({ ...input, type: action.name }) }),
    )
  if (action.transports.includes('mcp'))
    texts.push(
      await textOf(`${app.url}/mcp`, {
        method: 'POST',
        headers: { ...headers, accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: action.name, arguments: input },
        }),
      }),
    )
  if (action.transports.includes('download')) {
    const query = new URLSearchParams(Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])))
    texts.push(await textOf(`${app.url}/download/${action.name}?${query}`, { headers }))
  }
  return texts.join('\n')
}
const textOf = async (...asked: Parameters<typeof ask>): Promise<string> => {
  const { status, body } = await ask(...asked)
  assert.notEqual(status, 429, `${asked[0]} was not read: ${JSON.stringify(body)}`)
  return JSON.stringify(body)
}
