import { RE2JS } from 're2js'
import { readPhone } from '../phones.ts'
import type { Evaluation } from './evaluation.ts'
import { mostBytes, tooLarge } from './evaluation.ts'
import type { GivenType, Implementation, RunFunction } from './implementation.ts'
import { Failure } from './troubles.ts'
import { anyType } from './types.ts'
import { listText } from './values.ts'

/** What goes through a text once. */
const eachLetter = (e: Evaluation, text: string): string => {
  e.spend(1 + (text.length >> 4))
  return text
}

/** What looks for a part may compare it at each place: V8 took 105 ms for a part of 2,000 in a text of 262,144, and 5 ms for one of 4. */
const eachPlace = (e: Evaluation, text: string, part: string): void =>
  e.spend(1 + (text.length >> 1) + Math.ceil((text.length * Math.min(part.length, text.length)) / 50))

const changed =
  (change: (text: string) => string): RunFunction =>
  (e, [text]) =>
    e.made(change(eachLetter(e, text as string)))

const searched =
  (search: (text: string, part: string) => boolean): RunFunction =>
  (e, [text, part]) => {
    eachPlace(e, text as string, part as string)
    return search(text as string, part as string)
  }

export const textFunctions: Readonly<Record<string, Implementation>> = {
  lower: { run: changed((text) => text.toLowerCase()) },
  upper: { run: changed((text) => text.toUpperCase()) },
  trim: { run: changed((text) => text.trim()) },
  contains: { run: searched((text, part) => text.includes(part)) },
  starts_with: { run: searched((text, part) => text.startsWith(part)) },
  ends_with: { run: searched((text, part) => text.endsWith(part)) },
  replace: { run: (e, given) => replace(e, ...(given as [string, string, string])) },
  split: { run: (e, given) => split(e, ...(given as [string, string])) },
  join: {
    run: (e, [list, separator], [type = anyType]) =>
      listText(e, list as readonly unknown[], (separator as string | null) ?? ', ', type),
  },
  matches: { run: () => null, check: wrongPattern, prepare: matcherOf },
  first_name: {
    run: (e, [name]) => {
      e.spend(100)
      return typeof name === 'string' ? firstNameOf(name) : null
    },
  },
  phone: {
    run: (e, [number]) => {
      e.spend(500)
      return typeof number === 'string' && number.length <= 64 ? (readPhone(number, e.place.country)?.e164 ?? null) : null
    },
  },
  url_encode: { run: changed((text) => encodeURIComponent(text.toWellFormed())) },
}

const replace = (e: Evaluation, text: string, part: string, by: string): string => {
  eachPlace(e, text, part)
  if (part === '') return text
  const pieces = text.split(part)
  e.spend(pieces.length)
  if (text.length + (pieces.length - 1) * (by.length - part.length) > mostBytes) throw tooLarge()
  return e.made(pieces.join(by))
}

const split = (e: Evaluation, text: string, separator: string): string[] => {
  eachPlace(e, text, separator)
  if (separator === '') throw new Failure('wrong_argument', 'A text is split at a separator that is not empty.')
  const pieces = text.split(separator)
  e.spend(pieces.length * 2)
  return pieces
}

// ── Patterns ────────────────────────────────────────────────────────────────────────────────────────────────────────

const longestPattern = 200
/** Parts of the compiled pattern: each may be looked at for each letter of the text, in 20 to 30 ns. */
const mostParts = 2_000

/** `compile` refuses nested counts above 1,000 and whatever only a backtracking engine can do: back references, looking around. */
const compiled = (pattern: unknown): RE2JS | null => {
  if (typeof pattern !== 'string' || pattern.length > longestPattern) return null
  const before = patterns.get(pattern)
  if (before !== undefined) return before
  if (patterns.size >= mostPatterns) patterns.clear()
  const made = readPattern(pattern)
  patterns.set(pattern, made)
  return made
}

/** Compiling one takes up to 10 ms, and it is checked at each key that is pressed. */
const patterns = new Map<string, RE2JS | null>()
const mostPatterns = 100

const readPattern = (pattern: string): RE2JS | null => {
  try {
    const found = RE2JS.compile(pattern)
    return found.programSize() > mostParts ? null : found
  } catch {
    return null
  }
}

function wrongPattern([, pattern]: readonly GivenType[]) {
  if (typeof pattern?.constant !== 'string')
    return {
      at: 1,
      message: 'The pattern of `matches` stands in quotes.',
      hint: 'To look for a value use `contains(text, value)`.',
    }
  if (compiled(pattern.constant)) return null
  const message = pattern.constant.length > longestPattern ? 'This pattern is too long.' : 'This pattern cannot be read.'
  return {
    at: 1,
    message,
    hint: 'It is a regular expression of RE2: no back references and no looking around. Write `\\\\.` for a point.',
  }
}

function matcherOf([, pattern]: readonly GivenType[]): RunFunction {
  const found = compiled(pattern?.constant)
  if (!found) throw new Error('a pattern that was not checked')
  const parts = found.programSize()
  return (e, [text]) => {
    e.spend(10 + (text as string).length * parts)
    return found.matcher(text as string).find()
  }
}

// ── Names ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const titles = new Set(
  `dr prof mr mrs ms miss mx sir dame ing mag dipl herr frau mme mlle monsieur madame m sr sra srta don dona doña señor señora
  shri smt`.split(/\s+/),
)

const firstNameOf = (name: string): string | null => {
  if (name.length > 500 || name.includes('@')) return null
  const [before = '', behind] = name.split(',')
  // `Ortiz, Maya`; behind the comma of `Maya Ortiz, PhD` stands no name, and before it more than one word.
  const words = (behind !== undefined && !/\s/.test(before.trim()) ? behind : before).trim().split(/\s+/)
  return words.find((word) => word !== '' && !titles.has(word.replaceAll('.', '').toLowerCase())) ?? null
}
