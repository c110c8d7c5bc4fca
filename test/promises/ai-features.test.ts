import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { foyer } from '#domains/catalogue.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { queuePrd } from '#domains/crm/deals/prds.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import { connectAi, ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'
import { publish, start, untilRun } from '#test/support/workflows.ts'

/** What holds for whatever a model is asked for: who is asked, what they see, and what is booked. */
let app: TestApp
let vendors: TestSandbox
let worker: { stop(): Promise<void> }
before(async () => {
  vendors = await startSandbox()
  app = await startApp({ env: { GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1` }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await vendors?.stop()
})

const at = (slug: string, path: string): string => `${vendors.address}/sandbox/${slug}/api/${path}`
const lay = async (slug: string, answer: object): Promise<void> => {
  const { status } = await fetch(at(slug, 'answers'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
  assert.equal(status, 201)
}
const empty = async (): Promise<void> => {
  for (const slug of ['gemini', 'openai']) await fetch(at(slug, 'answers'), { method: 'DELETE' })
}
const sentTo = async (slug: string): Promise<string> => (await fetch(at(slug, 'talks'))).text()
const done = async (type: string, body: object, as: Someone): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body
}
const ledgerOf = ({ orgId }: Someone) =>
  app.database.inOrg(orgId, (db) =>
    db
      .selectFrom('ai_ledger')
      .select(['feature', 'provider', 'model', 'outcome', 'input_tokens', 'output_tokens', 'is_estimated', 'fallback_from'])
      .orderBy('ended_at')
      .execute(),
  )

/** A customer who wrote, in a deal whose requirements are wanted; every text of it is theirs. */
const customer = (who: Someone, text: string) =>
  app.database.inOrg(who.orgId, async (db) => {
    const email = `p${Math.random()}@prospect.example`
    const { contactId } = await resolveContact(db, who.orgId, foyer.within, { email }, 'prd')
    const asked = { problem: text, users: text, features: [text] }
    const of = { contactId, kind: 'prd', name: 'A site', businessName: text, asked, cause: 'prd' } as const
    const { dealId } = await openDealFor(db, who.orgId, of)
    const message = { channel: 'web_chat', direction: 'in', kind: 'text', body: text } as const
    await recordMessage(db, who.orgId, { ...message, contactId, dealId })
    return dealId
  })

const reply = { json: { text: 'Hello', language: 'en', sources: [1], template: null } }
const summary = { json: { sentences: [{ text: 'They wrote.', sources: [1] }] } }
/** Each feature, asked once of whoever Settings name; `slug` plays the model. */
const features: Readonly<Record<string, (who: Someone, dealId: string, text: string, slug: string) => Promise<unknown>>> = {
  chat: (who, _dealId, text) => app.call('ai-chat', { prompt: text }, who),
  async assistant(who, dealId, _text, slug) {
    await lay(slug, {
      calls: [
        { name: 'fetch-chat-history', input: { projectId: dealId } },
        { name: 'show-deal', input: { dealId } },
      ],
    })
    await lay(slug, { text: 'Seen.' })
    return app.call('ask-assistant', { message: 'What did they write?' }, who)
  },
  async drafts(who, dealId, _text, slug) {
    await lay(slug, reply)
    return app.call('draft-reply', { projectId: dealId }, who)
  },
  async summaries(who, dealId, _text, slug) {
    await lay(slug, summary)
    return app.call('summarize', { kind: 'thread', id: dealId }, who)
  },
  async knowledge(who, _dealId, text, slug) {
    await done('save-knowledge', { title: 'What we wrote down', text }, who)
    await lay(slug, { json: { answered: true, sentences: [{ text: 'It stands there.', sources: [1] }] } })
    return done('ask-knowledge', { question: text }, who)
  },
  async enrichment(who, dealId, _text, slug) {
    await lay(slug, { json: { industry: 'Bakery' } })
    return app.call('enrich-project', { projectId: dealId }, who)
  },
  async requirements(who, dealId, _text, slug) {
    await lay(slug, { text: '# Wanted' })
    await app.database.inOrg(who.orgId, (db) => queuePrd(db, who.orgId, dealId))
    await app.call('rewrite-prd', { dealId }, who)
    await until('a document', async () => (await ledgerOf(who)).some(({ feature }) => feature === 'requirements'))
  },
  async workflow(who, _dealId, text, slug) {
    await lay(slug, { json: { word: 'oak' } })
    const { id } = await publish(app, who, {
      trigger: { kind: 'request', input: [{ name: 'text', label: 'Text', type: 'text' }], open_to: 'member' },
      nodes: [
        {
          ...{ id: 'ask', kind: 'ai', prompt: 'Which wood?', input: { text: '{{ trigger.input.text }}' } },
          ...{ answer: [{ name: 'word', type: 'text' }], next: { done: 'good', error: 'bad' } },
        },
        { id: 'good', kind: 'stop', reason: 'Good' },
        { id: 'bad', kind: 'stop', reason: 'Bad' },
      ],
    })
    return untilRun(app, who, await start(app, who, id, { text }), 'completed', 'failed', 'paused')
  },
}

test('a number that Settings hide leaves with no feature, also behind a new line, a tab, a quote or a backslash', async () => {
  const who = await ownerWithGemini(app)
  await done('set-ai-defaults', { masks: { emails: true, phones: true, bank: true, own: [] } }, who)
  const secrets = [
    ['rosa2@canary.example', /rosa2|canary/],
    ['4111 1111 1111 1111', /1111/],
    ['+49 170 1234567', /1234567/],
    ['DE89 3704 0044 0532 0130 00', /3704/],
  ] as const
  const text = ['\n', '\t', '"', '\\', '\r\n']
    .flatMap((sign) => secrets.map(([secret]) => `My own:${sign}${secret}\nCall`))
    .join('\n')
  for (const [feature, ask] of Object.entries(features)) {
    await empty()
    await ask(who, await customer(who, text), text, 'gemini')
    const sent = await sentTo('gemini')
    assert.match(sent, /\[EMAIL_1\]/, `${feature}: ${sent.slice(0, 2_000)}`)
    for (const [secret, trace] of secrets) assert.doesNotMatch(sent, trace, `${secret} left with ${feature}`)
  }
  const asked = new Set((await ledgerOf(who)).map(({ feature }) => feature))
  assert.deepEqual([...asked].toSorted(), Object.keys(features).toSorted())
})

test('each feature asks the model that Settings name, in their order, and none that is switched off', async () => {
  const who = await ownerWithGemini(app)
  await connectAi(app, 'openai', who)
  await done('set-ai-defaults', { defaultModel: 'gpt-6.1-terra' }, who)
  await done('save-ai-model', { model: 'gemini-3.8-flash', provider: 'gemini', enabled: false }, who)
  await empty()
  for (const ask of Object.values(features)) await ask(who, await customer(who, 'A bakery'), 'A bakery', 'openai')
  const asked = await ledgerOf(who)
  assert.deepEqual(
    [...new Set(asked.map(({ feature }) => feature))].toSorted(),
    Object.keys(features)
      .filter((feature) => feature !== 'enrichment')
      .toSorted(),
  )
  assert.deepEqual([...new Set(asked.map(({ model }) => model))], ['gpt-6.1-terra'])
  assert.equal(await sentTo('gemini'), '[]')
  // Enrichment asks the primary provider alone, with the model that Settings name of it.
  await done('set-ai-defaults', { defaultModel: 'gemini-3.5-flash-lite' }, who)
  await features.enrichment?.(who, await customer(who, 'A bakery'), '', 'gemini')
  assert.deepEqual((await ledgerOf(who)).at(-1)?.model, 'gemini-3.5-flash-lite')
  // Where the first is away the next one answers, and the ledger says in whose place.
  await vendors.turn('gemini', { kind: 'error_503' })
  try {
    await lay('openai', summary)
    const dealId = await customer(who, 'A bakery')
    await done('summarize', { kind: 'thread', id: dealId }, who)
    const { provider, fallback_from } = (await ledgerOf(who)).at(-1) ?? {}
    assert.deepEqual([provider, fallback_from], ['openai', 'gemini-3.5-flash-lite'])
  } finally {
    await vendors.turn('gemini')
  }
})

test('a call that a provider may bill is booked once: by its figures, or as the longest answer where the answer was lost; one that it turned away is free', async () => {
  const who = await ownerWithGemini(app)
  await done('set-ai-defaults', { fallbacks: [] }, who)
  const booked = async () =>
    (await ledgerOf(who)).map(({ outcome, output_tokens, is_estimated }) => ({ outcome, output_tokens, is_estimated }))
  const dealId = await customer(who, 'A bakery')
  const failing = async (): Promise<void> => {
    await empty()
    assert.equal((await app.call('summarize', { kind: 'thread', id: dealId }, who)).status, 500)
  }
  await empty()
  await lay('gemini', { text: 'x'.repeat(4_000), outcome: 'too_long' })
  assert.equal((await app.call('summarize', { kind: 'thread', id: dealId }, who)).status, 500)
  const [cut] = await booked()
  assert.ok(cut && cut.output_tokens > 0 && !cut.is_estimated, JSON.stringify(cut))
  const requests = async (): Promise<number> => (JSON.parse(await sentTo('gemini')) as unknown[]).length
  for (const [kind, expected] of [
    ['lost', { outcome: 'failed', output_tokens: 4_096, is_estimated: true }],
    ['html', { outcome: 'failed', output_tokens: 4_096, is_estimated: true }],
    ['error_500', { outcome: 'failed', output_tokens: 0, is_estimated: false }],
  ] as const) {
    await vendors.turn('gemini', { kind })
    try {
      await failing()
      assert.deepEqual((await booked()).at(-1), expected, kind)
      if (kind === 'lost') assert.equal(await requests(), 1, 'a lost answer is not asked for again')
    } finally {
      await vendors.turn('gemini')
    }
  }
  // A stream that ends before its first text may have thought for as long.
  await empty()
  await lay('gemini', { text: 'Hello there', breakAfter: 0 })
  assert.equal((await app.call('ai-chat', { prompt: 'Hello', stream: true }, who)).status, 500)
  const { output_tokens: output, is_estimated: isEstimated } = (await booked()).at(-1) ?? {}
  assert.deepEqual([output, isEstimated], [8_192, true])
})

test('an unknown model is the caller’s mistake, and raises no notice that a model ended', async () => {
  const who = await ownerWithGemini(app)
  for (const model of ['gemini-nonsense', 'gemini-a/b', 'gemini-3.8-flash\n', 'gpt-a b', 'claude-']) {
    const { status, body } = await app.call('ai-chat', { prompt: 'Hello', model }, who)
    assert.deepEqual([status, body.code, body.error], [400, 'model_not_supported', `Unsupported model: ${model}`])
  }
  const { notices } = (await done('list-notices', {}, who)) as unknown as { notices: { kind: string }[] }
  assert.deepEqual(
    notices.filter(({ kind }) => kind === 'ai_model_gone'),
    [],
  )
  const saved = await app.call('save-ai-model', { model: 'gemini-a/b', provider: 'gemini', enabled: true }, who)
  assert.deepEqual([saved.status, saved.body.code], [400, 'model_not_supported'])
})

test('no word that was asked or answered stands in a log, in the ledger or in a list of calls, whatever became of the call', async () => {
  const who = await ownerWithGemini(app)
  await done('set-ai-defaults', { fallbacks: [] }, who)
  const before = app.logged().length
  const dealId = await customer(who, 'canary-of-a-customer')
  for (const kind of ['none', 'error_500', 'html', 'ok_error_body', 'lost', 'rate_limited'] as const) {
    await empty()
    await lay('gemini', { json: { sentences: [{ text: 'canary-of-an-answer', sources: [1] }] } })
    await vendors.turn('gemini', { kind })
    try {
      for (const [name, body] of [
        ['ai-chat', { prompt: 'canary-of-a-prompt', systemInstruction: 'canary-of-an-instruction' }],
        ['ai-chat', { prompt: 'canary-of-a-prompt', stream: true }],
        ['ask-assistant', { message: 'canary-of-a-question' }],
        ['summarize', { kind: 'thread', id: dealId }],
      ] as const)
        await app.call(name, body, who)
    } finally {
      await vendors.turn('gemini')
    }
  }
  for (const outcome of ['blocked', 'too_long'] as const) {
    await empty()
    await lay('gemini', { text: 'canary-of-an-answer', outcome, times: 3 })
    await app.call('ai-chat', { prompt: 'canary-of-a-prompt' }, who)
    await app.call('summarize', { kind: 'deal', id: dealId }, who)
  }
  const { calls } = (await done('list-ai-calls', {}, who)) as unknown as { calls: readonly object[] }
  assert.ok(calls.length > 10)
  const rows = await app.database.inOrg(who.orgId, async (db) => ({
    ledger: await db.selectFrom('ai_ledger').selectAll().execute(),
    calls: await db.selectFrom('provider_calls').selectAll().execute(),
    audit: await db.selectFrom('audit').selectAll().execute(),
    notices: await db.selectFrom('notices').selectAll().execute(),
  }))
  assert.ok(rows.calls.length > 10)
  for (const [what, text] of [
    ['the log', app.logged().slice(before)],
    ['what is kept of it', JSON.stringify([calls, rows])],
  ] as const)
    assert.doesNotMatch(text, /canary-of/, what)
})

test('requirements whose answer does not fit twice are given up, and a member sees that', async () => {
  const who = await ownerWithGemini(app)
  await empty()
  await lay('gemini', { contains: 'A very long wish', text: 'x'.repeat(400), outcome: 'too_long', times: 50 })
  const dealId = await customer(who, 'A very long wish')
  await app.database.inOrg(who.orgId, (db) => queuePrd(db, who.orgId, dealId))
  await app.call('rewrite-prd', { dealId }, who)
  await until('it is given up', () =>
    app.database.inOrg(who.orgId, async (db) => {
      const deal = await db.selectFrom('deals').select('prd_state').where('id', '=', dealId).executeTakeFirstOrThrow()
      return deal.prd_state === 'failed'
    }),
  )
  assert.equal((await ledgerOf(who)).length, 2)
})
