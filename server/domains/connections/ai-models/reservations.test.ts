import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { makeTogether } from '#core/together.ts'
import { openDatabase } from '#db/connect.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { findClock, findLimits, lockBudgets, openBudgets } from './budgets.ts'
import { aiBooks, type WantedCall } from './reservations.ts'
import { chargeLost } from './settlements.ts'

let app: TestApp
/** Two processes, each with its own connections and batches. */
let processes: { together: ReturnType<typeof makeTogether>; close(): Promise<void> }[]
before(async () => {
  app = await startApp()
  processes = Array.from({ length: 2 }, () => {
    const database = openDatabase(app.target, { application: 'a process', connections: 4, onError: () => {} })
    return { together: makeTogether(database.inOrg), close: () => database.close() }
  })
})
after(async () => {
  for (const each of processes ?? []) await each.close()
  await app?.stop()
})

const price = { inputNano: 1, cachedNano: 1, outputNano: 1, currency: 'USD' }
const call = (mostNano: number, more: Partial<WantedCall> = {}): WantedCall => ({
  ...{
    id: newId(),
    personId: null,
    feature: 'chat',
    provider: 'gemini',
    model: 'gemini-x',
    price,
    fallback: null,
    requestId: null,
  },
  ...{ most: { inputTokens: mostNano, outputTokens: 0 }, mostNano },
  ...more,
})
const reserve = (at: number, { orgId }: Someone, wanted: WantedCall): Promise<boolean> =>
  (processes[at % 2] as (typeof processes)[number]).together(aiBooks, orgId, { reserve: wanted }).then(
    () => true,
    (error: unknown) => {
      assert.equal((error as { code?: string }).code, 'ai_budget_exhausted', String(error))
      return false
    },
  )
const settle = (at: number, { orgId }: Someone, id: string, nano: number, outcome: 'answered' | 'cancelled' = 'answered') =>
  (processes[at % 2] as (typeof processes)[number]).together(aiBooks, orgId, {
    settle: {
      id,
      outcome,
      cause: null,
      usage: { inputTokens: nano, cachedTokens: 0, outputTokens: 0 },
      price,
      receivedBytes: 0,
      isFree: false,
    },
  })
const setBudget = async (who: Someone, limitNano: number, more: object = { scope: 'workspace' }): Promise<void> => {
  const { status, body } = await app.call('set-ai-budget', { period: 'month', limitNano, ...more }, who)
  assert.equal(status, 200, JSON.stringify(body))
}
const removeBudget = async (who: Someone, more: object = { scope: 'workspace' }): Promise<void> => {
  const { status, body } = await app.call('set-ai-budget', { period: 'month', limitNano: null, ...more }, who)
  assert.equal(status, 200, JSON.stringify(body))
}
const budgetsOf = ({ orgId }: Someone) =>
  app.database.inOrg(orgId, async (db) => openBudgets(db, orgId, await findClock(db, orgId), await findLimits(db, orgId)))
const ledgerOf = async ({ orgId }: Someone): Promise<number> => {
  const { rows } = await app.database.inOrg(orgId, (db) =>
    sql<{ sum: number }>`select coalesce(sum(cost_nano), 0)::bigint as sum from ai_ledger where org_id = ${orgId}`.execute(db),
  )
  return rows[0]?.sum ?? -1
}

test('of a hundred calls at once in two processes, on a budget for seven, seven are made, and nothing stays reserved', async () => {
  const who = await app.given.organization()
  await setBudget(who, 7_500)
  const wanted = Array.from({ length: 100 }, () => call(1_000))
  const made = await Promise.all(wanted.map((each, at) => reserve(at, who, each)))
  assert.equal(made.filter(Boolean).length, 7)
  const [held] = await budgetsOf(who)
  assert.deepEqual([held?.spentNano, held?.reservedNano], [0, 7_000])
  await Promise.all(wanted.map((each, at) => (made[at] ? settle(at, who, each.id, 900) : undefined)))
  const [after] = await budgetsOf(who)
  assert.deepEqual([after?.spentNano, after?.reservedNano], [6_300, 0])
  // What was not spent is there again.
  assert.equal(await reserve(0, who, call(1_000)), true)
  assert.equal(await reserve(1, who, call(1_000)), false)
})

test('a call counts in each budget that applies: of the workspace, its person and its feature, each alone', async () => {
  const who = await app.given.organization()
  await setBudget(who, 100)
  await setBudget(who, 50, { scope: 'person', id: who.personId })
  await setBudget(who, 30, { scope: 'feature', id: 'drafts' })
  assert.equal(await reserve(0, who, call(60, { personId: who.personId })), false)
  assert.equal(await reserve(0, who, call(40, { personId: who.personId })), true)
  assert.equal(await reserve(1, who, call(40, { feature: 'drafts' })), false)
  assert.equal(await reserve(1, who, call(30, { feature: 'drafts' })), true)
  assert.equal(await reserve(0, who, call(40)), false)
  assert.equal(await reserve(0, who, call(30)), true)
  const reserved = (await budgetsOf(who)).map(({ scope, reservedNano }) => [scope, reservedNano])
  assert.deepEqual(
    new Map(reserved as [string, number][]),
    new Map([
      ['workspace', 100],
      ['person', 40],
      ['feature', 30],
    ]),
  )
})

