import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'
import { KnowledgeLanguage } from './languages.ts'

export const KnowledgeKind = choice('KnowledgeKind', ['text', 'markdown', 'html', 'pdf'])
export type KnowledgeKind = z.output<typeof KnowledgeKind>

/** A book of a thousand pages. */
export const mostCharacters = 2_000_000

export const KnowledgeTitle = z.string().trim().min(1).max(200)

/** A document that answers are taken from. */
export const KnowledgeSource = shape('KnowledgeSource', {
  id: z.uuid(),
  title: z.string(),
  kind: KnowledgeKind,
  file_name: z.string().nullable().describe('Null for a document that was written here'),
  language: KnowledgeLanguage,
  words: z.int(),
  passages: z.int().describe('In how many parts it is searched'),
  saved_by: z.uuid().nullable().describe('Who saved it last'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export type SourceRow = Selectable<Tables['knowledge_sources']>
type Listed = Omit<SourceRow, 'org_id' | 'text'> & { readonly passages: number }

const listed = (db: Db, orgId: string) =>
  db
    .selectFrom('knowledge_sources as s')
    .select(['s.id', 's.title', 's.kind', 's.file_name', 's.language', 's.words', 's.saved_by', 's.created_at', 's.updated_at'])
    .select(({ selectFrom }) =>
      selectFrom('knowledge_passages as p')
        .where('p.org_id', '=', orgId)
        .whereRef('p.source_id', '=', 's.id')
        .select(sql<number>`count(*)::int`.as('passages'))
        .as('passages'),
    )
    .where('s.org_id', '=', orgId)
    .$narrowType<{ passages: number }>()

/** Newest change first, below the cursor. */
export const listSources = (
  db: Db,
  orgId: string,
  {
    search,
    cursor,
    limit,
  }: { readonly search?: string | undefined; readonly cursor?: string | undefined; readonly limit: number },
): Promise<Listed[]> =>
  listed(db, orgId)
    .$if(search !== undefined, (query) => {
      const part = `%${search?.replaceAll(/[\\%_]/g, '\\$&')}%`
      return query.where((row) => row.or([row('s.title', 'ilike', part), row('s.file_name', 'ilike', part)]))
    })
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`(s.updated_at, s.id) < (select c.updated_at, c.id from knowledge_sources c where c.org_id = ${orgId} and c.id = ${cursor}::uuid)`,
      ),
    )
    .orderBy('s.updated_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()

export const findSource = (db: Db, orgId: string, id: string): Promise<(Listed & { readonly text: string }) | undefined> =>
  listed(db, orgId).select('s.text').where('s.id', '=', id).executeTakeFirst()

/** Stays as it is until the transaction has changed it. */
export const lockSource = (db: Db, orgId: string, id: string): Promise<SourceRow | undefined> =>
  db.selectFrom('knowledge_sources').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

export const shownSource = (row: Listed): z.output<typeof KnowledgeSource> => ({
  ...{ id: row.id, title: row.title, kind: row.kind as KnowledgeKind, file_name: row.file_name, words: row.words },
  ...{ language: languageOfRow(row.language), passages: row.passages, saved_by: row.saved_by },
  ...{ created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() },
})

/** The database knows `other` as the empty text. */
const languageOfRow = (language: string): KnowledgeLanguage => KnowledgeLanguage.parse(language || 'other')
export const columnOfLanguage = (language: KnowledgeLanguage): string => (language === 'other' ? '' : language)

/** The languages that documents of a workspace are in. A look into the index for each: no count of them all. */
export const findLanguages = async (db: Db, orgId: string): Promise<KnowledgeLanguage[]> => {
  const { rows } = await sql<{ language: string }>`
    select l as language from unnest(${KnowledgeLanguage.options.map(columnOfLanguage)}::text[]) as l
    where exists (select from knowledge_sources s where s.org_id = ${orgId} and s.language = l)`.execute(db)
  return rows.map(({ language }) => languageOfRow(language))
}

/** The passages of a document in their order, from a place on. */
export const listPassages = (
  db: Db,
  orgId: string,
  sourceId: string,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ place: number; heading: string; text: string }[]> =>
  db
    .selectFrom('knowledge_passages')
    .select(['place', 'heading', 'text'])
    .where('org_id', '=', orgId)
    .where('source_id', '=', sourceId)
    .where('place', '>=', from)
    .orderBy('place')
    .limit(limit)
    .execute()
