import { newId } from '#core/ids.ts'
import { makeTogether } from '#core/together.ts'
import { openDatabase } from '#db/connect.ts'
import { findBudgets, findClock } from '#domains/connections/ai-models/budgets.ts'
import { aiBooks } from '#domains/connections/ai-models/reservations.ts'
import type { Given } from './candidates/ready.ts'
import { p99Of, type Row } from './figures.ts'
import type { Store } from './store.ts'

const atOnce = 64
const price = { inputNano: 1_000, cachedNano: 50, outputNano: 5_000, currency: 'USD' }
const most = { inputTokens: 1_000, outputTokens: 1_000 }

/** What a call costs beside the call itself: its budget is reserved before, and settled after; and what its sums cost to be read. */
export const aiRows = async (
  store: Store,
  small: Given,
  { quick, say }: { quick: boolean; say: (step: string) => void },
): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_ai')
  const database = openDatabase(given.target, { application: 'foyer bench', connections: 6, onError: () => {} })
  const { orgId } = given
  try {
    await database.inOrg(orgId, (db) =>
      db
        .insertInto('ai_budgets')
        .values({ org_id: orgId, id: newId(), scope: 'workspace', subject: '', period: 'month', limit_nano: 10 ** 15 })
        .execute(),
    )
    const together = makeTogether(database.inOrg)
    const times: number[] = []
    const one = async (isCounted: boolean): Promise<void> => {
      const id = newId()
      const begun = performance.now()
      await together(aiBooks, orgId, {
        reserve: {
          ...{ id, personId: null, feature: 'chat', provider: 'gemini', model: 'gemini-x', price, most, fallback: null },
          ...{ requestId: null, mostNano: 6_000_000 },
        },
      })
      const usage = { inputTokens: 900, cachedTokens: 0, outputTokens: 300 }
      const end = { outcome: 'answered', usage, price, receivedBytes: 1_000, isFree: false } as const
      await together(aiBooks, orgId, { settle: { id, ...end } })
      if (isCounted) times.push(performance.now() - begun)
    }
    const run = async (count: number, isCounted: boolean): Promise<number> => {
      let left = count
      const begun = performance.now()
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (left-- > 0) await one(isCounted)
        }),
      )
      return count / ((performance.now() - begun) / 1_000)
    }
    await run(1_000, false)
    const rate = await run(quick ? 5_000 : 30_000, true)
    const p99 = p99Of(times)
    say(`books ${rate.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`)
    const books = {
      what: `an AI call reserved and settled, ${atOnce} at once on one budget of one workspace`,
      must: 'p99 ≤ 20 ms, ≥ 300 calls/s',
      found: `p99 **${p99.toFixed(1)} ms**, **${rate.toFixed(0)}** calls/s`,
      kept: p99 <= 20 && rate >= 300,
    }

    const rows = quick ? 100_000 : 1_000_000
    say(`${rows.toLocaleString('en')} rows of the ledger`)
    await store.query(
      given,
      `insert into foyer.ai_ledger (org_id, id, at, ended_at, feature, provider, model, outcome, input_tokens, cached_tokens, output_tokens,
         is_estimated, cost_nano)
       select '${orgId}', gen_random_uuid(), now() - n * interval '2 seconds', now(), 'chat', 'gemini', 'gemini-x', 'answered', 900, 0, 300,
         false, 1000 from generate_series(1, ${rows}) as n`,
    )
    await store.query(given, 'vacuum analyze foyer.ai_ledger')
    const reads: number[] = []
    for (let n = -10; n < 100; n++) {
      const begun = performance.now()
      await database.inOrg(orgId, async (db) => findBudgets(db, orgId, await findClock(db, orgId)))
      if (n >= 0) reads.push(performance.now() - begun)
    }
    const read = p99Of(reads)
    say(`read ${read.toFixed(1)} ms`)
    const usage = {
      what: `budgets of a workspace with ${rows.toLocaleString('en')} rows in its ledger, read: p99 of 100`,
      must: '≤ 50 ms on the server',
      found: `**${read.toFixed(1)} ms**`,
      kept: read <= 50,
    }
    return [books, usage]
  } finally {
    await database.close()
    await store.drop(given)
  }
}
