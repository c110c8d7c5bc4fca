import type { Implementation } from './implementation.ts'
import { anyType, type Type, unionOf, withoutNull } from './types.ts'
import { isRecord, jsonOf, mismatch, textOf } from './values.ts'

/** Null and a text without a letter: a form that was left empty sends the one or the other. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

export const valueFunctions: Readonly<Record<string, Implementation>> = {
  default: {
    run: (_, [value, otherwise]) => (isEmpty(value) ? otherwise : value),
    result: ([value = anyType, otherwise = anyType]) => unionOf([withoutNull(value), otherwise]),
  },
  has: { run: (_, [value]) => !isEmpty(value) },
  text: { run: (e, [value], [type = anyType]) => textOf(e, value, type) },
  json: {
    run: (e, [value]) => {
      const text = JSON.stringify(jsonOf(e, value))
      e.spend(text.length >> 3)
      return e.made(text)
    },
  },
  number: {
    run: (e, [text]) => {
      e.spend(10)
      const trimmed = typeof text === 'string' && text.length <= 100 ? text.trim() : ''
      return /^[+-]?\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : null
    },
  },
  size: {
    run: (e, [value]) => {
      if (Array.isArray(value)) return value.length
      if (isRecord(value)) return Object.keys(value).length
      if (typeof value !== 'string') throw mismatch('a list', value)
      e.spend(value.length >> 2)
      return charactersOf(value)
    },
    check: ([given]) =>
      given && isSized(given.type) ? null : { at: 0, message: 'Only a list, an object or a text has a size.', hint: null },
  },
  first: { run: (_, [list]) => (list as readonly unknown[])[0] ?? null },
  last: { run: (_, [list]) => (list as readonly unknown[]).at(-1) ?? null },
}

const isSized = (type: Type): boolean =>
  type.kind === 'union' ? type.of.every(isSized) : ['any', 'list', 'record', 'text'].includes(type.kind)

/** Unicode code points: an emoji is one. By their places: until `for … of` is optimized it makes an object of each. */
const charactersOf = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count++
  return count
}
