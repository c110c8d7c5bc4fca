import type { CurrencyLimits } from '#ports/payments.ts'
import { fromStripe, toStripe } from './amounts.ts'

// As of November 2026: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts

/** Currencies that payers can be charged in: https://docs.stripe.com/currencies#presentment-currencies */
const taken = new Set(
  'USD AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW'.split(
    ' ',
  ),
)

/** As Stripe counts them. Of every other currency it is what 0.50 dollars are on the day, which cannot be known before. */
const least: Readonly<Record<string, number>> = Object.fromEntries(
  'USD 50 AED 200 AUD 50 BGN 100 BRL 50 CAD 50 CHF 50 CZK 1500 DKK 250 EUR 50 GBP 30 HKD 400 HUF 17500 INR 50 JPY 50 MXN 1000 MYR 200 NOK 300 NZD 50 PLN 200 RON 200 SEK 300 SGD 50 THB 1000'
    .split(/(?<=\d) /)
    .map((entry) => entry.split(' '))
    .map(([code = '', amount]) => [code, Number(amount)]),
)
/** Eight digits, and twelve of the rupiah. */
const mostOf = (currency: string): number => (currency === 'IDR' ? 999_999_999_999 : 99_999_999)

export const stripeLimits = (currency: string): CurrencyLimits | null => {
  if (!taken.has(currency)) return null
  const stepMinor = [1, 10, 100].find((minor) => toStripe(minor, currency) !== null)
  if (stepMinor === undefined) return null
  const most = fromStripe(mostOf(currency), currency).amountMinor
  const leastMinor = fromStripe(least[currency] ?? 0, currency).amountMinor
  return { leastMinor: Math.max(leastMinor, stepMinor), mostMinor: most - (most % stepMinor), stepMinor }
}
