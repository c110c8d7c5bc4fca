import { cutWord, foldCase } from '#core/search.ts'

/** What stands between words; between the parts of an address, of a compound, of an id. */
const gaps = /[,;()"<>/\t\r\n ]+/
const joints = /[@.+\-_'&|:#*!?=[\]{}]/
const allJoints = new RegExp(joints.source, 'g')

/**
 * The words of texts: what stands between spaces, what of it stands between those and @, and what stands between any punctuation; so that
 * `maya.rao@mail.example` is found as it is, by `mail.ex` and by `rao`. No word holds a space or a slash.
 */
export const addWords = (into: Set<string>, text: string | null): void => {
  if (text === null || text === '') return
  for (const piece of foldCase(text).split(gaps)) {
    addWord(into, piece)
    if (!joints.test(piece)) continue
    if (piece.includes('@')) for (const part of piece.split('@')) addWord(into, part)
    for (const part of piece.replaceAll(allJoints, ' ').split(' ')) addWord(into, part)
  }
}

/** A number with a + is searched by its digits alone. */
const addWord = (into: Set<string>, word: string): void => {
  if (word !== '' && !/^\+\d+$/.test(word)) into.add(cutWord(word))
}

/** A number's digits, and the same backwards: a search for its last digits is one for how these begin. */
export const addNumber = (into: Set<string>, number: string | null): void => {
  if (number === null) return
  const digits = number.replaceAll(/[ ()\-./+]/g, '')
  if (digits === '') return
  into.add(cutWord(digits))
  into.add(cutWord(`<${[...digits].reverse().join('')}`))
}

/** What is left when every word that another begins with is gone: a search for the beginnings of words finds the same. */
export const withoutBeginnings = (words: Iterable<string>): string[] => {
  // In this order whatever begins with a word stands right behind it.
  const sorted = [...words].sort()
  return sorted.filter((word, n) => !sorted[n + 1]?.startsWith(word))
}

export interface PersonWords {
  readonly full_name: string | null
  readonly email: string | null
  /** E.164. */
  readonly phone: string | null
  readonly company: string | null
}

export const wordsOfPerson = ({ full_name, email, phone, company }: PersonWords): string => {
  const words = new Set<string>()
  addWords(words, full_name)
  addWords(words, email)
  addWords(words, company)
  addNumber(words, phone)
  return withoutBeginnings(words).join(' ')
}

export interface LeadWords extends PersonWords {
  /** As received. */
  readonly received_phone: string | null
  readonly external_id: string | null
  readonly source: string
  readonly note: string | null
}

/** Behind the words of its person, which find the contact too: those that only the lead has, and its source. */
export const wordsOfLead = (lead: LeadWords, ofPerson: string): string => {
  const own = new Set<string>()
  addWords(own, lead.external_id)
  addWords(own, lead.note)
  if (lead.received_phone !== lead.phone) addNumber(own, lead.received_phone)
  const words = `${ofPerson} `
  const more = withoutBeginnings(own).filter((word) => !` ${words}`.includes(` ${word}`))
  return [...(ofPerson === '' ? [] : [ofPerson]), ...more.map((word) => `/${word}`), `//${lead.source}`].join(' ')
}

/** The words of a row that find a contact. */
export const personPart = (words: string): string => {
  const more = words.startsWith('/') ? 0 : words.indexOf(' /')
  return more < 0 ? words : words.slice(0, more)
}

/** Whole words are searched here, so all of them stay. */
export const wordsOfMessage = (texts: readonly string[]): string => {
  const words = new Set<string>()
  for (const text of texts) addWords(words, text)
  return [...words].sort().join(' ')
}
