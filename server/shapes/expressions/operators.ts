import { Duration, shift } from './durations.ts'
import type { Evaluation } from './evaluation.ts'
import { finite } from './number-functions.ts'
import type { BinaryOperator } from './parse.ts'
import { Failure } from './troubles.ts'
import {
  alternativesOf,
  anyType,
  booleanType,
  durationType,
  instantType,
  listOf,
  numberType,
  type Type,
  textType,
  unionOf,
} from './types.ts'
import { elementIsIn, instantMs, isEqual, isRecord, mismatch, readInstant } from './values.ts'

export type ComputingOperator = Exclude<BinaryOperator, '&&' | '||'>
export type RunOperator = (e: Evaluation, a: unknown, b: unknown) => unknown

// ── Types ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What an operator gives for two types without null; null where it is not for them. */
export const typeOfOperator = (operator: ComputingOperator, left: Type, right: Type): Type | null => {
  const results: Type[] = []
  for (const a of alternativesOf(left))
    for (const b of alternativesOf(right)) {
      const result = ruleOf(operator, a, b)
      if (!result) return null
      results.push(result)
    }
  return unionOf(results)
}

const ruleOf = (operator: ComputingOperator, a: Type, b: Type): Type | null => {
  if (operator === 'in') return canContain(a, b) ? booleanType : null
  if (isComparison(operator)) return isOrdered(a, b) ? booleanType : null
  if (a.kind === 'any' || b.kind === 'any') return arithmeticOfAny(operator, a, b)
  if (a.kind === 'number' && b.kind === 'number') return numberType
  if (operator === '+') return sumOf(a, b)
  if (operator === '/') return a.kind === 'duration' && b.kind === 'duration' ? numberType : null
  if (operator !== '-') return null
  if (a.kind === 'instant' && b.kind === 'instant') return durationType
  if (a.kind === 'instant' && b.kind === 'duration') return instantType
  return a.kind === 'duration' && b.kind === 'duration' ? durationType : null
}

const sumOf = (a: Type, b: Type): Type | null => {
  if (a.kind === 'text' && b.kind === 'text') return textType
  if (a.kind === 'list' && b.kind === 'list') return listOf(unionOf([a.of, b.of]))
  if (a.kind === 'duration' && b.kind === 'duration') return durationType
  if ((a.kind === 'instant' && b.kind === 'duration') || (a.kind === 'duration' && b.kind === 'instant')) return instantType
  return null
}

const arithmeticOfAny = (operator: ComputingOperator, a: Type, b: Type): Type | null => {
  const known = a.kind === 'any' ? b : a
  if (operator === '+') return ['record', 'boolean'].includes(known.kind) ? null : anyType
  if (operator === '-') return ['any', 'number', 'instant', 'duration'].includes(known.kind) ? anyType : null
  return known.kind === 'any' || known.kind === 'number' || (operator === '/' && known.kind === 'duration') ? numberType : null
}

const isComparison = (operator: ComputingOperator): boolean => ['<', '<=', '>', '>='].includes(operator)
const ordered = ['number', 'text', 'instant', 'duration']
const isOrdered = (a: Type, b: Type): boolean => {
  if (a.kind === 'any') return b.kind === 'any' || ordered.includes(b.kind)
  return ordered.includes(a.kind) && (b.kind === 'any' || a.kind === b.kind)
}

/** Whether values of two types can be equal at all. Nothing equals nothing. */
export const canBeEqual = (a: Type, b: Type): boolean =>
  alternativesOf(a).some((one) =>
    alternativesOf(b).some((other) => one.kind === 'any' || other.kind === 'any' || one.kind === other.kind),
  )

