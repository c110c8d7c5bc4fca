import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { connectAi, ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'
import { publish } from '#test/support/workflows.ts'
import { announceModelEnds } from './announce-model-ends.ts'
import { checkAiLedger } from './check-ai-ledger.ts'
import { readModelLists } from './read-model-lists.ts'
import { readModels } from './read-models.ts'

let app: TestApp
let vendors: TestSandbox
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  vendors = await startSandbox()
  const env = { GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1`, OPENAI_MODEL: 'gpt-5-mini' }
  app = await startApp({ env })
  jobs = await openJobContext(app, env)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
  await vendors?.stop()
})

/** An owner who has asked something, which the ledger has. */
const someoneWhoAsked = async (): Promise<Someone> => {
  const who = await ownerWithGemini(app)
  const { status, body } = await app.call('ai-chat', { prompt: 'Hello' }, who)
  assert.equal(status, 200, JSON.stringify(body))
  return who
}
const noticesOf = async (who: Someone): Promise<{ kind: string; facts: Record<string, unknown> }[]> =>
  (await app.call('list-notices', {}, who)).body.notices as unknown as { kind: string; facts: Record<string, unknown> }[]
const on = (day: string): JobContext => ({ ...jobs.context, now: () => new Date(`${day}T04:10:00Z`) })

test('a model in use that ends within 30 days raises a notice with its successor, which goes once another one is used', async () => {
  const who = await someoneWhoAsked()
  await connectAi(app, 'openai', who)
  const ending = async () => (await noticesOf(who)).find(({ kind }) => kind === 'ai_model_ends')?.facts
  await announceModelEnds.run({}, on('2026-11-01'))
  assert.equal(await ending(), undefined)
  await announceModelEnds.run({}, on('2026-11-20'))
  await announceModelEnds.run({}, on('2026-11-21'))
  assert.deepEqual(await ending(), { model: 'gpt-5-mini', ends_on: '2026-12-11', successor: 'gpt-6.1-terra' })
  const connections = (await app.call('list-connections', {}, who)).body.connections as unknown as {
    id: string
    provider: string
  }[]
  const openai = connections.find(({ provider }) => provider === 'openai')
  const leaving = await app.call('integration-disconnect', { connectionId: openai?.id, orgId: who.orgId }, who)
  assert.equal(leaving.status, 200, JSON.stringify(leaving.body))
  await announceModelEnds.run({}, on('2026-11-22'))
  assert.equal(await ending(), undefined)
})

test('that a model ends is announced when it becomes the default, when its provider is connected, and when a published workflow names it', async () => {
  const ending = async (who: Someone) => (await noticesOf(who)).find(({ kind }) => kind === 'ai_model_ends')?.facts.model
  const who = await someoneWhoAsked()
  // The same in a month of any year.
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const end = (model: string) =>
    app.database.inOrg(who.orgId, (db) =>
      db.insertInto('ai_listed_models').values({ org_id: who.orgId, model, provider: 'gemini', ends_on: soon }).execute(),
    )
  await end('gemini-8-old')
  assert.equal((await app.call('set-ai-defaults', { defaultModel: 'gemini-8-old' }, who)).status, 200)
  assert.equal(await ending(who), 'gemini-8-old')
  assert.equal((await app.call('set-ai-defaults', { defaultModel: null }, who)).status, 200)
  assert.equal(await ending(who), undefined)

  await end('gemini-7-older')
  await announceModelEnds.run({}, jobs.context)
  assert.equal(await ending(who), undefined, 'nothing uses it')
  await publish(app, who, {
    trigger: { kind: 'request', input: [{ name: 'text', label: 'Text', type: 'text' }], open_to: 'member' },
    nodes: [
      {
        ...{ id: 'rate', kind: 'ai', prompt: 'Rate this', model: 'gemini-7-older', next: { done: 'good', error: 'bad' } },
        answer: [{ name: 'score', type: 'whole' }],
      },
      { id: 'good', kind: 'stop', reason: 'Good' },
      { id: 'bad', kind: 'stop', reason: 'Bad' },
    ],
  })
  await announceModelEnds.run({}, jobs.context)
  assert.equal(await ending(who), 'gemini-7-older')
})

test('connecting a provider has its models listed at once, and what of them ends soon is said', async () => {
  const who = await app.given.organization()
  await connectAi(app, 'openai', who)
  const worker = await app.startWorker()
  try {
    await until('its models are listed', async () => {
      const { models } = (await app.call('list-ai-models', {}, who)).body as unknown as { models: { model: string }[] }
      return models.some(({ model }) => model === 'gpt-5-nano')
    })
  } finally {
    await worker.stop()
  }
  await readModels.run({ orgId: who.orgId }, on('2026-11-20'))
  assert.ok((await noticesOf(who)).some(({ kind, facts }) => kind === 'ai_model_ends' && facts.model === 'gpt-5-mini'))
})

test('each day the lists of the providers are read: what they offer, how much it takes, and when it ends; one that is away keeps its list of yesterday', async () => {
  const who = await someoneWhoAsked()
  await connectAi(app, 'openai', who)
  const listed = async () =>
    (await app.call('list-ai-models', {}, who)).body.models as unknown as {
      model: string
      context_tokens: number
      ends_on: string | null
      price: object | null
    }[]
  const one = async (name: string) => (await listed()).find(({ model }) => model === name)
  assert.equal(await one('gemini-3.5-flash'), undefined)
  await readModels.run({ orgId: who.orgId }, jobs.context)
  const found = await one('gemini-3.5-flash')
  assert.deepEqual([found?.context_tokens, found?.price], [1_048_576, null])
  assert.equal((await one('gpt-5-nano'))?.ends_on, '2026-12-11')
  await app.database.inOrg(who.orgId, (db) =>
    db
      .insertInto('ai_listed_models')
      .values({ org_id: who.orgId, model: 'gemini-9-old', provider: 'gemini', ends_on: '2026-12-01' })
      .execute(),
  )
  await vendors.turn('gemini', { kind: 'error_500' })
  await readModels.run({ orgId: who.orgId }, jobs.context)
  assert.equal((await one('gemini-9-old'))?.ends_on, '2026-12-01')
  await vendors.turn('gemini')
  await readModels.run({ orgId: who.orgId }, jobs.context)
  assert.equal(await one('gemini-9-old'), undefined)
})

test('a workspace that is connected and has asked nothing yet is read each night, too, and hears that its model ends', async () => {
  const who = await app.given.organization()
  await connectAi(app, 'openai', who)
  const stranger = await app.given.organization()
  const ordered: string[] = []
  const enqueueIn: JobContext['enqueueIn'] = async (_db, _job, data) => {
    ordered.push((data as { orgId: string }).orgId)
    return null as never
  }
  await readModelLists.run({}, { ...jobs.context, enqueueIn })
  assert.equal(ordered.filter((orgId) => orgId === who.orgId).length, 1)
  assert.ok(!ordered.includes(stranger.orgId))
  await announceModelEnds.run({}, on('2026-11-20'))
  assert.ok((await noticesOf(who)).some(({ kind, facts }) => kind === 'ai_model_ends' && facts.model === 'gpt-5-mini'))
})

test('sums that differ from the ledger by one nano-dollar are noticed, until they are right again', async () => {
  const who = await someoneWhoAsked()
  const { status } = await app.call('set-ai-budget', { scope: 'workspace', period: 'month', limitNano: 1_000_000_000 }, who)
  assert.equal(status, 200)
  const differs = async () => (await noticesOf(who)).some(({ kind }) => kind === 'ai_ledger_differs')
  const add = (table: 'ai_usage' | 'ai_usage_days' | 'ai_budget_periods', nano: number) => {
    const column = sql.ref(table === 'ai_budget_periods' ? 'spent_nano' : 'cost_nano')
    return app.database.inOrg(who.orgId, (db) =>
      sql`update ${sql.table(table)} set ${column} = ${column} + ${nano} where org_id = ${who.orgId}`.execute(db),
    )
  }
  await checkAiLedger.run({}, jobs.context)
  assert.equal(await differs(), false)
  for (const table of ['ai_usage', 'ai_usage_days', 'ai_budget_periods'] as const) {
    await add(table, 1)
    await checkAiLedger.run({}, jobs.context)
    assert.equal(await differs(), true, table)
    await add(table, -1)
    await checkAiLedger.run({}, jobs.context)
    assert.equal(await differs(), false, table)
  }
})

test('the ledger is append-only, by the rights of the database', async () => {
  const who = await someoneWhoAsked()
  const inOrg = (work: (db: Db) => Promise<unknown>) => app.database.inOrg(who.orgId, work)
  await assert.rejects(
    inOrg((db) => db.updateTable('ai_ledger').set({ cost_nano: 0 }).execute()),
    /permission denied/,
  )
  await assert.rejects(
    inOrg((db) => db.deleteFrom('ai_ledger').execute()),
    /permission denied/,
  )
})
