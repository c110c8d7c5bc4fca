import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let app: TestApp
let vendors: TestSandbox
before(async () => {
  vendors = await startSandbox()
  app = await startApp({ env: { GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1` } })
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
const asked = async (): Promise<string> => {
  const talks = (await (await fetch(`${vendors.address}/sandbox/gemini/api/talks`)).json()) as {
    system: string
    prompt: string
  }[]
  return `${talks[0]?.system}\n${talks[0]?.prompt}`
}
interface Thread {
  readonly who: Someone
  readonly dealId: string
  write(text: string): Promise<string>
}
const thread = async (): Promise<Thread> => {
  const who = await ownerWithGemini(app)
  const made = await app.call(
    'create-deal',
    { client: { name: 'Rosa Diaz', email: 'rosa@example.com' }, name: 'A website' },
    who,
  )
  const deal = made.body.deal as unknown as { id: string; contact: { id: string } }
  const write = (text: string): Promise<string> =>
    app.database.inOrg(who.orgId, async (db) => {
      const message = { channel: 'web_chat', direction: 'in', kind: 'text', body: text } as const
      const ofThread = { contactId: deal.contact.id, dealId: deal.id }
      return (await recordMessage(db, who.orgId, { ...message, ...ofThread })).messageId
    })
  return { who, dealId: deal.id, write }
}
interface Draft {
  readonly id: string
  readonly text: string
  readonly language: string
  readonly stale: boolean
  readonly sources: readonly { kind: string; id: string; text: string }[]
}
const draft = async ({ who, dealId }: Thread, more: object = {}): Promise<Draft> => {
  const { status, body } = await app.call('draft-reply', { projectId: dealId, ...more }, who)
  assert.equal(status, 200, JSON.stringify(body))
  return body.draft as unknown as Draft
}
const reply = (text: string, sources: readonly number[] = [1], language = 'es') => ({
  json: { text, language, sources, template: null },
})

test('a draft answers the last message in its language with what it rests on; it is no message, and a newer one makes another', async () => {
  const conversation = await thread()
  const { who, dealId, write } = conversation
  assert.equal((await app.call('draft-reply', { projectId: dealId }, who)).body.code, 'nothing_to_answer')
  const first = await write('Hola, ¿abren los sábados?')
  await lay(reply('Sí, abrimos los sábados.', [1, 1, 99]))
  const made = await draft(conversation)
  assert.deepEqual([made.text, made.language, made.stale], ['Sí, abrimos los sábados.', 'es', false])
  assert.deepEqual(made.sources, [{ kind: 'message', id: first, text: 'Hola, ¿abren los sábados?' }])
  assert.equal((await draft(conversation)).id, made.id)
  const { body } = await app.call('fetch-chat-history', { projectId: dealId }, who)
  assert.equal((body.history as unknown as object[]).length, 1)
  await write('¿Y los domingos?')
  await lay(reply('Los domingos no.', [2]))
  assert.notEqual((await draft(conversation)).id, made.id)
  await lay(reply('Otra.', [2]))
  assert.equal((await draft(conversation, { again: true })).text, 'Otra.')
})

test('a draft rests on the documents of the workspace too, and names the passage; without a document that fits none is sent', async () => {
  const conversation = await thread()
  await conversation.write('Are you open on Saturdays?')
  await draft(conversation)
  assert.ok(!(await asked()).includes('our documents say'))
  const saved = await app.call(
    'save-knowledge',
    { title: 'Opening hours', text: 'On Saturdays we are open from 10 to 14.' },
    conversation.who,
  )
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  await lay(reply('Yes, from 10 to 14.', [1, 2], 'en'))
  const { sources } = await draft(conversation, { again: true })
  assert.deepEqual(
    sources.map(({ kind, text }) => [kind, text]),
    [
      ['message', 'Are you open on Saturdays?'],
      ['passage', 'Opening hours'],
    ],
  )
  assert.match(await asked(), /our documents say[\s\S]*from 10 to 14/)
})

test('a draft is its person’s alone, is settled once, and is counted', async () => {
  const conversation = await thread()
  await conversation.write('Hello')
  const { id } = await draft(conversation)
  const colleague = await app.given.person(conversation.who.orgId, 'owner')
  const settle = (outcome: string, who: Someone) => app.call('settle-reply-draft', { replyDraftId: id, outcome }, who)
  assert.equal((await settle('used', colleague)).status, 404)
  assert.equal((await settle('edited', conversation.who)).status, 200)
  assert.equal((await settle('used', conversation.who)).status, 404)
  assert.equal((await settle('thrown', conversation.who)).status, 400)
  const { body } = await app.call('count-reply-drafts', {}, conversation.who)
  assert.deepEqual([body.ready, body.edited, body.used, body.discarded], [0, 1, 0, 0])
})

test('a workspace that keeps no texts loses those of drafts and summaries at once; later a draft’s goes as it is used, and a summary as the next is made', async () => {
  const conversation = await thread()
  const { who, dealId, write } = conversation
  const texts = () =>
    app.database.inOrg(who.orgId, async (db) => ({
      drafts: (await db.selectFrom('reply_drafts').select(['state', 'text']).orderBy('id').execute()).map(
        ({ state, text }) => `${state}: ${text}`,
      ),
      summaries: (await db.selectFrom('summaries').select('kind').orderBy('kind').execute()).map(({ kind }) => kind),
    }))
  const settle = async (id: string, outcome: string) =>
    assert.equal((await app.call('settle-reply-draft', { replyDraftId: id, outcome }, who)).status, 200)
  const sum = async (kind: string) => assert.equal((await app.call('summarize', { kind, id: dealId }, who)).status, 200)
  await write('Hello')
  await lay(reply('Kept.'))
  await settle((await draft(conversation)).id, 'used')
  await lay({ json: { sentences: [{ text: 'They said hello.', sources: [1] }] } })
  await sum('thread')
  assert.deepEqual(await texts(), { drafts: ['used: Kept.'], summaries: ['thread'] })

  assert.equal((await app.call('set-ai-defaults', { transcriptDays: 0 }, who)).status, 200)
  assert.deepEqual(await texts(), { drafts: ['used: '], summaries: [] })

  await lay(reply('First.'))
  await draft(conversation, { again: true })
  await lay(reply('Second.'))
  const { id } = await draft(conversation, { again: true })
  assert.deepEqual((await texts()).drafts, ['used: ', 'ready: Second.'])
  await settle(id, 'edited')
  assert.deepEqual((await texts()).drafts, ['used: ', 'edited: '])
  const { body } = await app.call('count-reply-drafts', {}, who)
  assert.deepEqual([body.used, body.edited], [1, 1])
  await sum('thread')
  await sum('deal')
  assert.deepEqual((await texts()).summaries, ['deal'])
})

test('an answer that does not fit is asked for once more with its faults; one that never fits is an error, and each call is in the ledger', async () => {
  const conversation = await thread()
  await conversation.write('Hello')
  await lay({ json: { text: 5, language: 'en' } })
  await lay({ ...reply('Now it fits.'), contains: 'did not fit', times: 1 })
  assert.equal((await draft(conversation)).text, 'Now it fits.')
  assert.match(await asked(), /text: .*string[\s\S]*sources/)
  await lay({ text: 'no JSON' })
  await lay({ contains: 'did not fit', text: 'nor this', times: 1 })
  const { status, body } = await app.call('draft-reply', { projectId: conversation.dealId, again: true }, conversation.who)
  assert.deepEqual([status, body.code], [500, 'ai_failed'])
  const calls = await app.database.inOrg(conversation.who.orgId, (db) => db.selectFrom('ai_ledger').selectAll().execute())
  assert.deepEqual(new Set(calls.map(({ feature }) => feature)), new Set(['drafts']))
  assert.equal(calls.length, 4)
})

test('a summary says what each sentence rests on, leaves out what rests on nothing, and is made anew only when something has changed', async () => {
  const conversation = await thread()
  const { who, dealId, write } = conversation
  const sum = async (kind = 'thread') => {
    const { status, body } = await app.call('summarize', { kind, id: dealId }, who)
    assert.equal(status, 200, JSON.stringify(body))
    return (body.summary as unknown as { sentences: { text: string; sources: { id: string }[] }[]; as_of: string | null })
      .sentences
  }
  assert.equal((await app.call('summarize', { kind: 'thread', id: dealId }, who)).body.code, 'nothing_to_sum_up')
  assert.equal((await app.call('summarize', { kind: 'thread' }, who)).body.code, 'summary_subject_missing')
  const id = await write('We want a shop by March.')
  const sentences = [
    { text: 'They want a shop by March.', sources: [1] },
    { text: 'They are rich.', sources: [] },
    { text: 'They are in a hurry.', sources: [7] },
  ]
  await lay({ json: { sentences } })
  const first = await sum()
  assert.deepEqual(
    first.map(({ text, sources }) => [text, sources.map((source) => source.id)]),
    [['They want a shop by March.', [id]]],
  )
  await lay({ json: { sentences: [{ text: 'Another.', sources: [1] }] } })
  assert.deepEqual(await sum(), first)
  await write('Or April.')
  assert.deepEqual(
    (await sum()).map(({ text }) => text),
    ['Another.'],
  )
  await sum('deal')
  const day = await app.call('summarize', { kind: 'day' }, who)
  assert.equal(day.status, 200, JSON.stringify(day.body))
  const stranger = await ownerWithGemini(app)
  assert.equal((await app.call('summarize', { kind: 'thread', id: dealId }, stranger)).status, 404)
})

test('a draft for the contact of a deal is not offered to the contact who takes their place', async () => {
  const conversation = await thread()
  const { who, dealId, write } = conversation
  await write('Hola, ¿abren los sábados?')
  await lay(reply('Sí, abrimos los sábados.'))
  const made = await draft(conversation)
  const waiting = async () => {
    const { status, body } = await app.call('show-reply-draft', { projectId: dealId }, who)
    assert.equal(status, 200, JSON.stringify(body))
    return body.draft as unknown as Draft | null
  }
  assert.equal((await waiting())?.id, made.id)
  const other = await app.call('create-deal', { client: { name: 'Ana Diaz', email: 'ana@example.com' }, name: 'x' }, who)
  const { contact } = other.body.deal as unknown as { contact: { id: string } }
  for (const contactId of [contact.id, null]) {
    assert.equal((await app.call('set-deal-people', { dealId, contactId }, who)).status, 200)
    assert.equal(await waiting(), null)
  }
})
