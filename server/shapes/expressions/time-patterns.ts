import { sayTime } from '../time-texts.ts'
import { type Clock, clockOf, formatOf } from './clocks.ts'
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

/** Letters of Unicode's patterns (LDML), as far as people need them: what digits say is read from the clock. */
const numbers: Readonly<Record<string, (clock: Clock) => string>> = {
  y: ({ year }) => String(year),
  yyyy: ({ year }) => padded(year, 4),
  yy: ({ year }) => padded(year % 100),
  M: ({ month }) => String(month),
  MM: ({ month }) => padded(month),
  d: ({ day }) => String(day),
  dd: ({ day }) => padded(day),
  H: ({ hour }) => String(hour),
  HH: ({ hour }) => padded(hour),
  h: ({ hour }) => String(hour % 12 || 12),
  hh: ({ hour }) => padded(hour % 12 || 12),
  mm: ({ minute }) => padded(minute),
  ss: ({ second }) => padded(second),
}

const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0')

/** What words say, in the language of the place. Months stand as they do beside a day: `27 ноября`. */
const words: Readonly<Record<string, readonly [Intl.DateTimeFormatPartTypes, Intl.DateTimeFormatOptions]>> = {
  MMM: ['month', { month: 'short', day: 'numeric' }],
  MMMM: ['month', { month: 'long', day: 'numeric' }],
  E: ['weekday', { weekday: 'short' }],
  EEEE: ['weekday', { weekday: 'long' }],
  a: ['dayPeriod', { hour: 'numeric', hourCycle: 'h12' }],
}

const tokens = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g
const longestPattern = 100

/** The first thing in a pattern that is none of it; null where all is. */
export const unknownField = (pattern: string): string | null => {
  if (isNamed(pattern)) return null
  if (pattern.length > longestPattern) return pattern
  if ((pattern.match(/'/g)?.length ?? 0) % 2 === 1) return "'"
  return (
    [...pattern.matchAll(tokens)].find(
      ([text, , letter]) => letter && !Object.hasOwn(numbers, text) && !Object.hasOwn(words, text),
    )?.[0] ?? null
  )
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
  const clock = clockOf(instant.getTime(), place.zone)
  return pattern.replaceAll(tokens, (text: string, literal: string | undefined, letter: string | undefined) => {
    if (literal !== undefined) return literal === '' ? "'" : literal.replaceAll("''", "'")
    return letter ? fieldText(instant, clock, text, place) : text
  })
}

const fieldText = (instant: Date, clock: Clock, name: string, place: Place): string => {
  const number = numbers[name]
  if (number) return number(clock)
  const [part, options] = words[name] as (typeof words)[string]
  const written = formatOf(place.locale, place.zone, name, options).formatToParts(instant)
  return written.find(({ type }) => type === part)?.value ?? ''
}
