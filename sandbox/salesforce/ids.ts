import type { Entity } from '../crm/seed.ts'

/** Sorted as the service sorts ids: digits, capitals, small letters. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checks = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/** The first three characters of an id say of what it is. */
export const [orgPrefix, userPrefix] = ['00D', '005'] as const
export const prefixes = { companies: '001', contacts: '003', deals: '006' } as const satisfies Record<Entity, string>

/** 18 characters: what it is of, the instance, a number in 62 digits, and three letters that say which of the first 15 are capitals. */
export const idOf = (prefix: string, number: number): string => {
  let [rest, text] = [number, '']
  do {
    text = digits[rest % 62] + text
    rest = Math.floor(rest / 62)
  } while (rest > 0)
  const id = `${prefix}RO${text.padStart(10, '0')}`
  return id + checkOf(id)
}

const checkOf = (id: string): string =>
  [0, 5, 10]
    .map((from) => {
      const bits = [...id.slice(from, from + 5)].map((letter) => (letter >= 'A' && letter <= 'Z' ? 1 : 0))
      return checks[bits.reduce((sum: number, bit, at) => sum + (bit << at), 0)]
    })
    .join('')

/** The number in an id of 15 characters, or of 18 with the right check. Undefined where it is none, or of something else. */
export const numberIn = (prefix: string, id: string): number | undefined => {
  const plain = id.slice(0, 15)
  if (!/^\w{15}(\w{3})?$/.test(id) || id.includes('_') || !plain.startsWith(`${prefix}RO`)) return undefined
  if (id.length === 18 && id.slice(15) !== checkOf(plain)) return undefined
  return [...plain.slice(5)].reduce((sum, letter) => sum * 62 + digits.indexOf(letter), 0)
}

/** An id as the service gives it, whatever form it was asked in; undefined where it has none of the forms. */
export const wholeId = (id: string): string | undefined => {
  if (!/^[0-9A-Za-z]{15}([0-9A-Za-z]{3})?$/.test(id)) return undefined
  const whole = id.slice(0, 15) + checkOf(id.slice(0, 15))
  return id.length === 15 || id === whole ? whole : undefined
}

/** The id of an org, by the number of its account. */
export const orgIdOf = (account: string): string => idOf(orgPrefix, Number(account))

/** The user whose consent each token is from. */
export const usualUserId = idOf(userPrefix, 1)