const canContain = (a: Type, b: Type): boolean => {
  if (b.kind === 'any') return true
  if (b.kind === 'list') return a.kind === 'null' || canBeEqual(a, b.of)
  return b.kind === 'record' && (a.kind === 'text' || a.kind === 'any')
}

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What an operator does with values of two types. Types decide how a text is read, values whether they fit: data may not be as promised. */
export const operatorFor = (operator: ComputingOperator, left: Type, right: Type): RunOperator => {
  const areInstants = hasInstant(left) || hasInstant(right)
  switch (operator) {
    case '==':
      return areInstants ? (e, a, b) => isEqual(e, perhapsInstant(e, a), b) : isEqual
    case '!=':
      return areInstants ? (e, a, b) => !isEqual(e, perhapsInstant(e, a), b) : (e, a, b) => !isEqual(e, a, b)
    case 'in':
      return hasInstant(left) ? (e, a, b) => elementIsIn(e, perhapsInstant(e, a), b) : elementIsIn
    case '+':
      return hasInstant(left)
        ? (e, a, b) => add(e, instantIn(e, a), b)
        : hasInstant(right)
          ? (e, a, b) => add(e, a, instantIn(e, b))
          : add
    case '-':
      return areInstants ? (e, a, b) => subtract(e, instantIn(e, a), hasInstant(right) ? instantIn(e, b) : b) : subtract
    case '*':
      return (_, a, b) => finite(numberIn(a) * numberIn(b))
    case '/':
      return (_, a, b) => finite(countIn(a, b) / divisorIn(b))
    case '%':
      return (_, a, b) => finite(numberIn(a) % divisorIn(b))
    default:
      return areInstants
        ? (e, a, b) => comparisons[operator](instantMs(e, a), instantMs(e, b))
        : orderedBy(comparisons[operator])
  }
}

const hasInstant = (type: Type): boolean => alternativesOf(type).some(({ kind }) => kind === 'instant')
/** An instant of data as `Date`; what is none stays as it is. */
const instantIn = (e: Evaluation, value: unknown): unknown =>
  typeof value === 'string' ? new Date(instantMs(e, value)) : value

/** The same, where what is no instant is only unequal. A `Date` is compared with a text by when that is. */
const perhapsInstant = (e: Evaluation, value: unknown): unknown => {
  e.spend(20)
  const ms = typeof value === 'string' ? readInstant(value) : null
  return ms === null ? value : new Date(ms)
}

const numberIn = (value: unknown): number => {
  if (typeof value === 'number') return value
  throw mismatch('a number', value)
}

/** A duration is divided by another one. */
const countIn = (value: unknown, divisor: unknown): number =>
  value instanceof Duration && divisor instanceof Duration ? value.totalMs : numberIn(value)

const divisorIn = (value: unknown): number => {
  const number = value instanceof Duration ? value.totalMs : numberIn(value)
  if (number !== 0) return number
  throw new Failure('division_by_zero', 'This divides by zero.', 'Write `x == 0 ? … : a / x`.')
}

const add: RunOperator = (e, a, b) => {
  if (typeof a === 'number' && typeof b === 'number') return finite(a + b)
  if (typeof a === 'string' && typeof b === 'string') return e.made(a + b)
  if (Array.isArray(a) && Array.isArray(b)) {
    e.spend(a.length + b.length)
    // Of the length that it has: a spread that is not optimized yet grows, and makes four times as much on the way.
    return a.concat(b)
  }
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.days + b.days, a.ms + b.ms)
  if (a instanceof Date && b instanceof Duration) return shift(e, a, b, 1)
  if (a instanceof Duration && b instanceof Date) return shift(e, b, a, 1)
  throw unlike(a, b)
}

const subtract: RunOperator = (e, a, b) => {
  if (typeof a === 'number' && typeof b === 'number') return finite(a - b)
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.days - b.days, a.ms - b.ms)
  if (a instanceof Date && b instanceof Date) return new Duration(0, a.getTime() - b.getTime())
  if (a instanceof Date && b instanceof Duration) return shift(e, a, b, -1)
  throw unlike(a, b)
}

const unlike = (a: unknown, b: unknown): Failure =>
  (a ?? null) === null || (b ?? null) === null
    ? mismatch('a value', null)
    : new Failure('wrong_type', 'These two values do not go together.', 'For text write `text(x)`, for a number `number(x)`.')

type Comparison = (a: number | string, b: number | string) => boolean
const comparisons: Readonly<Record<'<' | '<=' | '>' | '>=', Comparison>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

const orderedBy =
  (compare: Comparison): RunOperator =>
  (e, a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return compare(a, b)
    if (typeof a === 'string' && typeof b === 'string') {
      e.spend(1 + (Math.min(a.length, b.length) >> 6))
      return compare(a, b)
    }
    if (a instanceof Duration && b instanceof Duration) return compare(a.totalMs, b.totalMs)
    if (a instanceof Date || b instanceof Date) return compare(instantMs(e, a), instantMs(e, b))
    throw isRecord(a) || isRecord(b) || typeof a === 'boolean' ? mismatch('a number', a) : unlike(a, b)
  }
