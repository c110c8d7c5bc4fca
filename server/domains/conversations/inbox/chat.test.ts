import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { lockThread } from './conversations.ts'
import { recordMessage } from './messages.ts'

let app: TestApp
let orgId = ''
let noor: Someone
let sam: Someone
before(async () => {
  app = await startApp()
  orgId = app.owner.orgId
  noor = await app.given.person(orgId, 'member')
  sam = await app.given.person(orgId, 'member')
})
after(() => app?.stop())

/** A person who wrote on the website, and the deal of it. */
const somebody = async (said = 'Hello') => {
  const name = `Somebody ${newId().slice(-6)}`
  return app.database.inOrg(orgId, async (db) => {
    const { contactId } = await resolveContact(db, orgId, foyer.within, { email: `${newId()}@example.com`, name }, 'web_chat')
    const { dealId } = await openDealFor(db, orgId, { contactId, kind: 'web_chat', name, cause: 'web_chat' })
    const { messageId } = await recordMessage(db, orgId, { ...written, contactId, dealId, body: said })
    return { contactId, dealId, messageId, name }
  })
}
const written = { channel: 'web_chat', direction: 'in', kind: 'text' } as const
const write = (contactId: string, body: string) =>
  app.database.inOrg(orgId, (db) => recordMessage(db, orgId, { ...written, contactId, body }))

interface Thread {
  readonly client_name: string
  readonly unread_count: number
  readonly session_status: string
  readonly snoozed_until: string | null
  readonly assigned_name: string | null
}
const threadOf = async (name: string, as: Someone = app.owner): Promise<Thread> => {
  const { body } = await app.call('fetch-admin-chats', {}, as)
  const found = (body.conversations as unknown as Thread[]).find(({ client_name }) => client_name === name)
  return found ?? assert.fail('the thread is not listed')
}
const update = (dealId: string, action: string, as: Someone, more: object = {}) =>
  app.call('update-chat-session', { projectId: dealId, action, userId: as.personId, ...more }, as)

test('of two members who claim at once one wins, and the other gets the winner’s name', async () => {
  const { dealId, name } = await somebody()
  const answers = await Promise.all([update(dealId, 'claim', noor), update(dealId, 'claim', sam)])
  const [won, lost] = answers[0].status === 200 ? answers : [answers[1], answers[0]]
  assert.deepEqual([won.status, lost.status, lost.body.code], [200, 409, 'chat_claimed'])
  const winner = (await threadOf(name)).assigned_name
  assert.ok(winner && String(lost.body.error).includes(winner))
  // Who has it may claim it again; who gave it back does not hold it.
  const holder = won === answers[0] ? noor : sam
  const other = holder === noor ? sam : noor
  assert.equal((await update(dealId, 'claim', holder)).status, 200)
  assert.equal((await update(dealId, 'release', holder)).status, 200)
  assert.equal((await update(dealId, 'claim', other)).status, 200)
})

test('a member claims only for themselves, and assigns to members only', async () => {
  const { dealId } = await somebody()
  const foreign = await app.call('update-chat-session', { projectId: dealId, action: 'claim', userId: sam.personId }, noor)
  assert.equal(foreign.status, 403)
  const stranger = (await app.given.organization()).personId
  const nobody = await app.call('update-chat-session', { projectId: dealId, action: 'assign', userId: stranger }, noor)
  assert.deepEqual([nobody.status, nobody.body.code], [404, 'member_not_found'])
})

test('an incoming message opens a closed conversation, and a snoozed one', async () => {
  const { dealId, contactId, name } = await somebody()
  assert.equal((await update(dealId, 'close', noor)).body.session_status, 'closed')
  assert.equal((await threadOf(name)).session_status, 'closed')
  await write(contactId, 'One more thing')
  assert.equal((await threadOf(name)).session_status, 'open')
  const until = new Date(Date.now() + 3_600_000).toISOString()
  assert.equal((await update(dealId, 'snooze', noor, { until })).status, 200)
  assert.notEqual((await threadOf(name)).snoozed_until, null)
  await write(contactId, 'And another')
  assert.equal((await threadOf(name)).snoozed_until, null)
})

test('a message written while a member closes the conversation leaves it open, in either order', async () => {
  const { dealId, contactId, name, messageId } = await somebody()
  // The message holds the thread and is not committed yet; closing waits for it.
  let closing: Promise<{ body: { readonly [key: string]: unknown } }> | undefined
  await app.database.inOrg(orgId, async (db) => {
    await lockThread(db, orgId, contactId, dealId)
    closing = update(dealId, 'close', noor)
    await new Promise((done) => setTimeout(done, 150))
    await recordMessage(db, orgId, { ...written, contactId, body: 'Wait!' })
  })
  assert.equal((await closing)?.body.session_status, 'open')
  assert.equal((await threadOf(name)).session_status, 'open')
  // Messages that the closing member has not read keep it open too.
  assert.equal((await update(dealId, 'close', noor, { seenTo: messageId })).body.session_status, 'open')
})

