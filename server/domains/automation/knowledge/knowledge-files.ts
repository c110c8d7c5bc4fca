import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { shape } from '#shapes'
import { countWords } from './cut-passages.ts'
import { KnowledgeLanguage } from './languages.ts'
import { KnowledgeKind } from './sources.ts'

/** An uploaded file, of which a document can be made. */
export const KnowledgeFile = shape('KnowledgeFile', {
  id: z.uuid(),
  name: z.string(),
  kind: KnowledgeKind,
  language: KnowledgeLanguage,
  words: z.int(),
})

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

export const shownFile = (row: Omit<Row, 'created_at'>): z.output<typeof KnowledgeFile> => ({
  ...{ id: row.id, name: row.name, kind: KnowledgeKind.parse(row.kind), words: countWords(row.text) },
  language: KnowledgeLanguage.parse(row.language || 'other'),
})
