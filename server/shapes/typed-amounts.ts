import { exponentOf, mostMinor } from './amounts.ts'

/** An amount as it may be meant: `1.200` is a thousand and more in German, and a little more than one elsewhere. */
export interface TypedAmount {
  readonly whole: string
  readonly fraction: string
  /** The currencies that the sign or code beside it may mean; null where there is none. */
  readonly currencies: readonly string[] | null
}

const signs: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  '₹': ['INR'],
  rs: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'ARS', 'CLP', 'COP', 'TWD'],
  us$: ['USD'],
  a$: ['AUD'],
  c$: ['CAD'],
  r$: ['BRL'],
  '¥': ['JPY', 'CNY'],
  '₩': ['KRW'],
  '₺': ['TRY'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₫': ['VND'],
  '₪': ['ILS'],
  '฿': ['THB'],
  '₱': ['PHP'],
  '₦': ['NGN'],
  zł: ['PLN'],
  kč: ['CZK'],
  ft: ['HUF'],
  lei: ['RON'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  'fr.': ['CHF'],
  euro: ['EUR'],
  euros: ['EUR'],
}

const longest = 40
const form = /^(\D{0,5}?)(\d[\d.,'’]*)(\D{0,5}?)$/u

/** What a text means if it is an amount, with a sign or code before or behind it; nothing if it is none. */
export const typedAmounts = (text: string): readonly TypedAmount[] => {
  if (text.length > longest) return []
  const [, before = '', digits = '', behind = ''] = form.exec(text.replaceAll(/[\s\u00a0\u202f]/g, '').toLowerCase()) ?? []
  const sign = before || behind
  if (digits === '' || (before !== '' && behind !== '')) return []
  const currencies = sign === '' ? null : (signs[sign] ?? (/^[a-z]{3}$/.test(sign) ? [sign.toUpperCase()] : undefined))
  if (currencies === undefined) return []
  return partsOf(digits.replaceAll(/['’]/g, '')).map((parts) => ({ ...parts, currencies }))
}

/** In the smallest unit of a currency; null where it is finer than that, or more than an amount may be. */
export const minorOf = ({ whole, fraction, currencies }: TypedAmount, currency: string): number | null => {
  if (currencies && !currencies.includes(currency)) return null
  const exponent = exponentOf(currency)
  const given = /^0*$/.test(fraction) ? '' : fraction
  if (given.length > exponent) return null
  const minor = Number(`${whole}${given.padEnd(exponent, '0')}`)
  return minor > mostMinor ? null : minor
}

type Parts = Pick<TypedAmount, 'whole' | 'fraction'>

/** Both ways of reading where the signs do not say: groups of thousands, or what stands behind the point. */
const partsOf = (digits: string): readonly Parts[] => {
  const marks = [...digits].filter((each) => each === '.' || each === ',')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const [head, tail] = [digits.slice(0, last), digits.slice(last + 1)]
  const bare = (text: string): string => text.replaceAll(/[.,]/g, '')
  if (marks.length === 0) return [{ whole: digits, fraction: '' }]
  const found: Parts[] = []
  if (new Set(marks).size === 1 && isGrouped(digits)) found.push({ whole: bare(digits), fraction: '' })
  const isPoint = marks.filter((each) => each === digits[last]).length === 1 && (marks.length === 1 || isGrouped(head))
  if (isPoint && tail !== '') found.push({ whole: bare(head) || '0', fraction: tail })
  return found
}

/** By thousands, or as in India: `1,20,000`. */
const isGrouped = (text: string): boolean => /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(text)
