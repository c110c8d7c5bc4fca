import { money } from '#web/i18n/format.ts'
import { providerName } from './providers.ts'
import { strings } from './strings.ts'

type Facts = Readonly<Record<string, unknown>>

const names: Readonly<Record<string, string>> = strings.facts
/** Told of elsewhere, or beside the amount that they belong to. */
const quiet = new Set([
  'why',
  'fields',
  'mail_id',
  'number',
  'provider',
  'method',
  'amount_minor',
  'currency',
  'expected_currency',
  'told_currency',
  'fee_currency',
])

/** How much, by whom and how, in one line. */
export const moneyOf = (facts: Facts): string => {
  const { provider, method, amount_minor, currency } = facts
  return [
    typeof amount_minor === 'number' && typeof currency === 'string' ? money(amount_minor, currency) : null,
    typeof provider === 'string' ? providerName(provider) : null,
    typeof method === 'string' ? strings.byMethod(method) : null,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What an event or a finding is known by, in words where there are words: amounts as money, ids as they are. */
export const evidenceOf = (facts: Facts): { name: string; value: string; isCode: boolean }[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    if (quiet.has(name) || value === null || value === undefined || value === '') return []
    const said = names[name] ?? name.replaceAll('_', ' ')
    const currency = currencyOf(name, facts)
    if (typeof value === 'number' && currency !== null) return [{ name: said, value: money(value, currency), isCode: false }]
    if (typeof value === 'boolean') return [{ name: said, value: value ? strings.yes : strings.no, isCode: false }]
    if (typeof value === 'object') return [{ name: said, value: JSON.stringify(value), isCode: true }]
    return [{ name: said, value: String(value), isCode: /(^|_)id$/.test(name) }]
  })

/** The currency of an amount: beside it, under the same beginning, else the one of the facts. */
const currencyOf = (name: string, facts: Facts): string | null => {
  const begin = /^(.*?)_?minor$/.exec(name)?.[1]
  if (begin === undefined) return null
  const currency = facts[`${begin}_currency`] ?? facts.currency
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null
}
