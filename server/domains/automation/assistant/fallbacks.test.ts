import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAi, ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

/* Who answers where the first one cannot, and what is told where no one can. */

let app: TestApp
let vendors: TestSandbox
before(async () => {
  vendors = await startSandbox()
  const env = { GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1`, AI_FIRST_TEXT_SECONDS: '2' }
  app = await startApp({ env, alone: true })
})
after(async () => {
  await app?.stop()
  await vendors?.stop()
})

const lay = async (slug: string, answer: object): Promise<void> => {
  const { status } = await fetch(`${vendors.address}/sandbox/${slug}/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
  assert.equal(status, 201)
}
const ask = async (who: Someone, more: object = {}) => {
  const answer = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'ai-chat', stream: true, prompt: 'A very secret question', ...more }),
  })
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}
interface Meta {
  readonly provider: string
  readonly finish: string
  readonly fallback: { readonly from: string; readonly reason: string } | null
}
const read = (text: string) => {
  const events = text.matchAll(/^data: (\{.*)$/gm).map(([, data = '']) => JSON.parse(data) as { text: string; meta?: Meta })
  const pieces = [...events]
  return { said: pieces.map((piece) => piece.text).join(''), meta: pieces.at(-1)?.meta }
}
const outcomes = async ({ orgId }: Someone): Promise<string[]> =>
  (
    await app.database.inOrg(orgId, (db) =>
      db.selectFrom('ai_ledger').select(['provider', 'outcome']).orderBy('ended_at').execute(),
    )
  ).map(({ provider, outcome }) => `${provider} ${outcome}`)
const secret = /secret question|AIza|sk-|127\.0\.0\.1|localhost/

for (const kind of ['refused', 'slow', 'rate_limited', 'error_500', 'error_503', 'html', 'ok_error_body'] as const)
  test(`${kind}: before its first text a stream is the next provider's, and without one an ordinary error that reveals nothing`, async () => {
    const who = await ownerWithGemini(app)
    await vendors.turn('gemini', { kind, only: 'POST' })
    try {
      const alone = await ask(who)
      assert.equal(alone.status, 500, alone.text)
      assert.match(alone.type, /^application\/json/)
      const { error, code } = JSON.parse(alone.text) as { error: string; code: string }
      assert.equal(code, 'ai_failed')
      assert.match(error, /^Failed to generate response: \S/)
      assert.doesNotMatch(alone.text, secret)
      await connectAi(app, 'openai', who)
      await lay('openai', { text: 'From the other one.' })
      const { status, text } = await ask(who)
      assert.equal(status, 200, text)
      const { said, meta } = read(text)
      assert.deepEqual([said, meta?.provider, meta?.fallback?.from], ['From the other one.', 'openai', 'gemini-3.8-flash'])
      assert.ok(meta?.fallback?.reason)
      assert.doesNotMatch(meta?.fallback?.reason ?? '', secret)
      assert.equal((await outcomes(who)).at(-1), 'openai answered')
    } finally {
      await vendors.turn('gemini')
    }
  })

test('a provider whose circuit is open is not asked, costs no time, and is stood in for', async () => {
  const who = await ownerWithGemini(app)
  await vendors.turn('gemini', { kind: 'error_500', only: 'POST' })
  // What fails for a moment opens none.
  for (let n = 0; n < 4; n++) await ask(who)
  await sleep(6_000)
  for (let n = 0; n < 2; n++) await ask(who)
  await vendors.turn('gemini', { kind: 'slow', only: 'POST' })
  try {
    const begun = performance.now()
    const resting = await ask(who)
    assert.equal(resting.status, 500)
    assert.ok(performance.now() - begun < 2_000, 'it was asked all the same')
    await connectAi(app, 'openai', who)
    await lay('openai', { text: 'Here.' })
    const { said, meta } = read((await ask(who)).text)
    assert.deepEqual([said, meta?.fallback?.from], ['Here.', 'gemini-3.8-flash'])
  } finally {
    await vendors.turn('gemini')
  }
})

test('an answer that was cut at its longest says so, whole and streamed', async () => {
  for (const slug of ['gemini', 'openai'] as const) {
    const who = await app.given.organization()
    await connectAi(app, slug, who)
    const model = slug === 'gemini' ? 'gemini-3.8-flash' : 'gpt-6.1-terra'
    const cut = { text: 'A beginning of it that goes on', outcome: 'too_long' }
    await lay(slug, cut)
    const { said, meta } = read((await ask(who, { model })).text)
    assert.deepEqual([meta?.finish, said.length > 0], ['length', true], `${slug} ${said}`)
    await lay(slug, cut)
    const whole = await app.call('ai-chat', { prompt: 'Hello', model }, who)
    assert.deepEqual([whole.status, (whole.body.meta as unknown as Meta).finish], [200, 'length'], slug)
  }
})
