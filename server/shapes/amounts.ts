/*
 * How amounts are counted and written. Without any validation beside it, so that the app in the browser uses the same.
 */

/** Currencies whose smallest unit is not a hundredth (ISO 4217, list one). Everything else has two digits. */
const exponents: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
}

/** Digits behind the point of a currency's usual unit: JPY 0, EUR 2, KWD 3. */
export const exponentOf = (currency: string): number => exponents[currency] ?? 2

/**
 * The most that one amount may be, in the smallest unit: what Stripe takes at the most (eight digits) has room in it, and every
 * sum of a hundred lines stays far below 2^53.
 */
export const mostMinor = 1_000_000_000_000

/** An amount as people write it: `1234` of JPY is `1234`, of EUR `12.34`. No symbol and no grouping: for files and facts. */
export const plainAmount = (amountMinor: number, currency: string): string => {
  const exponent = exponentOf(currency)
  const sign = amountMinor < 0 ? '-' : ''
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, '0')
  return exponent === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** An amount for people, in their language: `€12.34`, `12,34 €`. Never by floating point: the digits are the integer's own. */
export const formatMoney = (amountMinor: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponentOf(currency),
    maximumFractionDigits: exponentOf(currency),
  }).format(plainAmount(amountMinor, currency) as Intl.StringNumericLiteral)
