import { sql } from 'kysely'
import type { Db } from '../context.ts'

/**
 * Takes what the log of events says of records that are removed for good out of it: names, addresses, texts. That something happened, when,
 * and the ids stay. Answers the ids of the events. `leadIds`: of which the log has the arrival, too.
 */
export const forgetEvents = async (
  db: Db,
  orgId: string,
  { subjectIds, leadIds = [] }: { readonly subjectIds: readonly string[]; readonly leadIds?: readonly string[] },
): Promise<string[]> => {
  if (subjectIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from forget_events(${orgId}, ${[...subjectIds]}::uuid[], ${[...leadIds]}::uuid[]) as f (id)`.execute(db)
  return rows.map(({ id }) => id)
}
