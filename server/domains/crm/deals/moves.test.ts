import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openDealFor } from './deals.ts'
import { raiseIdleDeals } from './raise-idle-deals.ts'
import { rankBetween, rankOnTop } from './ranks.ts'
import { recordResponse } from './responses.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true }) // asks for the idle deals of all organizations
})
after(() => app.stop())

interface Stage {
  id: string
  slug: string
  name: string
  kind: 'open' | 'won' | 'lost'
  count: number
  deals: Shown[]
}
interface Shown {
  id: string
  status: string
  state: string
  rank: string
  lost_reason: string | null
  closed_at: string | null
}
const boardOf = async (owner: Someone, filter: object = {}): Promise<Stage[]> => {
  const answer = await app.call('show-board', filter, owner)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.stages as unknown as Stage[]
}
const given = async (owner: Someone, name: string): Promise<string> => {
  const answer = await app.call('create-deal', { client: { name }, name }, owner)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (answer.body.deal as unknown as { id: string }).id
}
const chanceOf = (seed: number) => (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}

test('between any two places there is room, and every order of moves reads back as it was made', () => {
  const chance = chanceOf(7)
  const column: string[] = []
  for (let n = 0; n < 700; n++) {
    const at = n % 3 === 0 ? Math.min(3, column.length) : chance(column.length + 1)
    const isNew = at === 0 && chance(2) === 0
    const rank = isNew ? rankOnTop(newId()) : rankBetween(column[at - 1] ?? null, column[at] ?? null)
    if (isNew && column[0] !== undefined && rank >= column[0]) continue
    column.splice(at, 0, rank)
  }
  for (let n = 1; n < column.length; n++) assert.ok((column[n - 1] as string) < (column[n] as string))
  assert.ok(Math.max(...column.map((rank) => rank.length)) < 200)
})

test('after any moves by several people at once every column is in one order, and each deal’s moves lead to where it stands', async () => {
  const owner = await app.given.organization()
  const people = [owner, await app.given.person(owner.orgId, 'member'), await app.given.person(owner.orgId, 'admin')]
  const deals: string[] = []
  for (let n = 0; n < 8; n++) deals.push(await given(owner, `Deal ${n}`))
  const stages = await boardOf(owner)
  assert.deepEqual(
    stages.map(({ slug }) => slug),
    ['new_lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost'],
  )
  assert.deepEqual(
    stages[0]?.deals.map(({ id }) => id),
    deals.toReversed(),
    'the newest on top',
  )
  const chance = chanceOf(42)
  for (let round = 0; round < 12; round++)
    await Promise.all(
      people.map(async (person) => {
        const stage = stages[chance(stages.length)] as Stage
        const place = chance(3)
        const other = deals[chance(deals.length)]
        const answer = await app.call(
          'move-deal',
          {
            dealId: deals[chance(deals.length)],
            stageId: stage.id,
            ...(place === 1 && { beforeDealId: other }),
            ...(place === 2 && { afterDealId: other }),
            ...(stage.kind === 'lost' && { lostReason: `Reason ${round}` }),
          },
          person,
        )
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
      }),
    )
  const shown = new Map<string, Shown>()
  for (const stage of await boardOf(owner)) {
    assert.equal(stage.count, stage.deals.length)
    const ranks = stage.deals.map(({ rank }) => rank)
    assert.equal(new Set(ranks).size, ranks.length, 'no two in one place')
    for (const deal of stage.deals) shown.set(deal.id, deal)
    for (const deal of stage.deals)
      assert.deepEqual([deal.status, deal.state, deal.closed_at === null], [stage.slug, stage.kind, stage.kind === 'open'])
  }
  assert.equal(shown.size, deals.length)
  for (const dealId of deals) {
    const { moves } = (await app.call('show-deal', { dealId }, owner)).body as unknown as {
      moves: {
        from: { id: string } | null
        to: { id: string; name: string }
        person: { id: string } | null
        why: string | null
      }[]
    }
    const told = moves.toReversed()
    told.forEach((move, n) => {
      assert.equal(move.from?.id, told[n - 1]?.to.id)
      assert.ok(people.some(({ personId }) => personId === move.person?.id))
      if (move.to.name === 'Lost') assert.match(move.why ?? '', /^Reason \d+$/)
    })
    const stage = stages.find(({ id }) => id === told.at(-1)?.to.id)
    assert.equal(stage?.slug, shown.get(dealId)?.status)
  }
})

