import { formatTag } from '#web/i18n/format.ts'

/** A dollar in 10⁻⁹ dollars. */
const dollarNano = 1_000_000_000

const formatTo = (maximumFractionDigits: number): Intl.NumberFormat =>
  new Intl.NumberFormat(formatTag, { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits })
const [cents, thousandths, millionths] = [formatTo(2), formatTo(3), formatTo(6)]

/** Nano-dollars as money: cents, and for less than a cent as many digits as it has. */
export const dollars = (nano: number): string => {
  const amount = nano / dollarNano
  return (nano !== 0 && Math.abs(amount) < 0.01 ? millionths : cents).format(amount)
}

/** The price of a token, in nano-dollars, as that of a million. */
export const pricePerMillion = (nano: number): string => thousandths.format(nano / 1_000)

/** A number that was typed, in parts of which ten to the power of `digits` are one; null where it is none, or is more exact. */
const partsOf = (typed: string, digits: number): number | null => {
  const [, whole, fraction = ''] = /^(\d{1,6})(?:\.(\d+))?$/.exec(typed.trim()) ?? []
  if (whole === undefined || fraction.length > digits) return null
  // Whole below 2^53: no digit is lost.
  return Number(whole + fraction.padEnd(digits, '0'))
}

/** Dollars that were typed, as nano-dollars. */
export const nanoOf = (typed: string): number | null => partsOf(typed, 9)

/** Dollars a million tokens that were typed, as nano-dollars a token. */
export const nanoPerToken = (typed: string): number | null => partsOf(typed, 3)
