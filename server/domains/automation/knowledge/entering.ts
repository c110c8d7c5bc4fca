import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Passage } from './cut-passages.ts'
import type { SourceRow } from './sources.ts'
import { plainWords, spacedWords } from './words.ts'

/** In one statement. */
const batch = 200
/** Of a workspace: twice what a search is measured with. */
export const mostPassages = 200_000

/**
 * Who changes passages of a workspace does so alone until the end of the transaction, for the counts of its words. Answers how many passages
 * it has.
 */
export const lockPassages = async (db: Db, orgId: string): Promise<number> => {
  const { rows } = await sql<{ passages: number }>`
    insert into knowledge_words (org_id, word, passages) values (${orgId}, '', 0)
    on conflict (org_id, word) do update set passages = knowledge_words.passages
    returning passages`.execute(db)
  return rows[0]?.passages ?? 0
}

/** As its words are counted. */
export const countPassages = async (db: Db, orgId: string): Promise<number> => {
  const row = await db
    .selectFrom('knowledge_words')
    .select('passages')
    .where('org_id', '=', orgId)
    .where('word', '=', '')
    .executeTakeFirst()
  return row?.passages ?? 0
}

/** Enters the passages of a document, which are found from the commit on. After `lockPassages`. */
export const enterPassages = async (
  db: Db,
  { org_id: orgId, id, title, language }: Pick<SourceRow, 'org_id' | 'id' | 'title' | 'language'>,
  passages: readonly Passage[],
): Promise<void> => {
  const spacedTitle = spacedWords(title)
  for (let at = 0; at < passages.length; at += batch) {
    // Others are answered between two statements: the words of a book are a second's work.
    const some = passages.slice(at, at + batch).map((passage, n) => withWords(passage, at + n))
    await sql`
      insert into knowledge_passages (org_id, source_id, place, heading, text, language, words)
      select ${orgId}, ${id}, p.place, p.heading, p.text, ${language}::text,
        passage_words(${orgId}, ${language}, ${spacedTitle}, p.headings, p.body, ${plainWords(spacedTitle)}, p.plain_headings, p.plain_body)
      from unnest(${some.map(({ place }) => place)}::int[], ${some.map(({ heading }) => heading)}::text[], ${some.map((each) => each.text)}::text[],
        ${some.map(({ spaced }) => spaced.heading)}::text[], ${some.map(({ spaced }) => spaced.body)}::text[],
        ${some.map(({ plain }) => plain.heading)}::text[], ${some.map(({ plain }) => plain.body)}::text[])
        as p (place, heading, text, headings, body, plain_headings, plain_body)`.execute(db)
  }
  await countWordsOf(db, orgId, id, 1)
}

const withWords = (passage: Passage, place: number) => {
  const [heading, body] = [spacedWords(passage.headings), spacedWords(passage.text)]
  return { ...passage, place, spaced: { heading, body }, plain: { heading: plainWords(heading), body: plainWords(body) } }
}

/** Takes a document's passages out of the search, in the caller's transaction. After `lockPassages`. */
export const leavePassages = async (db: Db, orgId: string, id: string): Promise<void> => {
  await countWordsOf(db, orgId, id, -1)
  await db.deleteFrom('knowledge_passages').where('org_id', '=', orgId).where('source_id', '=', id).execute()
}

const countWordsOf = async (db: Db, orgId: string, id: string, sign: 1 | -1): Promise<void> => {
  await sql`
    insert into knowledge_words (org_id, word, passages)
    select ${orgId}, w.word, ${sign} * count(*)::int
    from knowledge_passages p
    cross join lateral (select substr(unnest(tsvector_to_array(p.words)), 5) as word union all select '') w
    where p.org_id = ${orgId} and p.source_id = ${id}
    group by w.word
    on conflict (org_id, word) do update set passages = knowledge_words.passages + excluded.passages`.execute(db)
  if (sign < 0)
    await db
      .deleteFrom('knowledge_words')
      .where('org_id', '=', orgId)
      .where('passages', '<=', 0)
      .where('word', '<>', '')
      .execute()
}
