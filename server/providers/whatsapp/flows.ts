import { z } from 'zod'
import type { FormAnswers } from '#ports/messaging.ts'

/** A Flow has some dozens of fields; what is beyond these is left in the raw message. */
const mostFields = 100
const mostCharacters = 2_000

/**
 * A submitted form (https://developers.facebook.com/docs/whatsapp/flows/reference/responsemsgwebhook): the responses
 * are JSON within JSON, by the names of the Flow's fields, beside a token of the business's own. What is no object is one answer.
 */
export const formOf = (name: string | null | undefined, given: unknown): FormAnswers | null => {
  if (given === undefined || given === null || given === '') return null
  const read = typeof given === 'string' ? parsed(given) : given
  const answers = z.record(z.string(), z.unknown()).safeParse(read)
  if (!answers.success) return { name: name || null, token: null, fields: [{ name: 'response', value: shown(read) }] }
  const { flow_token: token, ...rest } = answers.data
  return {
    name: name || null,
    token: typeof token === 'string' ? token : null,
    fields: Object.entries(rest)
      .slice(0, mostFields)
      .map(([field, value]) => ({ name: field.slice(0, 200), value: shown(value) })),
  }
}

/** The words of the message with a line an answer: what is searched, and read where fields are not shown. */
export const textOfForm = (words: string | null, { fields }: FormAnswers): string | null =>
  [...(words ? [words] : []), ...fields.map(({ name, value }) => `${name}: ${value}`)].join('\n') || null

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(shown).join(', ').slice(0, mostCharacters)
  if (value !== null && typeof value === 'object') return JSON.stringify(value).slice(0, mostCharacters)
  return String(value ?? '').slice(0, mostCharacters)
}
