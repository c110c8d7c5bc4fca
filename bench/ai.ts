import { newId } from '#core/ids.ts'
import { makeTogether } from '#core/together.ts'
import { openDatabase } from '#db/connect.ts'
import { aiBooks } from '#domains/connections/ai-models/reservations.ts'
import { aiUsageRows } from './ai-usage.ts'
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
      const end = { outcome: 'answered', cause: null, usage, price, receivedBytes: 1_000, isFree: false } as const
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

    return [books, ...(await aiUsageRows(store, given, { quick, say }))]
  } finally {
    await database.close()
    await store.drop(given)
  }
}
