/** Currencies that Stripe counts in whole units: https://docs.stripe.com/currencies#zero-decimal */
const wholeUnits = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
/** In thousandths, of which the last digit is 0. */
const thousandths = new Set('BHD JOD KWD OMR TND'.split(' '))
/** In hundredths for old times’ sake, although they have none: whole units only. */
const backwards = new Set(['ISK', 'UGX'])

const taken = new Set(
  'USD AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX USDC UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW'.split(
    ' ',
  ),
)

export const isTaken = (currency: string): boolean => taken.has(currency.toUpperCase())

/** The smallest step of an amount. */
export const stepOf = (currency: string): number => {
  const code = currency.toUpperCase()
  return thousandths.has(code) ? 10 : backwards.has(code) ? 100 : 1
}

/** What a payment must be worth at least: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const least: Readonly<Record<string, number>> = Object.fromEntries(
  'USD 50 AED 200 AUD 50 BGN 100 BRL 50 CAD 50 CHF 50 CZK 1500 DKK 250 EUR 50 GBP 30 HKD 400 HUF 17500 INR 50 JPY 50 MXN 1000 MYR 200 NOK 300 NZD 50 PLN 200 RON 200 SEK 300 SGD 50 THB 1000'
    .split(/(?<=\d) /)
    .map((entry) => entry.split(' '))
    .map(([code = '', amount]) => [code, Number(amount)]),
)
export const leastOf = (currency: string): number => least[currency.toUpperCase()] ?? 1
export const mostOf = (currency: string): number => (currency.toUpperCase() === 'IDR' ? 999_999_999_999 : 99_999_999)

/** An amount for people. */
export const money = (amount: number, currency: string): string => {
  const code = currency.toUpperCase()
  const digits = wholeUnits.has(code) ? 0 : thousandths.has(code) ? 3 : 2
  const shown = backwards.has(code) ? 0 : digits
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  }).format(amount / 10 ** digits)
}

/** The bank’s way that Stripe has for a currency; its money comes days later. */
const delayedWays: Readonly<Record<string, string>> = {
  EUR: 'sepa_debit',
  USD: 'us_bank_account',
  GBP: 'bacs_debit',
  CAD: 'acss_debit',
  AUD: 'au_becs_debit',
  JPY: 'konbini',
}
export const delayedWayOf = (currency: string): string => delayedWays[currency.toUpperCase()] ?? 'customer_balance'
