import { readDate, splitMail } from './fetch.ts'
import { inSet, type Token, wordOf } from './lines.ts'
import type { MailRow } from './rows.ts'

/** What a search looks at. */
export interface Searched {
  readonly row: MailRow
  /** Its place in the folder, from 1. */
  readonly place: number
  readonly last: { readonly place: number; readonly uid: number }
  readonly raw: () => Buffer
}
type Test = (mail: Searched) => boolean

export class BadSearch extends Error {}

const dayMs = 86_400_000
const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())
const flag =
  (name: string, isSet: boolean): Test =>
  ({ row }) =>
    row.flags.some((each) => each.toLowerCase() === name.toLowerCase()) === isSet
const headText = ({ raw }: Searched): string =>
  splitMail(raw())[0]
    .toString('latin1')
    .replace(/\r\n[ \t]+/g, ' ')
const inHeader =
  (name: string, part: string): Test =>
  (mail) =>
    headText(mail)
      .split('\r\n')
      .some((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`) && has(line.slice(name.length + 1), part))

const dated = (text: string): number => {
  const at = readDate(text)
  if (at === null) throw new BadSearch('No date')
  return at
}

/** Keys of RFC 3501 that clients use, each with what it takes from the words behind it. */
const keys: Readonly<Record<string, (next: () => Token) => Test>> = {
  ALL: () => () => true,
  SEEN: () => flag('\\Seen', true),
  UNSEEN: () => flag('\\Seen', false),
  DELETED: () => flag('\\Deleted', true),
  UNDELETED: () => flag('\\Deleted', false),
  FLAGGED: () => flag('\\Flagged', true),
  UNFLAGGED: () => flag('\\Flagged', false),
  ANSWERED: () => flag('\\Answered', true),
  UNANSWERED: () => flag('\\Answered', false),
  UID(next) {
    const set = wordOf(next())
    return ({ row, last }) => inSet(set, last.uid)(row.uid)
  },
  SINCE(next) {
    const at = dated(wordOf(next()))
    return ({ row }) => row.at >= at
  },
  BEFORE(next) {
    const at = dated(wordOf(next()))
    return ({ row }) => row.at < at
  },
  ON(next) {
    const at = dated(wordOf(next()))
    return ({ row }) => row.at >= at && row.at < at + dayMs
  },
  HEADER(next) {
    const name = wordOf(next())
    return inHeader(name, wordOf(next()))
  },
  FROM: (next) => inHeader('from', wordOf(next())),
  TO: (next) => inHeader('to', wordOf(next())),
  CC: (next) => inHeader('cc', wordOf(next())),
  SUBJECT: (next) => inHeader('subject', wordOf(next())),
  TEXT(next) {
    const part = wordOf(next())
    return ({ raw }) => has(raw().toString('latin1'), part)
  },
  MODSEQ(next) {
    const least = Number(next())
    return ({ row }) => row.modseq >= least
  },
  NOT(next) {
    const test = testOf([next()], next)
    return (mail) => !test(mail)
  },
  OR(next) {
    const tests = [testOf([next()], next), testOf([next()], next)]
    return (mail) => tests.some((test) => test(mail))
  },
}

/** One key, with what it takes: of its own words first, then of those behind. */
const testOf = (words: Token[], more: () => Token): Test => {
  const next = (): Token => words.shift() ?? more()
  const key = next()
  if (typeof key !== 'string') return allOf(key)
  const make = keys[key.toUpperCase()]
  if (make) return make(next)
  if (/^[\d*][\d:*,]*$/.test(key)) return ({ place, last }) => inSet(key, last.place)(place)
  throw new BadSearch('Unknown search key')
}

/** All keys of a search together. */
export const allOf = (tokens: readonly Token[]): Test => {
  const words = [...tokens]
  const tests: Test[] = []
  const none = (): Token => {
    throw new BadSearch('A search key is cut off')
  }
  if (/^CHARSET$/i.test(wordOf(words[0]))) words.splice(0, 2)
  while (words.length > 0) tests.push(testOf(words, none))
  return (mail) => tests.every((test) => test(mail))
}
