import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** What the demo makes, and removes again. What stands in rows of one of these goes with it. */
export const demoKinds = [
  'lead',
  'contact',
  'company',
  'deal',
  'task',
  'message',
  'call',
  'invoice',
  'payment',
  'note',
  'tag',
  'field',
  'upload',
  'booking',
] as const
export type DemoKind = (typeof demoKinds)[number]

/** Ids by their kind. */
export type DemoIds = Readonly<Record<DemoKind, readonly string[]>>

export const recordDemo = async (db: Db, orgId: string, made: Partial<DemoIds>): Promise<void> => {
  const rows = demoKinds.flatMap((kind) => (made[kind] ?? []).map((id) => ({ org_id: orgId, kind, id })))
  if (rows.length > 0) await db.insertInto('demo_records').values(rows).execute()
}

export const findDemo = async (db: Db, orgId: string): Promise<DemoIds> => {
  const rows = await db.selectFrom('demo_records').select(['kind', 'id']).where('org_id', '=', orgId).orderBy('id').execute()
  const ofKind = (kind: DemoKind) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return Object.fromEntries(demoKinds.map((kind) => [kind, ofKind(kind)])) as Record<DemoKind, string[]>
}

export const forgetDemo = async (db: Db, orgId: string): Promise<void> => {
  await sql`delete from demo_records where org_id = ${orgId}`.execute(db)
}
