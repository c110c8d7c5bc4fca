import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { suggestMapping } from './mappings.ts'

export interface DemoUpload {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly personId: string
  readonly at: Date
}

/** Adds a file of the demo whose import is done; its contents are kept no longer, as those of any other after a while. */
export const addDemoUpload = async (db: Db, orgId: string, upload: DemoUpload): Promise<void> => {
  const { id, name, source, columns, rows, personId, at } = upload
  const sizeBytes = rows * 90
  await db
    .insertInto('uploads')
    .values({
      ...{ org_id: orgId, id, name, source, state: 'done', created_by: personId },
      ...{ size_bytes: sizeBytes, received_bytes: sizeBytes, position_bytes: sizeBytes, position_row: rows },
      ...{ sha256: createHash('sha256').update(name).digest('hex'), valid_utf8: true, encoding: 'utf-8' },
      ...{ delimiter: ',', quote: '"', has_header: true, start_rows: 1 },
      ...{ columns: [...columns], mapping: JSON.stringify(suggestMapping(columns)) },
      ...{ checked_rows: rows, fresh_rows: rows, imported_rows: rows },
      ...{ created_at: at, moved_at: at, started_at: at, finished_at: new Date(at.getTime() + 4_000) },
    })
    .execute()
}

export const removeDemoUploads = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await sql`delete from uploads where org_id = ${orgId} and id = any(${[...ids]}::uuid[])`.execute(db)
}
