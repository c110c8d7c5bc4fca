import { money } from '#web/i18n/format.ts'
import type { Deal, Placeholder } from '#web/wire.ts'

/** What is known around a deal, as it can stand in a document. Empty where it is not known. */
export interface Known {
  readonly clientName: string
  readonly clientEmail: string
  readonly clientPhone: string
  readonly company: string
  readonly deal: string
  readonly value: string
  readonly workspace: string
  readonly ownName: string
  readonly ownEmail: string
  readonly today: string
  /** Of an accepted proposal: what was chosen, a line each. */
  readonly scope?: string
}

export const knownOf = (
  deal: Deal,
  own: { readonly name: string; readonly email: string; readonly workspace: string },
  { locale, today }: { readonly locale: string; readonly today: Date },
): Known => ({
  clientName: deal.contact?.name ?? '',
  clientEmail: deal.contact?.email ?? '',
  clientPhone: deal.contact?.phone ?? '',
  company: deal.company?.name ?? deal.business_name ?? '',
  deal: deal.name,
  value: deal.value_minor === null || deal.currency === null ? '' : money(deal.value_minor, deal.currency),
  workspace: own.workspace,
  ownName: own.name,
  ownEmail: own.email,
  today: new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(today),
})

/** By the words of a placeholder; the first that fits counts. Templates are written in English more often than not. */
const rules: readonly (readonly [RegExp, keyof Known])[] = [
  [/(AGENCY|PROVIDER|SELLER|SUPPLIER|CONTRACTOR|SENDER|OUR|MY).*MAIL/, 'ownEmail'],
  [/MAIL/, 'clientEmail'],
  [/PHONE|MOBILE/, 'clientPhone'],
  [/AGENCY|PROVIDER|SELLER|SUPPLIER|CONTRACTOR|WORKSPACE|STUDIO/, 'workspace'],
  [/COMPANY|BUSINESS|ORGANI[SZ]ATION/, 'company'],
  [/SENDER|SIGNATORY|MY NAME|MY_NAME/, 'ownName'],
  [/SCOPE|SERVICES|ITEMS|DELIVERABLES|OPTIONS/, 'scope'],
  [/PROJECT|DEAL/, 'deal'],
  [/PRICE|FEE|AMOUNT|VALUE|TOTAL|BUDGET/, 'value'],
  [/TODAY|^DATE$|SIGN.*DATE|START.*DATE|EFFECTIVE/, 'today'],
  [/CLIENT|CUSTOMER|CONTACT|^NAME$/, 'clientName'],
]

/** What a placeholder most likely stands for; empty where that is not known. */
export const guessOf = ({ key, type }: Pick<Placeholder, 'key' | 'type'>, known: Known): string => {
  const what = rules.find(([pattern]) => pattern.test(key))?.[1]
  const value = what === undefined ? '' : (known[what] ?? '')
  return fits(type, value) ? value : ''
}

/** Everything that is known and may be a value of this type, the likeliest first. */
export const suggestionsFor = (placeholder: Pick<Placeholder, 'key' | 'type'>, known: Known): string[] =>
  [...new Set([guessOf(placeholder, known), ...Object.values(known)])].filter(
    (value) => value !== '' && fits(placeholder.type, value),
  )

const fits = (type: Placeholder['type'], value: string): boolean => {
  if (type !== 'text' && value.includes('\n')) return false
  if (type === 'email') return value.includes('@')
  if (type === 'number') return /^[\d.,' \u00a0\u202f]+$/.test(value)
  if (type === 'date') return /\d{4}/.test(value) && !value.includes('@')
  return true
}
