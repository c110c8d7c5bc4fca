import { exponentOf, mostMinor } from '#shapes/amounts.ts'
import { currencyOf } from '#web/business/invoices/choices.ts'
import { readHabits } from '#web/business/invoices/habits.ts'
import { readAmount } from '#web/business/invoices/typed.ts'
import { typedSeparators } from '#web/i18n/format.ts'
import type { Input, Workspace } from '#web/wire.ts'
import { strings } from './strings.ts'

type Value = Pick<Input<'update-deal'>, 'valueMinor' | 'currency'>

/** An amount as it was typed, in a currency; null clears it. Throws what is shown below the field. */
export const valueIn = (typed: string | null, currency: string): Value => {
  if (typed === null) return { valueMinor: null, currency: null }
  // As it is shown, it may have the sign of its currency, of letters too: CA$, kr.
  const read = readAmount(typed.replaceAll(/\p{L}+\.?/gu, ''), exponentOf(currency), mostMinor, typedSeparators)
  if ('fault' in read) throw new Error(strings.noAmount)
  return { valueMinor: read.amountMinor, currency }
}

/** A chance as it was typed, in per cent; null clears it. Throws what is shown below the field. */
export const chanceIn = (typed: string | null): number | null => {
  if (typed === null) return null
  const digits = /^(\d{1,3})\s*%?$/.exec(typed.normalize('NFKC').trim())?.[1]
  if (digits === undefined || Number(digits) > 100) throw new Error(strings.noChance)
  return Number(digits)
}

/** The currency that was used last, or that of the country. */
export const usualCurrency = (organizationId: string, { default_country }: Pick<Workspace, 'default_country'>): string =>
  readHabits(organizationId).currency ?? currencyOf(default_country ?? null)
