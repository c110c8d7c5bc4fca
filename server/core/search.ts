import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { lockReaction } from './events/readers.ts'
import { highestId, idFloor, nilId } from './ids.ts'

type Db = Kysely<Tables>
export type Findable = 'lead' | 'contact' | 'message' | 'record'

/** Behind the digits of the organization, so that a search for one kind never walks another's words (see `marked_words`). */
const marks: Readonly<Record<Findable, string>> = { lead: '', contact: '', message: ',', record: ';' }

/** Characters of a word that count, of a text as of a search. */
export const longestWord = 60
const mostWords = 8

/** Ids of leads or contacts that have the words, newest first, in the organization of the transaction. */
export const findByWords = async (
  db: Db,
  query: SearchQuery,
  page: {
    readonly from?: Date | undefined
    readonly to?: Date | undefined
    /** Id of the last one of the page before. */
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<string[]> => {
  const before = [page.cursor ?? highestId, page.to ? idFloor(page.to) : highestId].sort()[0] as string
  const { rows } = await sql<{ id: string }>`
    select id from ${wordsFound(query, { from: page.from ? idFloor(page.from) : nilId, before, limit: page.limit })} as id`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** The function that finds, for statements that go on with what it found. */
export const wordsFound = (
  { kind, words, needles, before }: SearchQuery,
  page: { readonly from?: string; readonly before?: string; readonly limit: number },
) =>
  sql`foyer.find_words(${kind}, ${words}::tsquery[], ${JSON.stringify(needles)}::jsonb, ${before}::tsquery, ${page.from ?? nilId}::uuid, ${page.before ?? highestId}::uuid, ${page.limit})`

/** Whether a contact has the words, within a statement. `contact` is an alias of `contacts`. */
export const contactHas = ({ needles, before }: SearchQuery, contact: string) => {
  const of = sql.raw(`.org_id = ${contact}.org_id`)
  const id = sql.ref(`${contact}.id`)
  return sql<boolean>`(
    exists (select from search_index x where x${of} and x.contact_id = ${id} and foyer.has_words(x.words, ${JSON.stringify(needles)}::jsonb))
    or exists (select from search s where s${of} and s.kind = 'contact' and s.id = ${id} and s.words @@ ${before}::tsquery))`
}

/** What a list says of a search (see `SearchBehind`): null where nothing was searched. */
export const searchBehind = async (db: Db, search: string | undefined): Promise<number | null> => {
  if (!search) return null
  const { rows } = await sql<{ seconds: number | null }>`select foyer.seconds_behind('search') as seconds`.execute(db)
  return Math.ceil(Math.max(0, rows[0]?.seconds ?? 0))
}

/**
 * Takes the words of removed leads and contacts away. After the indexer's last word: it may be writing words of these very records. A
 * contact that stays keeps the words by which it was found together with its lead.
 */
export const forgetWords = async (
  db: Db,
  orgId: string,
  leadIds: readonly string[],
  contactIds: readonly string[],
): Promise<void> => {
  await lockSearchIndex(db)
  const gone = sql`s.org_id = ${orgId} and (s.kind = 'lead' and s.id = any(${leadIds}::uuid[]) or s.kind = 'contact' and s.id = any(${contactIds}::uuid[]))`
  await sql`delete from search s where ${gone}`.execute(db)
  await sql`
    with removed as (delete from search_index s where ${gone} returning s.kind, s.contact_id, s.words)
    insert into search_index (org_id, kind, id, contact_id, words)
    select ${orgId}, 'contact', r.contact_id, r.contact_id, case when r.words like '/%' then '' else split_part(r.words, ' /', 1) end
    from removed r where r.kind = 'lead' and r.contact_id is not null and r.contact_id <> all(${contactIds}::uuid[])
    order by r.contact_id`.execute(db)
}

/** The same for messages and other records. The caller holds the index. */
export const forgetOtherWords = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await sql`
    delete from search_index where org_id = ${orgId} and kind in ('message', 'record') and id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
}

/** There is one writer of words at a time: the reaction that follows the log, or who holds this until the end of the transaction. */
export const lockSearchIndex = (db: Db): Promise<void> => lockReaction(db, 'search')

export interface SearchQuery {
  readonly kind: Findable
  /** For the index of words, each as a `tsquery`. Every word is quoted: nothing typed is ever read as an operator. */
  readonly words: readonly string[]
  /** The same for a row that is at hand (see `foyer.find_words`). */
  readonly needles: readonly (readonly string[])[]
  /** For what an earlier version has indexed and the job `move-search` has not moved yet. */
  readonly before: string
}

/**
 * What was typed, as the beginnings of words; of leads possibly of one source. What was said is searched by whole words, and the last
 * one may be the beginning of one: beginnings that are in thousands of messages each would be gathered whole before they are
 * compared. Null when nothing in it can be looked for.
 */
export const searchQuery = (kind: Findable, orgId: string, typed: string, source?: string): SearchQuery | null => {
  const words = typedWords(foldCase(typed), typed)
  if (words.length === 0) return null
  const mark = `${orgId.slice(-4)}${marks[kind]}`
  const places = kind === 'lead' ? ['', '/', '//'] : ['']
  const looks = words.map((word, n): Look[] =>
    [word, ...(kind === 'message' ? [] : reversed(word))].flatMap((each) =>
      places.map((place) => ({ word: `${place}${each}`, isWhole: kind === 'message' && n < words.length - 1 })),
    ),
  )
  if (source !== undefined) looks.push([{ word: `//${source}`, isWhole: true }])
  return {
    kind,
    words: looks.map((each) => each.map(({ word, isWhole }) => lexeme(`${mark}${word}`, isWhole)).join(' | ')),
    needles: looks.map((each) => each.map(({ word, isWhole }) => ` ${word}${isWhole ? ' ' : ''}`)),
    before: queryBefore(kind, orgId, typed, source),
  }
}

interface Look {
  readonly word: string
  /** Or the beginning of one. */
  readonly isWhole: boolean
}

/** Digits at the end of a number that say something about it. */
const fewestLastDigits = 4

/** A number is found as it begins with its calling code, and as it ends: dialled at home, or the last digits of it. Its digits stand backwards, too. */
const reversed = (word: string): string[] => {
  const last = word.replace(/^0+/, '')
  return /^\d+$/.test(word) && last.length >= fewestLastDigits ? [`<${[...last].reverse().join('')}`] : []
}

/** As words are compared: without case, without the forms in which one character can be written. Of texts and of searches alike. */
export const foldCase = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  // A sigma is written otherwise at the end of a word, and İ becomes two characters; what is left may be one character again.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').replaceAll('i̇', 'i').normalize()
}

/** At most so many of its characters as count. */
export const cutWord = (word: string): string => (word.length <= longestWord ? word : [...word].slice(0, longestWord).join(''))

const typedWords = (folded: string, typed: string): string[] => {
  // `+91 (0) 97116 …`: the zero is dialled at home alone.
  const digits = folded.replace(/(?<=^\+.*)\(0\)/, '').replace(/\D/g, '')
  const isNumber = digits.length >= 3 && /^[+\d\s().-]+$/.test(typed.trim())
  if (isNumber) return [cutWord(digits)]
  return folded
    .split(/[\s,;()"<>/]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, mostWords)
    .map((word) => cutWord(/^\+\d+$/.test(word) ? word.slice(1) : word))
}

const lexeme = (word: string, isWhole: boolean): string =>
  `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'${isWhole ? '' : ':*'}`

/** Words bore eight digits of a digest, and the source stood among them. */
const queryBefore = (kind: Findable, orgId: string, typed: string, source?: string): string => {
  const owner = kind === 'message' ? `${orgId} message` : orgId
  const mark = createHash('md5').update(owner).digest('hex').slice(0, 8)
  const words = typedWords(typed.normalize('NFKC').toLowerCase(), typed)
  const looks = words.map((word, n) => {
    const isWhole = kind === 'message' && n < words.length - 1
    const all = [word, ...(kind === 'message' ? [] : reversed(word))].map((each) => lexeme(`${mark}:${each}`, isWhole))
    return `(${all.join(' | ')})`
  })
  if (source !== undefined) looks.push(lexeme(`${mark}:source=${source}`, true))
  return looks.join(' & ')
}
