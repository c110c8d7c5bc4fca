import { z } from 'zod'
import { readEmail } from '#shapes/emails.ts'
import type { FieldDefinition } from './definition.ts'

export type ReadFields =
  | { readonly ok: true; readonly values: Record<string, unknown> }
  | { readonly ok: false; readonly field: string; readonly message: string }

const longest = { text: 1_000, long_text: 16_000, email: 254, phone: 60 } as const

/** What a person or a caller filled in, held against the fields that were asked for. Others are left out. */
export const readFields = (fields: readonly FieldDefinition[], given: Readonly<Record<string, unknown>>): ReadFields => {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const value = blankIsNull(given[field.name])
    if (value === null || value === undefined) {
      if (field.required) return { ok: false, field: field.name, message: `Missing required field: ${field.name}` }
      values[field.name] = null
      continue
    }
    const parsed = shapeOf(field).safeParse(value)
    if (!parsed.success) return { ok: false, field: field.name, message: `${field.label} ${expectationOf(field)}.` }
    values[field.name] = parsed.data
  }
  return { ok: true, values }
}

const blankIsNull = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? null : value)

const shapeOf = ({ type, choices = [] }: FieldDefinition): z.ZodType => {
  const known = z.string().refine((text) => choices.some(({ value }) => value === text))
  switch (type) {
    case 'number':
      return z.number()
    case 'money':
      return z.strictObject({ amount_minor: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) })
    case 'date':
      return z.iso.date()
    case 'tick':
      return z.boolean()
    case 'choice':
      return known
    case 'several':
      return z.array(known).max(50)
    case 'email':
      return z
        .string()
        .max(longest.email)
        .refine((text) => 'key' in readEmail(text))
    default:
      return z.string().trim().max(longest[type])
  }
}

const expectationOf = ({ type }: FieldDefinition): string => {
  switch (type) {
    case 'number':
      return 'must be a number'
    case 'money':
      return 'must be an amount in the smallest unit and a currency'
    case 'date':
      return 'must be a day, such as 2027-03-01'
    case 'tick':
      return 'must be true or false'
    case 'choice':
      return 'must be one of its choices'
    case 'several':
      return 'must be a list of its choices'
    case 'email':
      return 'must be an email address'
    default:
      return 'must be a text, and not longer than it may be'
  }
}
