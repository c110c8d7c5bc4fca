import { formatTag } from '#web/i18n/format.ts'

/** A dollar in 10⁻⁹ dollars. */
const dollarNano = 1_000_000_000n
/** One token in 10⁻⁹ dollars, where a million cost a dollar. */
const perMillion = 1_000

/** Nano-dollars as money: cents, and for less than a cent as many digits as it has. */
export const dollars = (nano: number): string => {
  const amount = nano / Number(dollarNano)
  return inDollars(amount, nano !== 0 && Math.abs(amount) < 0.01 ? 6 : 2)
}

const inDollars = (amount: number, digits: number): string => {
  const format = { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(formatTag, format).format(amount)
}

/** The price of a token as that of a million. */
export const pricePerMillion = (nano: number): string => inDollars(nano / perMillion, 3)

/** Dollars that were typed, as nano-dollars, to the last digit; null where they are none. */
export const nanoOf = (typed: string | number): number | null => {
  const [, whole, fraction = ''] = /^(\d{1,6})(?:\.(\d{1,9}))?$/.exec(String(typed).trim()) ?? []
  return whole === undefined ? null : Number(BigInt(whole) * dollarNano + BigInt(fraction.padEnd(9, '0')))
}

/** Dollars a million tokens that were typed, as nano-dollars a token; null where they are none, or more exact than that. */
export const nanoPerToken = (typed: string | number): number | null => {
  const [, whole, fraction = ''] = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(String(typed).trim()) ?? []
  return whole === undefined ? null : Number(whole) * perMillion + Number(fraction.padEnd(3, '0'))
}
