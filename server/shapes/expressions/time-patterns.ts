import { sayTime } from '../time-texts.ts'
import type { Place } from './evaluation.ts'
import { Failure } from './troubles.ts'

/** Ways of writing a time that have a name: those of mails and pages. */
const named = {
  day: (instant: Date, place: Place) => sayTime(instant, place).day,
  time: (instant: Date, place: Place) => sayTime(instant, place).time,
  short: (instant: Date, place: Place) => sayTime(instant, place).short,
  long: (instant: Date, place: Place) => sayTime(instant, place).whole,
} as const
const isNamed = (pattern: string): pattern is keyof typeof named => Object.hasOwn(named, pattern)

type Part = Intl.DateTimeFormatPartTypes
type Fields = Readonly<Record<string, readonly [Part, Intl.DateTimeFormatOptions]>>

/** Letters of Unicode's patterns (LDML), as far as people need them. Months and weekdays are written as they stand beside a day. */
const fields: Fields = {
  y: ['year', { year: 'numeric' }],
  yyyy: ['year', { year: 'numeric' }],
  yy: ['year', { year: '2-digit' }],
  M: ['month', { month: 'numeric' }],
  MM: ['month', { month: '2-digit' }],
  MMM: ['month', { month: 'short', day: 'numeric' }],
  MMMM: ['month', { month: 'long', day: 'numeric' }],
  d: ['day', { day: 'numeric' }],
  dd: ['day', { day: '2-digit' }],
  E: ['weekday', { weekday: 'short' }],
  EEEE: ['weekday', { weekday: 'long' }],
  H: ['hour', { hour: 'numeric', hourCycle: 'h23' }],
  HH: ['hour', { hour: '2-digit', hourCycle: 'h23' }],
  h: ['hour', { hour: 'numeric', hourCycle: 'h12' }],
  hh: ['hour', { hour: '2-digit', hourCycle: 'h12' }],
  m: ['minute', { minute: 'numeric' }],
  mm: ['minute', { minute: '2-digit' }],
  ss: ['second', { second: '2-digit' }],
  a: ['dayPeriod', { hour: 'numeric', hourCycle: 'h12' }],
  zzzz: ['timeZoneName', { timeZoneName: 'long' }],
}

/** What numbers alone say, so that a language does not write `5 h` for an hour. */
const isNumber = (name: string): boolean => /^(?:[Hhms]|HH|hh|mm|ss)$/.test(name)

const tokens = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g
const longestPattern = 100

/** The first thing in a pattern that is none of it; null where all is. */
export const unknownField = (pattern: string): string | null => {
  if (isNamed(pattern)) return null
  if (pattern.length > longestPattern) return pattern
  if ((pattern.match(/'/g)?.length ?? 0) % 2 === 1) return "'"
  return [...pattern.matchAll(tokens)].find(([text, , letter]) => letter && !Object.hasOwn(fields, text))?.[0] ?? null
}

/** Writes a time by the name of a form or by a pattern such as `d MMMM, HH:mm`. */
export const formatTime = (instant: Date, pattern: string, place: Place): string => {
  if (isNamed(pattern)) return named[pattern](instant, place)
  const unknown = unknownField(pattern)
  if (unknown !== null)
    throw new Failure(
      'bad_pattern',
      'This is not a way to write a time.',
      'Write `day`, `time`, `short`, `long`, or a pattern such as `d MMMM, HH:mm`.',
    )
  return pattern.replaceAll(tokens, (text: string, literal: string | undefined, letter: string | undefined) => {
    if (literal !== undefined) return literal === '' ? "'" : literal.replaceAll("''", "'")
    return letter ? fieldText(instant, text, place) : text
  })
}

const fieldText = (instant: Date, name: string, place: Place): string => {
  const [part, options] = fields[name] as Fields[string]
  const locale = isNumber(name) ? 'en' : place.locale
  const written = formatOf(locale, place.zone, name, options).formatToParts(instant)
  const text = written.find(({ type }) => type === part)?.value ?? ''
  // Of an hour or a minute alone, some languages leave the zero out although it is asked for.
  return name === 'mm' || name === 'ss' || name === 'HH' || name === 'hh' ? text.padStart(2, '0') : text
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** One costs 30 µs to make and 10 KB to keep. */
const mostFormats = 200

const formatOf = (locale: string, zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${zone} ${name}`
  const before = formats.get(key)
  if (before) return before
  if (formats.size >= mostFormats) formats.clear()
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' })
  formats.set(key, made)
  return made
}

/** Whether a text names a zone that the runtime knows; offsets are no zones. Works in the browser, too. */
export const isZoneName = (name: string): boolean => {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    formatOf('en', name, 'y', { year: 'numeric' })
    return true
  } catch {
    return false
  }
}