test('a call whose process is gone is charged whole; its own figures, if they come late, and an owner’s correction put that right once', async () => {
  const who = await app.given.organization()
  await setBudget(who, 10_000)
  const [lost, late] = [call(1_000), call(2_000)]
  assert.ok((await reserve(0, who, lost)) && (await reserve(1, who, late)))
  const charge = () =>
    app.database.inOrg(who.orgId, async (db) => {
      await db
        .updateTable('ai_reservations')
        .set({ lease_until: new Date(0) })
        .execute()
      await lockBudgets(db, who.orgId)
      return chargeLost(db, who.orgId, [lost.id, late.id], await findClock(db, who.orgId))
    })
  assert.deepEqual([await charge(), await charge()], [2, 0])
  const spent = async () => (await budgetsOf(who)).map(({ spentNano, reservedNano }) => [spentNano, reservedNano])[0]
  assert.deepEqual(await spent(), [3_000, 0])
  await settle(0, who, late.id, 500)
  await settle(0, who, late.id, 400)
  assert.deepEqual(await spent(), [1_500, 0])
  const correct = (callId: string) => app.call('correct-ai-call', { callId, costNano: 0, reason: 'Not on the bill.' }, who)
  assert.equal((await correct(lost.id)).status, 200)
  assert.equal((await correct(lost.id)).body.code, 'ai_call_not_correctable')
  assert.equal((await correct(late.id)).body.code, 'ai_call_not_correctable')
  assert.deepEqual(await spent(), [500, 0])
  assert.equal(await ledgerOf(who), 500)
  const usage = await app.call('show-ai-usage', { groupBy: 'model' }, who)
  assert.equal((usage.body.total as unknown as { cost_nano: number }).cost_nano, 500)
})

test('a budget that is set while calls are under way has what they may cost reserved, once, and they settle in it', async () => {
  const who = await app.given.organization()
  const [first, second] = [call(400, { personId: who.personId }), call(300)]
  assert.ok((await reserve(0, who, first)) && (await reserve(1, who, second)))
  const reserved = async () => Object.fromEntries((await budgetsOf(who)).map((each) => [each.scope, each.reservedNano]))
  await setBudget(who, 1_000)
  await setBudget(who, 500, { scope: 'person', id: who.personId })
  assert.deepEqual(await reserved(), { workspace: 700, person: 400 })
  assert.equal(await reserve(0, who, call(301)), false)
  await removeBudget(who)
  await setBudget(who, 1_000)
  assert.deepEqual(await reserved(), { workspace: 700, person: 400 })
  await settle(0, who, first.id, 350)
  await settle(1, who, second.id, 300)
  const books = (await budgetsOf(who)).map(({ scope, spentNano, reservedNano }) => [scope, spentNano, reservedNano])
  assert.deepEqual(Object.fromEntries(books.map(([scope, ...rest]) => [scope, rest])), {
    workspace: [650, 0],
    person: [350, 0],
  })
})

test('in any order of reserving, settling, cancelling, losing, and setting, raising, lowering and removing the budget, spent and reserved never exceed it, and the sums are the ledger’s', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('reserve' as const), nano: fc.integer({ min: 1, max: 400 }) }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('settle' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    },
    fc.record({ kind: fc.constant('lose' as const) }),
    fc.record({ kind: fc.constant('limit' as const), nano: fc.integer({ min: 0, max: 2_000 }) }),
    fc.record({ kind: fc.constant('remove' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
      async (rounds) => {
        const who = await app.given.organization()
        let limit = 1_000
        // Where there is none any call is made; what is under way when one is set counts for it.
        let isSet = false
        const open: WantedCall[] = []
        for (const round of rounds) {
          const calls: WantedCall[] = []
          // All of a round at the same time.
          await Promise.all(
            round.map(async (each, at) => {
              if (each.kind === 'reserve') {
                const wanted = call(each.nano)
                if (await reserve(at, who, wanted)) calls.push(wanted)
              } else if (each.kind === 'settle') {
                const ended = open.shift()
                if (ended) await settle(at, who, ended.id, Math.floor(ended.mostNano * each.share))
              } else if (each.kind === 'lose') {
                const gone = open.pop()
                if (gone)
                  await app.database.inOrg(who.orgId, async (db) => {
                    await lockBudgets(db, who.orgId)
                    await db
                      .updateTable('ai_reservations')
                      .set({ lease_until: new Date(0) })
                      .where('id', '=', gone.id)
                      .execute()
                    await chargeLost(db, who.orgId, [gone.id], await findClock(db, who.orgId))
                  })
              }
            }),
          )
          open.push(...calls)
          if (!isSet) {
            limit = Math.max(limit, (await ledgerOf(who)) + open.reduce((sum, { mostNano }) => sum + mostNano, 0))
            await setBudget(who, limit)
            isSet = true
          }
          const [budget] = await budgetsOf(who)
          const held = (budget?.spentNano ?? 0) + (budget?.reservedNano ?? 0)
          assert.ok(held <= limit, `${held} of ${limit}`)
          assert.equal(
            budget?.reservedNano,
            open.reduce((sum, { mostNano }) => sum + mostNano, 0),
          )
          assert.equal(budget?.spentNano, await ledgerOf(who))
          const lowered = round.find((each) => each.kind === 'limit')
          if (lowered?.kind === 'limit') {
            // A budget that is lowered below what is held refuses everything, and takes nothing back.
            limit = Math.max(lowered.nano, held)
            await setBudget(who, limit)
          }
          if (round.some(({ kind }) => kind === 'remove')) {
            await removeBudget(who)
            isSet = false
          }
        }
        for (const [at, ended] of open.entries()) await settle(at, who, ended.id, 1, 'cancelled')
        if (!isSet) await setBudget(who, limit)
        const [last] = await budgetsOf(who)
        assert.equal(last?.reservedNano, 0)
      },
    ),
    { numRuns: 15 },
  )
})