test('twenty messages at once are all there, once each, and each reader counts for themselves', async () => {
  const { dealId, contactId, name, messageId } = await somebody('first')
  const ids = Array.from({ length: 20 }, () => newId())
  await Promise.all(
    [...ids, ...ids].map((clientMessageId) =>
      app.database.inOrg(orgId, (db) => recordMessage(db, orgId, { ...written, contactId, body: 'x', clientMessageId })),
    ),
  )
  assert.equal((await threadOf(name, noor)).unread_count, 21)
  assert.equal((await app.call('mark-chat-read', { projectId: dealId, readTo: messageId }, noor)).status, 200)
  assert.equal((await threadOf(name, noor)).unread_count, 20)
  const { body } = await app.call('fetch-chat-history', { projectId: dealId }, noor)
  const last = (body.history as unknown as { id: string }[]).at(-1)?.id
  await app.call('mark-chat-read', { projectId: dealId, readTo: last }, noor)
  // A mark never moves back.
  await app.call('mark-chat-read', { projectId: dealId, readTo: messageId }, noor)
  assert.equal((await threadOf(name, noor)).unread_count, 0)
  assert.equal((await threadOf(name, sam)).unread_count, 21)
})

test('pages of a history meet without a gap, also where many messages are of one moment', async () => {
  const { dealId, contactId } = await somebody('first')
  const at = new Date('2026-03-01T10:00:00Z')
  for (let n = 0; n < 12; n++)
    await app.database.inOrg(orgId, (db) => recordMessage(db, orgId, { ...written, contactId, body: `${n}`, at }))
  const seen: string[] = []
  for (let before: string | undefined; ; ) {
    const { body } = await app.call('fetch-chat-history', { projectId: dealId, limit: 5, ...(before && { before }) })
    seen.unshift(...(body.history as unknown as { comment_text: string }[]).map(({ comment_text }) => comment_text))
    if (body.previous_cursor === null) break
    before = body.previous_cursor as unknown as string
  }
  assert.deepEqual(seen, [...Array.from({ length: 12 }, (_, n) => `${n}`), 'first'])
})

test('a note is for colleagues: it opens no conversation, is unread for no member, and is no answer', async () => {
  const { dealId, name } = await somebody()
  await update(dealId, 'close', noor)
  const note = { projectId: dealId, clientMessageId: newId(), note: true, message: 'Asked twice already' }
  assert.equal((await app.call('reply-chat', note, noor)).status, 200)
  const thread = await threadOf(name, sam)
  assert.deepEqual([thread.session_status, thread.unread_count], ['closed', 1])
  const { body } = await app.call('show-deal', { dealId })
  assert.equal((body.deal as unknown as { response: { responded_at: string | null } }).response.responded_at, null)
})

test('a member mentioned in a note is notified once, by @name, address or id; the writer, repeats and others are not', async () => {
  const owner = await app.given.organization()
  const [noor, sam] = [await app.given.person(owner.orgId, 'member'), await app.given.person(owner.orgId, 'member')]
  const stranger = await app.given.organization()
  const { body: made } = await app.call(
    'create-deal',
    { name: 'Winter garden', client: { email: 'client@example.com' } },
    owner,
  )
  const projectId = (made.deal as unknown as { id: string }).id
  const { body: listed } = await app.call('list-members', {}, owner)
  const members = listed.members as unknown as { id: string; name: string; email: string }[]
  const nameOf = (who: Someone): string => members.find(({ id }) => id === who.personId)?.name ?? ''
  const told = async (who: Someone) =>
    ((await app.call('list-notices', {}, who)).body.notices as unknown as { kind: string; facts: Record<string, unknown> }[])
      .filter(({ kind }) => kind === 'mentioned')
      .map(({ facts }) => [facts.by, facts.deal_id])
  const note = (message: string, more: object = {}) =>
    app.call('reply-chat', { projectId, clientMessageId: newId(), note: true, message, ...more }, owner)

  const clientMessageId = newId()
  const text = `Please look, @${nameOf(noor).toUpperCase()}. @${nameOf(owner)} knows; @${nameOf(noor)} too`
  for (let n = 0; n < 3; n++) assert.equal((await note(text, { clientMessageId })).status, 200)
  assert.deepEqual(await told(noor), [[nameOf(owner), projectId]])
  assert.deepEqual([await told(sam), await told(owner)], [[], []])
  const unread = (await app.call('list-notices', {}, sam)).body.unread
  await note(`mail me@${sam.email} @${nameOf(sam)}son`)
  assert.deepEqual(await told(sam), [])
  assert.equal((await app.call('list-notices', {}, sam)).body.unread, unread)
  await note(`@${sam.email}`)
  await note('no name in it', { mentions: [sam.personId] })
  assert.equal((await told(sam)).length, 2)
  const refused = await note('come here', { mentions: [stranger.personId] })
  assert.deepEqual([refused.status, refused.body.code], [404, 'member_not_found'])
  assert.deepEqual(await told(stranger), [])
})
