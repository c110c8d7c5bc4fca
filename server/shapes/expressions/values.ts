import { sayTime } from '../time-texts.ts'
import { isKnownTime } from '../times.ts'
import { Duration } from './durations.ts'
import { bytesOf, type Evaluation, mostBytes, tooLarge } from './evaluation.ts'
import { Failure } from './troubles.ts'
import { nameOfKind, type Type } from './types.ts'

/*
 * Values while they are computed: those of JSON, `Date` for instants, `Duration`.
 */

/** Deeper data is neither compared nor given on: each level takes a frame of the stack. */
const mostJsonDepth = 64

export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof Duration)

/** What a value is, as types call it. */
export const kindOf = (value: unknown): Exclude<Type['kind'], 'union'> => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Date) return 'instant'
  return value instanceof Duration ? 'duration' : 'record'
}

export const mismatch = (wanted: string, value: unknown): Failure =>
  kindOf(value) === 'null'
    ? new Failure('empty', `This is empty where ${wanted} is needed.`, 'Write `default(x, …)` for a value to use instead.')
    : new Failure('wrong_type', `This is ${nameOfKind(kindOf(value))} where ${wanted} is needed.`)

/** RFC 3339 with an offset; the day alone is no instant. */
const instantPattern = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:\d\d)$/

/** The instant that a text of RFC 3339 says, in ms; null for any other text. */
export const readInstant = (text: string): number | null => {
  if (text.length > 40 || !instantPattern.test(text)) return null
  const ms = Date.parse(text.replace(' ', 'T'))
  return isKnownTime(ms) ? ms : null
}

/** Reading one takes 0.4 µs. */
const readingSteps = 20

/** Of an instant, which is a text where it comes from data. */
export const instantMs = (e: Evaluation, value: unknown): number => {
  if (value instanceof Date) return value.getTime()
  e.spend(readingSteps)
  const ms = typeof value === 'string' ? readInstant(value) : null
  if (ms === null) throw mismatch('an instant', value)
  return ms
}

/** Of a member that a value has itself; null for any other, and of nothing. Nothing is inherited. */
export const ownMember = (value: unknown, name: string): unknown => {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object' || Array.isArray(value)) throw mismatch('an object', value)
  return Object.hasOwn(value, name) ? ((value as JsonRecord)[name] ?? null) : null
}

/** The element of a list by its place, or the member of an object by its name. */
export const elementOf = (value: unknown, index: unknown): unknown => {
  if (value === null || value === undefined || index === null || index === undefined) return null
  if (typeof index === 'string') return ownMember(value, index)
  if (!Array.isArray(value)) throw mismatch('a list', value)
  if (typeof index !== 'number') throw mismatch('a number', index)
  return Number.isInteger(index) && index >= 0 && index < value.length ? (value[index] ?? null) : null
}

// ── Equality ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** To the letter, in depth; instants by when they are. Values of different kinds are never equal. */
export const isEqual = (e: Evaluation, a: unknown, b: unknown, depth = 0): boolean => {
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length === b.length && a.length > 256) e.spend(a.length >> 6)
    return a === b
  }
  if (a === b || (a ?? null) === (b ?? null)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return (a instanceof Date && instantIs(e, a, b)) || (b instanceof Date && instantIs(e, b, a))
  e.spend(2)
  if (depth > mostJsonDepth) throw new Failure('too_deep', 'These values are nested too deeply to be compared.')
  if (a instanceof Date) return instantIs(e, a, b)
  if (a instanceof Duration) return b instanceof Duration && a.totalMs === b.totalMs
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((each, at) => isEqual(e, each, b[at], depth + 1))
  if (!isRecord(a) || !isRecord(b)) return false
  const names = Object.keys(a)
  e.spend(names.length)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(e, a[name], b[name], depth + 1))
  )
}

/** Whether a list has an element, or an object a member. */
export const elementIsIn = (e: Evaluation, element: unknown, whole: unknown): boolean => {
  if (Array.isArray(whole)) {
    e.spend(whole.length)
    return whole.some((each) => isEqual(e, element, each))
  }
  if (!isRecord(whole)) throw mismatch('a list', whole)
  return typeof element === 'string' && Object.hasOwn(whole, element)
}

const instantIs = (e: Evaluation, instant: Date, other: unknown): boolean => {
  if (other instanceof Date) return instant.getTime() === other.getTime()
  e.spend(readingSteps)
  return typeof other === 'string' && instant.getTime() === readInstant(other)
}

// ── Texts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A number as people write it: all its digits, no exponent, and no `0.30000000000000004`. */
export const numberText = (value: number): string => {
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? String(value === 0 ? 0 : value) : BigInt(value).toString()
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text
}