test('undoing the last move of a deal, on the board or of many, restores since when it stood there, to the microsecond', async () => {
  const owner = await app.given.organization()
  const stages = await boardOf(owner)
  const standing = (dealId: string) =>
    app.database.inOrg(owner.orgId, async (db) => {
      const { rows } = await sql<{ stage_id: string }>`
        select stage_id, rank, state, stage_since::text, closed_at::text, lost_reason from deals where id = ${dealId}`.execute(
        db,
      )
      return rows[0]
    })
  const call = async (type: string, body: object) => {
    const answer = await app.call(type, body, owner)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as unknown as { moveId?: string; bulk_change: { id: string } }
  }
  const to = ({ id, kind }: Stage) => ({ stageId: id, ...(kind === 'lost' && { lostReason: 'Price' }) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 4 }), fc.nat(5), fc.boolean(), async (earlier, last, isOfMany) => {
      const dealId = await given(owner, 'Back and forth')
      for (const n of earlier) await call('move-deal', { dealId, ...to(stages[n] as Stage) })
      const before = await standing(dealId)
      const stage = stages[last] as Stage
      if (isOfMany) {
        const { bulk_change } = await call('change-records', {
          ...{ kind: 'deal', of: { recordIds: [dealId] }, change: { type: 'move', ...to(stage) } },
        })
        await call('undo-bulk-change', { bulkChangeId: bulk_change.id })
      } else {
        const { moveId } = await call('move-deal', { dealId, ...to(stage) })
        if (moveId === undefined) return
        await call('undo-move', { dealId, moveId })
        const again = await app.call('undo-move', { dealId, moveId }, owner)
        assert.deepEqual([again.status, again.body.code], [409, 'deal_moved_since'])
      }
      if (before?.stage_id !== stage.id) assert.deepEqual(await standing(dealId), before)
    }),
    { numRuns: 12 },
  )
})

test('a move that is undone after another deal took its place puts the two in two places', async () => {
  const owner = await app.given.organization()
  const [one, two, three] = [await given(owner, 'One'), await given(owner, 'Two'), await given(owner, 'Three')]
  const [first, next] = await boardOf(owner)
  const answer = await app.call('move-deal', { dealId: two, stageId: next?.id }, owner)
  const fourth = await given(owner, 'Four')
  await app.call('move-deal', { dealId: fourth, stageId: first?.id, afterDealId: three }, owner)
  const { status } = await app.call('undo-move', { dealId: two, moveId: answer.body.moveId }, owner)
  assert.equal(status, 200)
  const deals = (await boardOf(owner))[0]?.deals ?? []
  assert.equal(new Set(deals.map(({ rank }) => rank)).size, 4)
  assert.deepEqual([deals[0]?.id, deals.at(-1)?.id], [three, one])
})

