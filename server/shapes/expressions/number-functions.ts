import { formatMoney } from '../amounts.ts'
import type { Evaluation } from './evaluation.ts'
import type { GivenType, Implementation } from './implementation.ts'
import { Failure } from './troubles.ts'
import { alternativesOf, anyType, orNull, type Type, unionOf } from './types.ts'
import { instantMs, mismatch } from './values.ts'

export const finite = (value: number): number => {
  if (Number.isFinite(value)) return value
  throw new Failure('overflow', 'The number is too large.')
}

export const numberFunctions: Readonly<Record<string, Implementation>> = {
  round: {
    run: (e, [number, digits]) => {
      e.spend(15)
      return round(number as number, (digits as number | null) ?? 0)
    },
  },
  sum: {
    run: (e, [list]) => {
      const numbers = list as readonly unknown[]
      e.spend(numbers.length)
      return finite(numbers.reduce<number>((sum, each) => sum + numberIn(each), 0))
    },
  },
  min: { run: (e, given, types) => extreme(e, given, types, (a, b) => a < b), check: wrongExtreme, result: extremeType },
  max: { run: (e, given, types) => extreme(e, given, types, (a, b) => a > b), check: wrongExtreme, result: extremeType },
  money: { run: (e, given) => moneyText(e, ...(given as [number, string])), check: wrongCurrency },
}

const numberIn = (value: unknown): number => {
  if (typeof value === 'number') return value
  throw mismatch('a number', value)
}

/** By the digits as they are written, so that 1.005 becomes 1.01. */
const round = (number: number, digits: number): number => {
  if (!Number.isInteger(digits) || digits < 0 || digits > 15)
    throw new Failure('wrong_argument', 'A number is rounded to 0 to 15 digits.')
  const [mantissa = '0', exponent = '0'] = String(Math.abs(number)).split('e')
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))
  if (!Number.isSafeInteger(shifted)) return number
  const rounded = Number(`${shifted}e-${digits}`)
  return number < 0 && rounded !== 0 ? -rounded : rounded
}

// ── The least and the greatest ──────────────────────────────────────────────────────────────────────────────────────

/** What is compared: the elements of the one list that is given, or all that is given. */
const comparedType = (types: readonly Type[]): Type => {
  const [only] = types
  return types.length === 1 && only?.kind === 'list' ? only.of : unionOf(types)
}

function extremeType(types: readonly Type[]): Type {
  const [only = anyType] = types
  if (types.length === 1 && only.kind === 'any') return anyType
  return types.length === 1 ? orNull(comparedType(types)) : comparedType(types)
}

function wrongExtreme(given: readonly GivenType[]) {
  const parts = alternativesOf(comparedType(given.map(({ type }) => type)))
  const isOne =
    parts.every(({ kind }) => kind === 'number' || kind === 'any') ||
    parts.every(({ kind }) => kind === 'instant' || kind === 'any')
  return isOne ? null : { at: 0, message: 'Only numbers or only instants are compared here.', hint: null }
}

const extreme = (
  e: Evaluation,
  given: readonly unknown[],
  types: readonly Type[],
  isBetter: (a: number, b: number) => boolean,
): unknown => {
  const [only] = given
  const values = given.length === 1 && Array.isArray(only) ? (only as readonly unknown[]) : given
  e.spend(values.length)
  const areNumbers = values.every((value) => typeof value === 'number')
  if (!areNumbers && comparedType(types).kind === 'number')
    throw mismatch(
      'a number',
      values.find((value) => typeof value !== 'number'),
    )
  let best: unknown = null
  let least = Number.NaN
  for (const value of values) {
    const compared = areNumbers ? (value as number) : instantMs(e, value)
    if (best === null || isBetter(compared, least)) [best, least] = [value, compared]
  }
  return best
}

// ── Money ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const isCurrency = (code: string): boolean => /^[A-Za-z]{3}$/.test(code)

function wrongCurrency([, currency]: readonly GivenType[]) {
  if (typeof currency?.constant !== 'string' || isCurrency(currency.constant)) return null
  return { at: 1, message: 'This is not a currency.', hint: "Write a code of ISO 4217, such as `'EUR'`." }
}

const moneyText = (e: Evaluation, amountMinor: number, currency: string): string => {
  if (!Number.isSafeInteger(amountMinor))
    throw new Failure('wrong_argument', 'An amount is a whole number of the smallest unit.', 'Write `round(amount)`.')
  if (!isCurrency(currency))
    throw new Failure('wrong_argument', 'This is not a currency.', 'It is a code of ISO 4217, such as EUR.')
  // A formatter is made each time: 30 µs.
  e.spend(2_000)
  return formatMoney(amountMinor, currency.toUpperCase(), e.place.locale)
}
