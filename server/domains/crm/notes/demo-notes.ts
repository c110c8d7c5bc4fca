import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { PlainRecordKind } from '../records/records.ts'

export interface DemoNote {
  readonly id: string
  readonly kind: PlainRecordKind
  readonly record_id: string
  readonly body: string
  readonly author_id: string
  readonly created_at: Date
}

/** Adds notes of the demo, without an event. */
export const addDemoNotes = async (db: Db, orgId: string, notes: readonly DemoNote[]): Promise<void> => {
  if (notes.length === 0) return
  await db
    .insertInto('notes')
    .values(notes.map((note) => ({ org_id: orgId, ...note })))
    .execute()
}

/** Removes notes of the demo, and all notes of records that are removed. */
export const removeDemoNotes = async (
  db: Db,
  orgId: string,
  { ids = [], recordIds = [] }: { ids?: readonly string[]; recordIds?: readonly string[] },
): Promise<void> => {
  await sql`
    delete from notes where org_id = ${orgId} and (id = any(${[...ids]}::uuid[]) or record_id = any(${[...recordIds]}::uuid[]))`.execute(
    db,
  )
}
