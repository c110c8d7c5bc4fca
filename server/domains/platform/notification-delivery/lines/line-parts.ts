import type { NoticeFacts } from '#core/declared.ts'
import { formatMoney } from '#shapes/amounts.ts'
import type { Language } from '#shapes/languages.ts'

/** What an email or a push says of each notice in one language, by its kind. English stands with the notices themselves. */
export type NoticeLines = Readonly<Record<string, (facts: NoticeFacts) => string>>

type Fact = NoticeFacts[string] | undefined

export const named = (fact: Fact, otherwise: string): string => (fact ? String(fact) : otherwise)

export const isOne = ({ count }: NoticeFacts): boolean => Number(count) === 1

/** A count that ends at a hundred. */
export const upTo100 = ({ count }: NoticeFacts): string => (Number(count) >= 100 ? '99+' : String(count))

/** Counts and amounts as a language writes them. */
export const figuresOf = (language: Language) => {
  const numbers = new Intl.NumberFormat(language)
  const forms = new Intl.PluralRules(language)
  return {
    counted: (count: Fact, one: string, many: string): string =>
      `${numbers.format(Number(count))} ${forms.select(Number(count)) === 'one' ? one : many}`,
    /** A notice of an earlier version has the amount in English words alone. */
    amount: ({ amount, amount_minor: minor, currency }: NoticeFacts): string =>
      typeof minor === 'number' && typeof currency === 'string' ? formatMoney(minor, currency, language) : String(amount),
  }
}
