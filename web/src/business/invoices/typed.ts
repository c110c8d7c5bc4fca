/*
 * Numbers as people type them, read into digits and never through floating point. Both ways of writing are understood, the
 * reader's own first: 1,234.50 and 1.234,50, with spaces or apostrophes between the thousands, and digits of any script.
 * What is written in neither way, such as 1.2.3,4,5, is no number: it may have been meant as anything.
 */

import type { Separators } from './write-number.ts'

/** A number in parts: `whole` and `fraction` are ASCII digits, without zeros that say nothing. */
interface Digits {
  readonly whole: string
  readonly fraction: string
}

/** `empty`: nothing was typed. `digits`: more behind the point than there is room for. `number`: it is none, or below zero. */
export type TypedFault = 'empty' | 'digits' | 'number' | 'most'

/** An amount in the smallest unit of a currency with so many digits: `1,234.5` is 123450 where there are two. */
export const readAmount = (
  text: string,
  exponent: number,
  most: number,
  separators: Separators,
): { readonly amountMinor: number } | { readonly fault: TypedFault } => {
  const read = readDigits(text.replaceAll(/\p{Sc}|\b\p{Lu}{3}\b/gu, ''), exponent, separators)
  if ('fault' in read) return read
  const digits = read.whole + read.fraction.padEnd(exponent, '0')
  // 2^53 has sixteen digits.
  if (digits.replace(/^0+/, '').length > 15 || Number(digits) > most) return { fault: 'most' }
  return { amountMinor: Number(digits) }
}

/** A number with at most so many digits behind the point, as the wire takes it: `1,5` is `1.5`. */
export const readNumber = (
  text: string,
  decimals: number,
  separators: Separators,
): { readonly number: string } | { readonly fault: TypedFault } => {
  const read = readDigits(text.replaceAll('%', ''), decimals, separators)
  if ('fault' in read) return read
  if (read.whole.length > 9) return { fault: 'most' }
  return { number: plainOf(read) }
}

/** The same below zero too, and with as many digits as were typed; null: it is no number. */
export const readSigned = (text: string, separators: Separators): string | null => {
  const [, sign = '', rest = ''] = /^\s*([-−]?)(.*)$/s.exec(text) ?? []
  const read = readDigits(rest, Number.POSITIVE_INFINITY, separators)
  return 'fault' in read ? null : `${sign && '-'}${plainOf(read)}`
}

const plainOf = ({ whole, fraction }: Digits): string => (fraction === '' ? whole : `${whole}.${fraction}`)

const readDigits = (typed: string, decimals: number, separators: Separators): Digits | { readonly fault: TypedFault } => {
  const text = latinDigits(typed.normalize('NFKC')).trim().replaceAll('٫', '.')
  if (text === '') return { fault: 'empty' }
  if (!/^[\d.,\s'’٬_]+$/.test(text) || !/\d/.test(text)) return { fault: 'number' }
  const point = pointIn(text, separators)
  const grouped = point === -1 ? text : text.slice(0, point)
  const fraction = point === -1 ? '' : text.slice(point + 1).replace(/0+$/, '')
  if (!groups.test(grouped) || !/^\d*$/.test(fraction)) return { fault: 'number' }
  if (fraction.length > decimals) return { fault: 'digits' }
  return { whole: grouped.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0', fraction }
}

/** Digits in one piece, in threes with one mark between all of them, or as in India: three at the end and pairs before. */
const groups = /^(\d*|\d{1,3}([.,\s'’٬_])\d{3}(\2\d{3})*|\d{1,2}([.,\s'’٬_])\d{2}(\4\d{2})*\4\d{3})$/

/**
 * Where the fraction begins. Of two different marks the last one is the point. One that comes more than once stands between
 * thousands; one that comes once does too where it is the reader's own mark for that and three digits follow.
 */
const pointIn = (text: string, { group }: Separators): number => {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return -1
  const mark = text[last] as string
  const other = mark === '.' ? ',' : '.'
  if (text.includes(other)) return last
  if (text.indexOf(mark) !== last) return -1
  return mark === group && /^\d{1,3}[.,]\d{3}$/.test(text) ? -1 : last
}

/** Digits of other scripts come in tens, zero first. */
const latinDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--
    return String(code - zero)
  })
