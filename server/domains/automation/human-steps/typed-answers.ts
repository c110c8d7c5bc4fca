import { exponentOf } from '#shapes/amounts.ts'
import type { LinkedStep } from './linked-steps.ts'
import type { StepStrings } from './step-strings.ts'

/** What a form sent, by the names of its inputs. */
export type Typed = Readonly<Record<string, string | undefined>>
export type Field = LinkedStep['form'][number]

/** How an input of a field is called in the form: `f.remark`, `f.price.currency`, `f.ways.phone`. */
export const inputOf = ({ name }: Field, part?: string): string => `f.${name}${part === undefined ? '' : `.${part}`}`

/** `data` as resume-workflow takes it, of what a browser sent; what is no value of its type goes on as it was typed, and is refused by name. */
export const dataOf = (form: readonly Field[], typed: Typed): Record<string, unknown> =>
  Object.fromEntries(form.map((field) => [field.name, readValue(field, typed)]))

const readValue = (field: Field, typed: Typed): unknown => {
  const text = (typed[inputOf(field)] ?? '').trim()
  switch (field.type) {
    case 'tick':
      return text === 'yes'
    case 'several': {
      const chosen = field.choices.filter(({ value }) => typed[inputOf(field, value)] === 'yes').map(({ value }) => value)
      return chosen.length === 0 && field.required ? null : chosen
    }
    case 'number':
      return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text
    case 'money':
      return moneyOf(text, typed[inputOf(field, 'currency')] ?? '')
    default:
      return text
  }
}

/** An amount as an input of numbers sends it, in digits: never through floating point. */
const moneyOf = (text: string, currency: string): unknown => {
  if (text === '') return null
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const digits = exponentOf(currency)
  if (whole === '' || fraction.length > digits || !/^[A-Z]{3}$/.test(currency)) return text
  return { amount_minor: Number(`${sign}${whole}${fraction.padEnd(digits, '0')}`), currency }
}

/** Why a field was refused, in the words of the page. */
export const faultOf = ({ type, required }: Field, value: unknown, strings: StepStrings): string => {
  if (required && (value === null || value === '')) return strings.missing
  switch (type) {
    case 'number':
      return strings.noNumber
    case 'money':
      return strings.noAmount
    case 'date':
      return strings.noDate
    case 'choice':
    case 'several':
      return strings.noChoice
    case 'email':
      return strings.noEmail
    case 'tick':
      return strings.missing
    default:
      return strings.tooLong
  }
}
