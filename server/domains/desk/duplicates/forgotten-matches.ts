import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { contribution } from '#core/within.ts'
import { recordsRemoved } from '../bin/moments.ts'
import { companyPairs } from './company-pairs.ts'
import { contactPairs } from './contact-pairs.ts'
import type { PairKind } from './pairs.ts'

const forget = async (db: Db, orgId: string, { kind, keys, of }: PairKind, ids: readonly string[]): Promise<void> => {
  const records = sql`any(${[...ids]}::uuid[])`
  await sql`delete from ${keys} where org_id = ${orgId} and ${of} = ${records}`.execute(db)
  await sql`
    delete from duplicate_pairs where org_id = ${orgId} and kind = ${kind} and (one_id = ${records} or other_id = ${records})`.execute(
    db,
  )
}

/** What records that are removed for good were compared by goes with them, and the pairs of them. */
export const forgetMatches = contribution({
  name: 'forget-matches',
  to: recordsRemoved,
  run: async ({ kind, ids }, { db, orgId }) => {
    for (const pairs of [contactPairs, companyPairs]) if (pairs.kind === kind) await forget(db, orgId, pairs, ids)
  },
})
