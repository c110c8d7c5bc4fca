import { exponentOf, mostMinor } from '#shapes/amounts.ts'
import { readAmount, readSigned } from '#web/business/invoices/typed.ts'
import { typedSeparators } from '#web/i18n/format.ts'
import type { HumanStepField } from '#web/wire.ts'

/** What was typed or ticked so far, by field. */
export type Typed = Readonly<Record<string, TypedValue>>
export type TypedValue = string | boolean | readonly string[] | TypedMoney

export interface TypedMoney {
  readonly amount: string
  readonly currency: string
}

export const isMoney = (typed: TypedValue): typed is TypedMoney => typeof typed === 'object' && !Array.isArray(typed)

export const emptyOf = ({ type }: HumanStepField, currency: string): TypedValue => {
  if (type === 'tick') return false
  if (type === 'several') return []
  return type === 'money' ? { amount: '', currency } : ''
}

/** As resume-workflow takes it; what is no value of its type goes on as it was typed, and is refused by name. */
export const dataOf = ({ type, required }: HumanStepField, typed: TypedValue): unknown => {
  if (typeof typed === 'boolean') return typed
  if (typeof typed === 'string') {
    if (type !== 'number' || typed.trim() === '') return typed
    const read = readSigned(typed, typedSeparators)
    return read === null ? typed : Number(read)
  }
  if (isMoney(typed)) {
    if (typed.amount.trim() === '') return null
    const read = readAmount(typed.amount, exponentOf(typed.currency), mostMinor, typedSeparators)
    return 'amountMinor' in read ? { amount_minor: read.amountMinor, currency: typed.currency } : typed.amount
  }
  return typed.length === 0 && required ? null : typed
}
