import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { countWords } from './cut-passages.ts'

type Row = Selectable<Tables['knowledge_files']>

/** Keeps the text of a file for a day; those from before are removed. */
export const addFile = async (db: Db, row: Omit<Row, 'created_at'>): Promise<void> => {
  await db
    .deleteFrom('knowledge_files')
    .where('org_id', '=', row.org_id)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await db.insertInto('knowledge_files').values(row).execute()
}

/** The file that a document is made of: it is the document from then on. */
export const takeFile = (db: Db, orgId: string, id: string): Promise<Row | undefined> =>
  db.deleteFrom('knowledge_files').where('org_id', '=', orgId).where('id', '=', id).returningAll().executeTakeFirst()

/** As the upload is answered. */
export const shownFile = ({ id, name, kind, language, text }: Omit<Row, 'created_at'>) => ({
  id,
  name,
  kind,
  language: language || 'other',
  words: countWords(text),
})
