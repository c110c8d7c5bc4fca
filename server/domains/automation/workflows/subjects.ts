import type { Db } from '#core/context.ts'
import type { SubjectKind } from './runs.ts'

const tables = { lead: 'leads', contact: 'contacts', deal: 'deals' } as const

/** Whether a record that a run is to be about is there. */
export const findSubject = async (
  db: Db,
  orgId: string,
  kind: keyof typeof tables,
  id: string,
): Promise<{ kind: SubjectKind; id: string } | null> => {
  const row = await db.selectFrom(tables[kind]).select('id').where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()
  return row ? { kind, id } : null
}
