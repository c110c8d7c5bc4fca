import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import { countPassages } from './entering.ts'
import { languageOfText, usualOf } from './languages.ts'
import { columnOfLanguage, findLanguages } from './sources.ts'
import { anyOf, markOf, plainWords, wordsIn } from './words.ts'

/** A part of a document that may answer a question. */
export const KnowledgePassage = shape('KnowledgePassage', {
  document_id: z.uuid(),
  title: z.string().describe('Of the document'),
  place: z.int().describe('Which passage of the document, from 0 on'),
  heading: z.string().describe('The headings above it, the outermost first; empty where there is none'),
  text: z.string(),
  rank: z
    .number()
    .describe('How much of the question it covers: 1 where it has every word, more where title or headings have them'),
})
export type KnowledgePassage = z.output<typeof KnowledgePassage>

/** Words of a question that count. */
const mostWords = 40
/** Rows that are compared with each other: some 15 ms. */
const mostCompared = 1_000

/**
 * The passages of a workspace that answer a question best, the best first; none where none has any of its words. What the caller may see is not
 * asked here: all members read all documents.
 */
export const findPassages = async (db: Db, orgId: string, question: string, limit: number): Promise<KnowledgePassage[]> => {
  const asked = await findAsked(db, orgId, question)
  const known = asked.words.filter(({ passages }) => passages > 0)
  for (const wanted of wantedOf(known, asked.total)) {
    const found = await comparePassages(db, wanted, asked.words, limit)
    if (found.length > 0) return found
  }
  return []
}

/** A word of a question, in all forms in which the index may have it. */
interface AskedWord {
  readonly forms: readonly string[]
  /** In how many passages it is. */
  readonly passages: number
  /** What it says: more, the rarer it is. */
  readonly weight: number
}

const findAsked = async (
  db: Db,
  orgId: string,
  question: string,
): Promise<{ readonly words: readonly AskedWord[]; readonly total: number }> => {
  const words = [...new Set(wordsIn(question))].slice(0, mostWords)
  const languages = await findLanguages(db, orgId)
  const total = await countPassages(db, orgId)
  if (words.length === 0 || languages.length === 0) return { words: [], total }
  const language = columnOfLanguage(languageOfText(question, usualOf(languages)))
  const { rows: forms } = await sql<{ at: number; word: string; passages: number }>`
    select q.at, q.word, coalesce(w.passages, 0) as passages
    from question_words(${language}, ${languages.map(columnOfLanguage)}::text[], ${words}::text[], ${words.map(plainWords)}::text[]) q
    left join knowledge_words w on w.org_id = ${orgId} and w.word = q.word`.execute(db)
  const mark = markOf(orgId)
  const asked = [...Map.groupBy(forms, ({ at }) => at).values()].map((each): AskedWord => {
    const passages = Math.max(...each.map((form) => form.passages))
    return {
      forms: each.map(({ word }) => `${mark}${word}`),
      passages,
      weight: Math.log(1 + (total - Math.min(passages, total) + 0.5) / (passages + 0.5)),
    }
  })
  return { words: asked, total }
}

/**
 * What the index is asked, one after the other until something is found. Where few passages have a word, all of them are compared; of words
 * that many have, those with two of them at once; and where that still is too much, those with all.
 */
const wantedOf = (known: readonly AskedWord[], total: number): string[] => {
  const rarest = known.toSorted((a, b) => a.passages - b.passages)
  const [first] = rarest
  if (!first) return []
  const parts: string[] = []
  const common: AskedWord[] = []
  let room = mostCompared
  for (const word of rarest) {
    if (word.passages > room) common.push(word)
    else {
      parts.push(anyOf(word.forms))
      room -= word.passages
    }
  }
  for (const { both, expected } of pairsOf(common, total)) {
    if (expected > room) break
    parts.push(both)
    room -= expected
  }
  if (parts.length > 0) return [parts.join(' | ')]
  return [common.map(({ forms }) => `(${anyOf(forms)})`).join(' & '), anyOf(first.forms)]
}

/** Two words each, those first that the fewest passages should have, if they knew nothing of each other. */
const pairsOf = (words: readonly AskedWord[], total: number) =>
  words
    .flatMap((one, n) =>
      words.slice(n + 1).map((other) => ({
        both: `((${anyOf(one.forms)}) & (${anyOf(other.forms)}))`,
        expected: (one.passages * other.passages) / Math.max(1, total),
      })),
    )
    .sort((a, b) => a.expected - b.expected)

const comparePassages = async (
  db: Db,
  wanted: string,
  asked: readonly AskedWord[],
  limit: number,
): Promise<KnowledgePassage[]> => {
  const { rows } = await sql<KnowledgePassage>`
    select f.source_id as document_id, s.title, f.place, p.heading, p.text, round(f.rank::numeric, 4)::float8 as rank
    from find_passages(${wanted}::tsquery, ${asked.map(({ forms }) => anyOf(forms))}::tsquery[],
      ${asked.map(({ forms }) => anyOf(forms, 'AB'))}::tsquery[], ${asked.map(({ weight }) => weight)}::float8[], ${mostCompared}, ${limit}) f
    join knowledge_passages p on p.source_id = f.source_id and p.place = f.place
    join knowledge_sources s on s.id = f.source_id and s.org_id = p.org_id
    order by f.rank desc, f.source_id, f.place`.execute(db)
  return rows
}

/** Those of some passages that still stand in their documents, word for word: what was found a while ago may be gone. */
export const findStanding = async (
  db: Db,
  orgId: string,
  passages: readonly KnowledgePassage[],
): Promise<readonly KnowledgePassage[]> => {
  const { rows } = await sql<{ at: number }>`
    select f.at::int as at
    from unnest(${passages.map((each) => each.document_id)}::uuid[], ${passages.map(({ place }) => place)}::int[],
      ${passages.map(({ text }) => text)}::text[]) with ordinality as f (source_id, place, text, at)
    join knowledge_passages p on p.org_id = ${orgId} and p.source_id = f.source_id and p.place = f.place and p.text = f.text`.execute(
    db,
  )
  const standing = new Set(rows.map(({ at }) => at))
  return passages.filter((_each, index) => standing.has(index + 1))
}