/**
 * A value in a text, as people mean it: nothing is empty, an instant stands in the zone and language of the workspace, the elements of a
 * list are joined by commas. `type` is what is known of it: in data an instant is a text.
 */
export const textOf = (e: Evaluation, value: unknown, type: Type): string => {
  switch (typeof value) {
    case 'string': {
      const ms = isInstantType(type) ? readInstant(value) : null
      return ms === null ? value : timeText(e, new Date(ms))
    }
    case 'number':
      // Rounding to the digits that count takes 0.5 µs.
      if (!Number.isInteger(value)) e.spend(25)
      return numberText(value)
    case 'boolean':
      return String(value)
  }
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return timeText(e, value)
  if (value instanceof Duration) return durationText(e, value)
  if (Array.isArray(value)) return listText(e, value, ', ', type)
  throw new Failure('wrong_type', 'An object has no text.', 'Name one of its members, or write `json(x)`.')
}

const isInstantType = (type: Type): boolean =>
  type.kind === 'instant' || (type.kind === 'union' && type.of.every(({ kind }) => kind === 'instant' || kind === 'null'))

/** The elements of a list in one text; empty ones are left out. */
export const listText = (e: Evaluation, list: readonly unknown[], separator: string, type: Type): string => {
  const of: Type = type.kind === 'list' ? type.of : { kind: 'any' }
  let text = ''
  e.spend(5 * list.length)
  for (const each of list) {
    if (Array.isArray(each)) throw new Failure('wrong_type', 'A list of lists has no text.', 'Write `json(x)`.')
    const part = textOf(e, each, of)
    if (part === '') continue
    text += text === '' ? part : separator + part
    if (text.length > mostBytes) throw tooLarge()
  }
  return e.made(text)
}

const timeText = (e: Evaluation, instant: Date): string => {
  e.spend(500)
  const { day, time } = sayTime(instant, e.place)
  return e.made(`${day}, ${time}`)
}

const durationText = (e: Evaluation, { days, ms }: Duration): string => {
  e.spend(1_500)
  const minutes = Math.round(ms / 60_000)
  const parts = [
    ['day', days],
    ['hour', Math.trunc(minutes / 60)],
    ['minute', minutes % 60],
  ] as const
  const shown = parts.filter(([, count]) => count !== 0)
  return (shown.length > 0 ? shown : ([['minute', 0]] as const))
    .map(([unit, count]) => new Intl.NumberFormat(e.place.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
    .join(' ')
}

// ── JSON ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A value as JSON has it: an instant is its RFC 3339 text, a duration its seconds. Refused above 256 KiB. */
export const jsonOf = (e: Evaluation, value: unknown): unknown =>
  typeof value === 'boolean' || typeof value === 'number' ? value : new JsonCopy(e).of(value, 0)

/** Copies only what JSON does not have; counts the bytes of all. */
class JsonCopy {
  readonly #e: Evaluation
  #bytes = 0

  constructor(e: Evaluation) {
    this.#e = e
  }

  #count(bytes: number): void {
    this.#e.spend(4)
    this.#bytes += bytes
    if (this.#bytes > mostBytes) throw tooLarge()
  }

  of(value: unknown, depth: number): unknown {
    if (depth > mostJsonDepth) throw new Failure('too_large', 'The result is nested too deeply.', 'Use a part of it.')
    if (typeof value === 'string') {
      if (value.length > mostBytes) throw tooLarge()
      this.#count(bytesOf(value) + 2)
      return value
    }
    if (typeof value !== 'object' || value === null) {
      this.#count(5)
      return value ?? null
    }
    if (value instanceof Date) return value.toISOString()
    if (value instanceof Duration) return value.totalMs / 1_000
    return Array.isArray(value) ? this.#list(value, depth) : this.#record(value as JsonRecord, depth)
  }

  #list(list: readonly unknown[], depth: number): readonly unknown[] {
    this.#count(list.length + 2)
    let copy: unknown[] | null = null
    for (let at = 0; at < list.length; at++) {
      const each = this.of(list[at], depth + 1)
      if (each !== list[at]) {
        copy ??= [...list]
        copy[at] = each
      }
    }
    return copy ?? list
  }

  #record(record: JsonRecord, depth: number): JsonRecord {
    let copy: [string, unknown][] | null = null
    for (const [at, name] of Object.keys(record).entries()) {
      this.#count(bytesOf(name) + 4)
      const each = this.of(record[name], depth + 1)
      if (each !== record[name]) {
        copy ??= Object.entries(record)
        copy[at] = [name, each]
      }
    }
    return copy ? Object.fromEntries(copy) : record
  }
}