test('a deal is put right above or below another one; lost needs a reason, and moving it back opens it again', async () => {
  const owner = await app.given.organization()
  const [one, two, three] = [await given(owner, 'One'), await given(owner, 'Two'), await given(owner, 'Three')]
  const [first, , , , , lost] = await boardOf(owner)
  const order = async () => (await boardOf(owner))[0]?.deals.map(({ id }) => id)
  const move = (body: object) => app.call('move-deal', { stageId: first?.id, ...body }, owner)
  await move({ dealId: three, afterDealId: one })
  assert.deepEqual(await order(), [two, one, three])
  await move({ dealId: three, beforeDealId: one })
  assert.deepEqual(await order(), [two, three, one])
  await move({ dealId: one })
  assert.deepEqual(await order(), [one, two, three])
  const refused = await move({ dealId: one, stageId: lost?.id })
  assert.deepEqual([refused.status, refused.body.code], [400, 'lost_reason_needed'])
  const closed = (await move({ dealId: one, stageId: lost?.id, lostReason: 'Price' })).body.deal as unknown as Shown
  assert.deepEqual([closed.state, closed.lost_reason, closed.closed_at === null], ['lost', 'Price', false])
  const opened = (await move({ dealId: one })).body.deal as unknown as Shown
  assert.deepEqual([opened.state, opened.lost_reason, opened.closed_at], ['open', null, null])
  const other = await app.given.organization()
  assert.equal(
    (await app.call('move-deal', { dealId: one, stageId: (await boardOf(other))[0]?.id }, other)).body.code,
    'deal_not_found',
  )
})

test('stages are added, renamed, reordered and put away; one that open deals stand in stays', async () => {
  const owner = await app.given.organization()
  const deal = await given(owner, 'One')
  const { pipelines } = (await app.call('list-pipelines', {}, owner)).body as unknown as {
    pipelines: { id: string; stages: { id: string; slug: string; name: string; kind: string }[] }[]
  }
  const [pipeline] = pipelines
  const stages = pipeline?.stages ?? []
  const save = (wanted: object[]) =>
    app.call('save-pipeline', { pipelineId: pipeline?.id, name: 'Ours', stages: wanted }, owner)
  const refused = await save(stages.slice(1))
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.error],
    [409, 'stage_in_use', 'The stage New lead still has open deals.'],
  )
  assert.equal((await save(stages.filter(({ kind }) => kind !== 'won'))).body.code, 'pipeline_incomplete')
  const [first, second, ...rest] = stages
  const saved = await save([{ name: 'Prüfung läuft', kind: 'open' }, { ...first, name: 'Come in' }, ...rest])
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const now = await boardOf(owner)
  assert.deepEqual(now.map(({ slug, name }) => `${slug}: ${name}`).slice(0, 3), [
    'prufung_lauft: Prüfung läuft',
    'new_lead: Come in',
    'proposal: Proposal',
  ])
  assert.ok(!now.some(({ id }) => id === second?.id))
  assert.equal((await app.call('move-deal', { dealId: deal, stageId: second?.id }, owner)).body.code, 'stage_not_found')
  assert.equal((await app.call('archive-pipeline', { pipelineId: pipeline?.id }, owner)).body.code, 'pipeline_in_use')
})

/** Does now what the clock asks for each minute. */
const raiseNow = async (now: Date): Promise<void> => {
  const { db, inOrg } = app.database
  await raiseIdleDeals.run({}, { db, inOrg, now: () => now } as never)
}

