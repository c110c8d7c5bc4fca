import { sql } from 'kysely'
import { countExpired, type ExpiredRows } from '#core/expired-rows.ts'
import { batchRows } from '#core/jobs/row-batches.ts'
import { contribution } from '#core/within.ts'
import { type Cleanable, cleaning } from '#domains/platform/retention/cleanables.ts'
import { findClock, lockBudgets } from './budgets.ts'
import { chargeLost } from './settlements.ts'

/** Calls whose process is gone. They are not forgotten but charged: what is left of one is its row in the ledger. */
export const cleanablesOfAi = contribution({
  name: 'cleanables-of-ai-models',
  to: cleaning,
  run: async ({ now }, { orgId }) => {
    const lost: ExpiredRows = {
      table: 'ai_reservations',
      where: sql`org_id = ${orgId} and lease_until < least(${now}::timestamptz, now())`,
      at: sql`made_at`,
    }
    const reservations: Cleanable = {
      kind: 'ai_reservations',
      keptDays: null,
      count: (db) => countExpired(db, lost),
      async remove(db) {
        await lockBudgets(db, orgId)
        const { rows } = await sql<{ id: string }>`
          select id from ai_reservations where ${lost.where} order by id limit ${batchRows}`.execute(db)
        if (rows.length === 0) return 0
        return chargeLost(
          db,
          orgId,
          rows.map(({ id }) => id),
          await findClock(db, orgId),
        )
      },
    }
    return [reservations]
  },
})
