import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { weightedOf } from './boards.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

interface Stage {
  readonly id: string
  readonly name: string
  readonly kind: 'open' | 'won' | 'lost'
  readonly chance: number | null
  readonly count: number
  readonly sums: readonly { readonly currency: string; readonly minor: number; readonly weighted_minor: number | null }[]
}
interface Shown {
  readonly id: string
  readonly close_on: string | null
  readonly chance: number | null
  readonly stage: { readonly chance: number | null }
}

const boardOf = async (owner: Someone): Promise<Stage[]> => {
  const { status, body } = await app.call('show-board', {}, owner)
  assert.equal(status, 200, JSON.stringify(body))
  return body.stages as unknown as Stage[]
}
const stageOf = async (owner: Someone, name: string): Promise<Stage> => {
  const stage = (await boardOf(owner)).find((each) => each.name === name)
  assert.ok(stage)
  return stage
}
const given = async (owner: Someone, valueMinor: number, currency: string): Promise<string> => {
  const { status, body } = await app.call(
    'create-deal',
    { client: { name: 'Maya' }, name: 'Deal', valueMinor, currency },
    owner,
  )
  assert.equal(status, 200, JSON.stringify(body))
  return (body.deal as unknown as Shown).id
}
const edit = async (owner: Someone, change: object): Promise<Shown> => {
  const { status, body } = await app.call('update-deal', change, owner)
  assert.equal(status, 200, JSON.stringify(body))
  return body.deal as unknown as Shown
}

test('a column weighs each open deal by its own chance or that of its stage, by currency, and rounds the sum once', async () => {
  const owner = await app.given.organization()
  const [first, second] = [await given(owner, 105, 'EUR'), await given(owner, 105, 'EUR')]
  await given(owner, 1_000, 'USD')
  await app.call('create-deal', { client: { name: 'Maya' }, name: 'Without a value' }, owner)
  assert.deepEqual((await stageOf(owner, 'New lead')).sums, [
    // 10.5 and 10.5, rounded once.
    { currency: 'EUR', minor: 210, weighted_minor: 21 },
    { currency: 'USD', minor: 1_000, weighted_minor: 100 },
  ])
  await edit(owner, { dealId: first, chance: 50 })
  assert.equal((await stageOf(owner, 'New lead')).sums[0]?.weighted_minor, 63, '52.5 and 10.5')
  await edit(owner, { dealId: first, chance: 0 })
  assert.equal((await stageOf(owner, 'New lead')).sums[0]?.weighted_minor, 11, '10.5 is rounded up')

  const won = await stageOf(owner, 'Won')
  assert.equal((await app.call('move-deal', { dealId: second, stageId: won.id }, owner)).status, 200)
  assert.deepEqual((await stageOf(owner, 'Won')).sums, [{ currency: 'EUR', minor: 105, weighted_minor: null }])
})

test('weighted sums are exact, however large the values are', () => {
  const value = fc.integer({ min: 0, max: 99_999_999_999_999 })
  const chance = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(
      fc.array(fc.record({ value, own: fc.option(chance) }), { maxLength: 50 }),
      fc.option(chance),
      (deals, ofStage) => {
        const own = deals.filter((deal) => deal.own !== null)
        const hundredths = own.reduce((sum, deal) => sum + BigInt(deal.value) * BigInt(deal.own ?? 0), 0n)
        const plain = deals.filter((deal) => deal.own === null).reduce((sum, deal) => sum + BigInt(deal.value), 0n)
        const parts = { weighted: own.length, weighted_hundredths: String(hundredths), plain_minor: String(plain) }
        const found = weightedOf(parts, ofStage)
        if (own.length === 0 && ofStage === null) return assert.equal(found, null)
        const exact = hundredths + plain * BigInt(ofStage ?? 0)
        const off = BigInt(found ?? -1) * 100n - exact
        assert.ok(off > -50n && off <= 50n, `${off} hundredths off`)
      },
    ),
  )
})

test('a member says when a deal closes and how likely that is; the event of it has both as they were before', async () => {
  const owner = await app.given.organization()
  const dealId = await given(owner, 500, 'EUR')
  const deal = await edit(owner, { dealId, closeOn: '2027-03-31', chance: 80 })
  assert.deepEqual([deal.close_on, deal.chance, deal.stage.chance], ['2027-03-31', 80, 10])
  const kept = await edit(owner, { dealId, name: 'Kitchen' })
  assert.deepEqual([kept.close_on, kept.chance], ['2027-03-31', 80], 'what is left out stays')
  const events = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('events')
      .select('payload')
      .where('org_id', '=', owner.orgId)
      .where('type', '=', 'deal.changed')
      .orderBy('id')
      .execute(),
  )
  assert.ok(events[0])
  const { before, after } = events[0].payload as unknown as { before: Shown; after: Shown }
  assert.deepEqual([before.close_on, before.chance, after.close_on, after.chance], [null, null, '2027-03-31', 80])
  const cleared = await edit(owner, { dealId, closeOn: null, chance: null })
  assert.deepEqual([cleared.close_on, cleared.chance], [null, null])
  for (const wrong of [{ chance: 101 }, { chance: -1 }, { chance: 1.5 }, { closeOn: '2027-02-30' }, { closeOn: 'soon' }])
    assert.equal((await app.call('update-deal', { dealId, ...wrong }, owner)).status, 400, JSON.stringify(wrong))
})

test('a stage keeps its chance unless another is given; one in which deals end has none', async () => {
  const owner = await app.given.organization()
  await boardOf(owner)
  const { body } = await app.call('list-pipelines', {}, owner)
  const [pipeline] = body.pipelines as unknown as { id: string; stages: Stage[] }[]
  const stages = (pipeline?.stages ?? []).map(({ id, name, kind }) => ({ id, name, kind }))
  const save = async (change: Partial<Stage>): Promise<(number | null)[]> => {
    const wanted = stages.map((stage, n) => (n === 1 || stage.kind === 'won' ? { ...stage, ...change } : stage))
    const saved = await app.call('save-pipeline', { pipelineId: pipeline?.id, name: 'Ours', stages: wanted }, owner)
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    return (saved.body.pipeline as unknown as { stages: Stage[] }).stages.map(({ chance }) => chance)
  }
  assert.deepEqual(await save({}), [10, 30, 50, 75, null, null])
  assert.deepEqual(await save({ chance: 45 }), [10, 45, 50, 75, null, null])
  assert.deepEqual(await save({ chance: null }), [10, null, 50, 75, null, null])
})
