import { exponentOf } from '#shapes/money.ts'

// Stripe counts most currencies as ISO 4217 does, and these otherwise: https://docs.stripe.com/currencies

/** In whole units. */
const wholeUnits = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
/** In thousandths, and the last digit must be 0. */
const thousandths = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Digits behind the point as Stripe has them. ISK and UGX have none by the standard and two at Stripe. */
const stripeExponentOf = (currency: string): number => (wholeUnits.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2)

/** An amount as Stripe counts it; null for one that Stripe cannot count, and for currencies that it does not take. */
export const toStripe = (amountMinor: number, currency: string): number | null => {
  if (exponentOf(currency) > 2 && !thousandths.has(currency)) return null
  const more = stripeExponentOf(currency) - exponentOf(currency)
  const amount = more >= 0 ? amountMinor * 10 ** more : amountMinor / 10 ** -more
  if (!Number.isSafeInteger(amount)) return null
  return thousandths.has(currency) && amount % 10 !== 0 ? null : amount
}

/** The same back. Stripe's currencies are in small letters. */
export const fromStripe = (amount: number, stripeCurrency: string): { amountMinor: number; currency: string } => {
  const currency = stripeCurrency.toUpperCase()
  const more = exponentOf(currency) - stripeExponentOf(currency)
  // Rounded down: hundredths of what has none are no money of that currency.
  return { amountMinor: more >= 0 ? amount * 10 ** more : Math.floor(amount / 10 ** -more), currency }
}
