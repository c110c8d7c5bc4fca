import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** What the calls of one request of a workflow did cost so far, corrections with them; in 10⁻⁹ of the currency. */
export const costOfRequest = async (db: Db, orgId: string, requestId: string): Promise<number> => {
  const { rows } = await sql<{ cost_nano: number }>`
    select coalesce(sum(cost_nano), 0)::float8 as cost_nano from ai_ledger
    where org_id = ${orgId} and request_id = ${requestId} and feature = 'workflow'`.execute(db)
  return rows[0]?.cost_nano ?? 0
}
