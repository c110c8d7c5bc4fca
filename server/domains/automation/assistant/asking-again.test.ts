import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createParser } from 'eventsource-parser'
import { foyer } from '#domains/catalogue.ts'
import { ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'
import { conversationRetention } from './retention.ts'

/* What becomes of a question that gets no answer, and of asking it again. */

let app: TestApp
let vendors: TestSandbox
before(async () => {
  vendors = await startSandbox()
  app = await startApp({ env: { GEMINI_API_BASE: vendors.address } })
})
after(async () => {
  await app?.stop()
  await vendors?.stop()
})

const lay = async (answer: object): Promise<void> => {
  const response = await fetch(`${vendors.address}/sandbox/gemini/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
  assert.equal(response.status, 201, await response.text())
}
const open = (body: object, who: Someone, signal?: AbortSignal) =>
  fetch(`${app.url}/gateway`, {
    method: 'POST',
    ...(signal && { signal }),
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'ask-assistant', stream: true, ...body }),
  })
interface Event {
  readonly text: string
  readonly conversationId?: string
  readonly partial?: boolean
}
const eventsOf = async (answer: Response): Promise<Event[]> => {
  const events: string[] = []
  createParser({ onEvent: ({ data }) => events.push(data) }).feed(await answer.text())
  return events.filter((data) => data !== '[DONE]').map((data) => JSON.parse(data) as Event)
}
const conversations = async (who: Someone) =>
  (await app.call('list-assistant-conversations', {}, who)).body.conversations as unknown as { id: string }[]
const turnsOf = async (conversationId: string, who: Someone) => {
  const { body } = await app.call('show-assistant-conversation', { conversationId }, who)
  return (body.turns as unknown as { role: string; text: string }[]).map(({ role, text }) => `${role}: ${text}`)
}

test('a question that got no answer is kept once: its error names the conversation, and asking again goes on there', async () => {
  const who = await ownerWithGemini(app)
  const budget = { scope: 'feature', id: 'assistant', period: 'day' }
  await app.call('set-ai-budget', { ...budget, limitNano: 1 }, who)
  const refused = await open({ message: 'Hello there' }, who)
  const body = (await refused.json()) as { code: string; conversationId: string; resets_at: string; budget: object }
  assert.deepEqual([refused.status, body.code], [402, 'ai_budget_exhausted'])
  const { conversationId } = body
  assert.deepEqual(await turnsOf(conversationId, who), ['user: Hello there'])
  const again = await app.call('ask-assistant', { message: 'Hello there', conversationId }, who)
  assert.deepEqual([again.status, again.body.conversationId], [402, conversationId])
  assert.ok(again.body.budget && again.body.resets_at)
  await app.call('set-ai-budget', { ...budget, limitNano: null }, who)
  await lay({ text: 'Hello!' })
  const answered = await app.call('ask-assistant', { message: 'Hello there', conversationId }, who)
  assert.equal(answered.status, 200, JSON.stringify(answered.body))
  assert.deepEqual(await turnsOf(conversationId, who), ['user: Hello there', 'assistant: Hello!'])
  assert.equal((await conversations(who)).length, 1)
})

test('the first event of a stream names the conversation, and so does the one that says that it broke off', async () => {
  const who = await ownerWithGemini(app)
  await lay({ text: 'one two three four five six seven eight', breakAfter: 3 })
  const events = await eventsOf(await open({ message: 'Count' }, who))
  const [{ id }] = (await conversations(who)) as [{ id: string }]
  assert.deepEqual([events[0]?.conversationId, events.at(-1)?.partial, events.at(-1)?.conversationId], [id, true, id])
  assert.deepEqual(
    events.slice(1, -1).map(({ conversationId }) => conversationId),
    events.slice(1, -1).map(() => undefined),
  )
})

test('a member who named the new conversation finds the question there, also where they stopped before the first word; the id of a colleague’s is refused', async () => {
  const who = await ownerWithGemini(app)
  const newConversationId = crypto.randomUUID()
  await vendors.turn('gemini', { kind: 'slow', latencyMs: 20_000, only: 'POST' })
  const leaving = new AbortController()
  const asked = open({ message: 'Which deals?', newConversationId }, who, leaving.signal)
  await until('it is kept', async () => (await conversations(who)).length === 1)
  leaving.abort()
  await assert.rejects(asked, { name: 'AbortError' })
  await vendors.turn('gemini')
  await until('the floor is free', async () => {
    const { body } = await app.call('show-assistant-conversation', { conversationId: newConversationId }, who)
    return (body.conversation as unknown as { is_answering: boolean }).is_answering === false
  })
  assert.deepEqual(await turnsOf(newConversationId, who), ['user: Which deals?'])
  await lay({ text: 'None.' })
  const again = await app.call('ask-assistant', { message: 'Which deals?', newConversationId }, who)
  assert.deepEqual([again.status, again.body.conversationId], [200, newConversationId], JSON.stringify(again.body))
  assert.equal((await conversations(who)).length, 1)

  const colleague = await app.given.person(who.orgId, 'member')
  const taken = await app.call('ask-assistant', { message: 'Hi', newConversationId }, colleague)
  assert.deepEqual([taken.status, taken.body.code], [404, 'assistant_conversation_not_found'])
  assert.deepEqual(await turnsOf(newConversationId, who), ['user: Which deals?', 'assistant: None.'])
})

test('a workspace that keeps no conversations loses them at once, and each new one when the next begins; one whose proposal waits stays', async () => {
  const who = await ownerWithGemini(app)
  const ask = async (message: string): Promise<string> =>
    String((await app.call('ask-assistant', { message }, who)).body.conversationId)
  const kept = async () => (await conversations(who)).map(({ id }) => id).toSorted()
  await ask('One')
  const colleague = await app.given.person(who.orgId, 'member')
  await app.call('ask-assistant', { message: 'Of another' }, colleague)
  assert.equal((await app.call('set-ai-defaults', { transcriptDays: 0 }, who)).status, 200)
  assert.deepEqual([await kept(), await conversations(colleague)], [[], []])
  const first = await ask('Two')
  assert.deepEqual(await kept(), [first])
  const { body } = await app.call('create-deal', { client: { name: 'Rosa Diaz' }, name: 'A website' }, who)
  const dealId = (body.deal as unknown as { id: string }).id
  await lay({ text: '', calls: [{ name: 'update-deal', input: { dealId, name: 'A shop' } }] })
  const waiting = await ask('Rename it')
  assert.deepEqual(await kept(), [waiting])
  const last = await ask('Four')
  assert.deepEqual(await kept(), [waiting, last].toSorted())
})

test('conversations stay for the days that the workspace sets, 90 unless said, from their last word on; then they go with their turns and proposals', async () => {
  const set = await ownerWithGemini(app)
  const unset = await ownerWithGemini(app)
  assert.equal((await app.call('set-ai-defaults', { transcriptDays: 7 }, set)).status, 200)
  const asked = async (who: Someone, daysAgo: number): Promise<string> => {
    const id = String((await app.call('ask-assistant', { message: `${daysAgo} days ago` }, who)).body.conversationId)
    await app.database.inOrg(who.orgId, (db) =>
      db
        .updateTable('assistant_conversations')
        .set({ last_at: new Date(Date.now() - daysAgo * 86_400_000) })
        .where('id', '=', id)
        .execute(),
    )
    return id
  }
  const left = async (who: Someone): Promise<string[]> => {
    await app.database.inOrg(who.orgId, async (db) => {
      const night = { orgId: who.orgId, before: new Date(0), now: new Date(), reactions: [], within: foyer.within }
      while (((await conversationRetention.ofOrg?.(db, night)) ?? 0) > 0);
    })
    const turns = await app.database.inOrg(who.orgId, (db) =>
      db.selectFrom('assistant_turns').select('conversation_id').distinct().execute(),
    )
    const kept = (await conversations(who)).map(({ id }) => id).toSorted()
    assert.deepEqual(turns.map(({ conversation_id: id }) => id).toSorted(), kept)
    return kept
  }
  const [six, , eightyNine] = [await asked(set, 6), await asked(set, 8), await asked(unset, 89)]
  await asked(unset, 91)
  assert.deepEqual([await left(set), await left(unset)], [[six], [eightyNine]])
})
