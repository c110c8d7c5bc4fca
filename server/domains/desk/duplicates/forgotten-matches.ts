import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { PairKind } from './pairs.ts'

/** Forgets what records that are removed for good were compared by, and the pairs of them. */
export const forgetMatches = async (
  db: Db,
  orgId: string,
  { kind, keys, of }: PairKind,
  ids: readonly string[],
): Promise<void> => {
  const records = sql`any(${[...ids]}::uuid[])`
  await sql`delete from ${keys} where org_id = ${orgId} and ${of} = ${records}`.execute(db)
  await sql`
    delete from duplicate_pairs where org_id = ${orgId} and kind = ${kind} and (one_id = ${records} or other_id = ${records})`.execute(
    db,
  )
}
