import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { idFloor, nilId } from './ids.ts'

type Db = Kysely<Tables>

const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Ids of leads or contacts that have the words, newest first, in the organization of the transaction. */
export const findByWords = async (
  db: Db,
  kind: 'lead' | 'contact',
  words: string,
  page: {
    readonly from?: Date | undefined
    readonly to?: Date | undefined
    /** Id of the last one of the page before. */
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<string[]> => {
  const before = [page.cursor ?? highest, page.to ? idFloor(page.to) : highest].sort()[0]
  const { rows } = await sql<{ id: string }>`
    select id from foyer.find_words(${kind}, ${words}::tsquery, ${page.from ? idFloor(page.from) : nilId}, ${before}, ${page.limit}) as id`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/**
 * A typed query as prefix words, and optionally a source (a lead's source is one of
 * its words). Null when nothing in it can be looked for. Every word is quoted: nothing typed is ever read as an operator.
 */
export const searchQuery = (orgId: string, typed: string, source?: string): string | null => {
  const words = typedWords(typed)
  if (words.length === 0) return null
  const mark = markOf(orgId)
  const beginsSo = (word: string): string => `${marked(mark, word)}:*`
  return [
    ...words.map((word) => numberQuery(word, beginsSo) ?? beginsSo(word)),
    ...(source ? [marked(mark, `source=${source}`)] : []),
  ].join(' & ')
}

/**
 * The same for what was said: whole words, and the last one may be the beginning of one. Beginnings that are in thousands of
 * messages each would be gathered whole before they are compared.
 */
export const messageQuery = (orgId: string, typed: string): string | null => {
  const mark = markOf(`${orgId} message`)
  const words = typedWords(typed)
  return words.length === 0 ? null : `${words.map((word) => marked(mark, word)).join(' & ')}:*`
}

/** Digits at the end of a number that say something about it. */
const fewestLastDigits = 4

/** A number as it begins with its calling code, or as it ends: dialled at home, or the last digits of it. Its digits stand backwards, too. */
const numberQuery = (word: string, beginsSo: (word: string) => string): string | null => {
  const last = word.replace(/^0+/, '')
  if (!/^\d+$/.test(word) || last.length < fewestLastDigits) return null
  return `(${beginsSo(word)} | ${beginsSo(`<${[...last].reverse().join('')}`)})`
}

const typedWords = (typed: string): string[] => {
  const digits = typed.replace(/\D/g, '')
  const isNumber = digits.length >= 3 && /^[+\d\s().-]+$/.test(typed.trim())
  if (isNumber) return [digits]
  return typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,;()"<>/]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 8)
}

const marked = (mark: string, word: string): string =>
  `'${`${mark}:${[...word].slice(0, 60).join('')}`.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

/** The same mark that the database puts before each word (see index_words). */
const markOf = (owner: string): string => createHash('md5').update(owner).digest('hex').slice(0, 8)