test('no open deal is without a next action, a wait or an alert, and an overdue first answer is raised', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const contactId = newId()
  const { dealId } = await app.database.inOrg(orgId, async (db) => {
    await db.insertInto('contacts').values({ org_id: orgId, id: contactId }).execute()
    return openDealFor(db, orgId, { contactId, kind: 'web_chat', cause: 'web_chat', name: 'Bakery' })
  })
  const raised = async () =>
    ((await app.call('list-notices', {}, owner)).body.notices as unknown as { kind: string }[]).map(({ kind }) => kind).sort()
  const tasks = async () =>
    (await app.call('list-tasks', { dealId }, owner)).body.tasks as unknown as { id: string; kind: string; due_at: string }[]
  await raiseNow(new Date())
  assert.deepEqual(await raised(), [], 'a new deal begins with a task and has an hour')
  const [first, ...others] = await tasks()
  assert.deepEqual([first?.kind, others], ['next_action', []])

  await raiseNow(new Date(Date.now() + 61 * 60_000))
  assert.deepEqual(await raised(), ['response_late'])
  const waiting = (await app.call('show-response-times', {}, owner)).body as unknown as {
    waiting: number
    answered: number
    median_minutes: number | null
    worst: { id: string; assigned_name: string | null } | null
  }
  assert.deepEqual([waiting.waiting, waiting.answered, waiting.worst?.id], [1, 0, dealId])
  assert.notEqual(waiting.worst?.assigned_name, null)

  for (let twice = 0; twice < 2; twice++)
    await app.database.inOrg(orgId, (db) =>
      recordResponse(db, orgId, { contactId, personId: owner.personId, byKind: 'message' }),
    )
  assert.deepEqual(await raised(), [])
  const answered = (await app.call('show-response-times', {}, owner)).body as unknown as typeof waiting
  assert.deepEqual([answered.waiting, answered.answered, answered.worst], [0, 1, null])
  assert.ok(answered.median_minutes !== null && answered.median_minutes < 2)
  const [wait, ...more] = await tasks()
  assert.deepEqual([wait?.kind, more], ['wait', []], 'it was answered: now they are waited for')

  assert.equal((await app.call('complete-task', { taskId: wait?.id, outcome: 'They called' }, owner)).status, 200)
  assert.equal((await app.call('complete-task', { taskId: wait?.id }, owner)).body.code, 'task_done')
  await raiseNow(new Date())
  await raiseNow(new Date())
  assert.deepEqual(await raised(), ['deal_idle'])
  const added = await app.call('add-task', { dealId, title: 'Send the offer', dueAt: '2030-01-01T00:00:00Z' }, owner)
  assert.equal(added.status, 200, JSON.stringify(added.body))
  assert.deepEqual(await raised(), [])
})

test('deals are listed by date, value and name, both ways and page by page, with amounts of one currency together', async () => {
  const owner = await app.given.organization()
  const worth: readonly (readonly [string, number | null, string | null])[] = [
    ['cedar', 500, 'USD'],
    ['Birch', null, null],
    ['alder', 500, 'EUR'],
    ['Elm', 90, 'EUR'],
    ['dogwood', 500, 'EUR'],
    ['birch', 7, 'USD'],
    ['fir', null, null],
  ]
  const ids = new Map<string, string>()
  for (const [name, valueMinor, currency] of worth) {
    const answer = await app.call('create-deal', { client: { name }, name, valueMinor, currency }, owner)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    ids.set((answer.body.deal as unknown as { id: string }).id, name)
  }
  const listed = async (order?: string): Promise<string[]> => {
    const names: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { status, body } = await app.call(
        'list-deals',
        { limit: 2, ...(order && { order }), ...(cursor && { cursor }) },
        owner,
      )
      assert.equal(status, 200, JSON.stringify(body))
      const { deals, next_cursor } = body as unknown as { deals: { id: string }[]; next_cursor: string | null }
      names.push(...deals.map(({ id }) => ids.get(id) ?? id))
      cursor = next_cursor
    }
    return names
  }
  const made = worth.map(([name]) => name)
  assert.deepEqual(await listed(), made.toReversed())
  assert.deepEqual(await listed('created_at'), made)
  assert.deepEqual(await listed('name'), ['alder', 'birch', 'Birch', 'cedar', 'dogwood', 'Elm', 'fir'])
  assert.deepEqual(await listed('-name'), ['fir', 'Elm', 'dogwood', 'cedar', 'Birch', 'birch', 'alder'])
  assert.deepEqual(await listed('-value_minor'), ['alder', 'dogwood', 'Elm', 'cedar', 'birch', 'Birch', 'fir'])
  assert.deepEqual(await listed('value_minor'), ['Elm', 'alder', 'dogwood', 'birch', 'cedar', 'Birch', 'fir'])
  assert.equal((await app.call('list-deals', { order: 'rank' }, owner)).status, 400)
})
