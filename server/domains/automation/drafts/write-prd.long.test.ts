import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openQueue } from '#core/jobs/queue.ts'
import { makeLog } from '#core/log.ts'
import { foyer } from '#domains/catalogue.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { queuePrd, writePrdJob } from '#domains/crm/deals/prds.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import { connectAi } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let vendors: TestSandbox
let worker: { stop(): Promise<void> }
before(async () => {
  // One sandbox stands for the vendors' own servers. Foyer's own is off: what is not connected is not there.
  vendors = await startSandbox()
  app = await startApp({ env: { GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1` } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await vendors?.stop()
})

const lay = (slug: string, answer: object) =>
  fetch(`${vendors.address}/sandbox/${slug}/api/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
let counter = 0
const dealOf = ({ orgId }: Someone, prd: { prd_state?: string; prd?: string } = {}): Promise<string> =>
  app.database.inOrg(orgId, async (db) => {
    const name = `Prospect ${++counter}`
    const { contactId } = await resolveContact(db, orgId, foyer.within, { email: `p${counter}@prospect.example` }, 'prd')
    const asked = { problem: `Queues at the counter ${counter}.`, users: 'Customers', features: ['Order ahead'] }
    const { dealId } = await openDealFor(db, orgId, { contactId, kind: 'prd', name, businessName: name, asked, cause: 'prd' })
    await queuePrd(db, orgId, dealId)
    if (prd.prd_state) await db.updateTable('deals').set(prd).where('id', '=', dealId).execute()
    return dealId
  })
const prdOf = ({ orgId }: Someone, dealId: string) =>
  app.database.inOrg(orgId, (db) =>
    db
      .selectFrom('deals')
      .select(['prd', 'prd_state', 'prd_model', 'prd_at'])
      .where('id', '=', dealId)
      .executeTakeFirstOrThrow(),
  )
const stateOf = (somebody: Someone, dealId: string, state: string) =>
  until(`a text that is ${state}`, async () => (await prdOf(somebody, dealId)).prd_state === state)
const rewrite = (dealId: string, as: Someone) => app.call('rewrite-prd', { dealId }, as)

test('without an account it waits, and is written as soon as one is connected; the user’s own text stays', async () => {
  const owner = await app.given.organization()
  const given = await dealOf(owner, { prd_state: 'given', prd: 'Ours.' })
  const form = {
    orgId: owner.orgId,
    clientName: 'Pat Prospect',
    clientEmail: 'pat@prospect.example',
    businessName: 'Prospect',
    rawData: { problem: 'Queues at the counter.', users: 'Customers', features: ['Order ahead'] },
  }
  const sent = await app.call('prd', form, null)
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const shown = (sent.body.project as unknown as { id: string }).id
  const { id: waiting } = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('deals').select('id').where('public_id', '=', shown).executeTakeFirstOrThrow(),
  )
  assert.equal((await prdOf(owner, waiting)).prd_state, 'queued')
  assert.equal((await rewrite(given, owner)).body.code, 'prd_given')
  await connectAi(app, 'gemini', owner)
  await stateOf(owner, waiting, 'written')
  const { prd, prd_model, prd_at } = await prdOf(owner, waiting)
  assert.match(prd ?? '', /Queues at the counter[\s\S]*Order ahead/)
  assert.match(prd_model ?? '', /^gemini-/)
  assert.ok(prd_at)
  const talks = (await (await fetch(`${vendors.address}/sandbox/gemini/api/talks`)).json()) as { prompt: string }[]
  assert.ok(
    talks.length > 0 && talks.every(({ prompt }) => !/Pat Prospect|pat@/.test(prompt)),
    'nothing of the person goes out',
  )
  assert.deepEqual([(await prdOf(owner, given)).prd, (await prdOf(owner, given)).prd_state], ['Ours.', 'given'])
})

test('asked for six times at once, requirements are written by one job and paid for once', async () => {
  const owner = await app.given.organization()
  await connectAi(app, 'gemini', owner)
  const { orgId } = owner
  const dealId = await dealOf(owner)
  const wish = `Queues at the counter ${counter}.`
  const queue = await openQueue(app.database.pool, { log: makeLog({ level: 'silent' }), signs: null })
  await app.database.inOrg(orgId, async (db) => {
    for (let n = 0; n < 6; n++) await queue.send(db, writePrdJob, { orgId, dealId })
  })
  await queue.stop()
  await stateOf(owner, dealId, 'written')
  const talks = (await (await fetch(`${vendors.address}/sandbox/gemini/api/talks`)).json()) as { prompt: string }[]
  assert.equal(talks.filter(({ prompt }) => prompt.includes(wish)).length, 1)
})

test('a draft that the provider refuses to write is failed, not lost, and a member can retry it', async () => {
  const owner = await app.given.organization()
  await connectAi(app, 'gemini', owner)
  await lay('gemini', { outcome: 'blocked' })
  const dealId = await dealOf(owner)
  await rewrite(dealId, owner)
  await stateOf(owner, dealId, 'failed')
  await lay('gemini', { text: '```markdown\n# Better\u0000 <script>alert(1)</script>\n```' })
  await rewrite(dealId, owner)
  await stateOf(owner, dealId, 'written')
  assert.equal((await prdOf(owner, dealId)).prd, '# Better <script>alert(1)</script>')
})

test('while Gemini is down OpenAI writes where it is connected; where it is not, the text waits and nothing is refused', async () => {
  const [one, other] = [await app.given.organization(), await app.given.organization()]
  await connectAi(app, 'gemini', one)
  await connectAi(app, 'openai', one)
  await connectAi(app, 'gemini', other)
  await vendors.turn('gemini', { kind: 'error_500' })
  const [written, waits] = [await dealOf(one), await dealOf(other)]
  await rewrite(waits, other)
  await rewrite(written, one)
  await stateOf(one, written, 'written')
  assert.match((await prdOf(one, written)).prd_model ?? '', /^gpt-/)
  await until('another try', async () => /job failed, will be retried/.test(app.logged()))
  assert.equal((await prdOf(other, waits)).prd_state, 'queued')
  await vendors.turn('gemini')
  await connectAi(app, 'gemini', other)
  await stateOf(other, waits, 'written')
  assert.doesNotMatch(app.logged(), /Queues at the counter|AIzaSomebodys|sk-somebodys/)
})

test('a retired model is reported to the owners once, with how to fix it, and not called again and again; its successor writes what waited', async () => {
  const ended = await startApp({
    target: app.target,
    env: { GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1`, GEMINI_MODEL: 'gemini-2.5-flash' },
  })
  await worker.stop()
  const old = await ended.startWorker()
  const owner = await app.given.organization()
  const admin = await app.given.person(owner.orgId, 'admin')
  const noticesOf = async (as: Someone) =>
    ((await app.call('list-notices', {}, as)).body.notices as unknown as { kind: string; facts: object }[]).filter(
      ({ kind }) => kind === 'ai_model_gone',
    )
  const [one, other] = [await dealOf(owner), await dealOf(owner)]
  try {
    await connectAi(app, 'gemini', owner)
    await until('a notice', async () => (await noticesOf(owner)).length > 0)
    const waiting = async () =>
      (
        await app.database.pool.query<{ data: { dealId: string }; retry_count: number; far: boolean }>(
          `select data, retry_count, start_after > now() + interval '5 hours' as far from jobs.job
           where name = 'write-prd' and state in ('created', 'retry') and data->>'orgId' = $1`,
          [owner.orgId],
        )
      ).rows
    await until('both wait', async () => (await waiting()).length === 2)
    for (const { retry_count, far } of await waiting()) assert.deepEqual([retry_count, far], [0, true])
    assert.deepEqual(
      (await noticesOf(owner)).map(({ facts }) => facts),
      [{ provider: 'Gemini', model: 'gemini-2.5-flash', setting: 'GEMINI_MODEL' }],
    )
    assert.deepEqual(await noticesOf(admin), [], 'owners only')
    assert.equal((await prdOf(owner, one)).prd_state, 'queued')
  } finally {
    await old.stop()
    await ended.stop()
    worker = await app.startWorker()
  }
  await rewrite(one, owner)
  await stateOf(owner, one, 'written')
  assert.deepEqual(await noticesOf(owner), [], 'the trouble is over')
  assert.equal((await prdOf(owner, other)).prd_state, 'queued')
})
