import { z } from 'zod'
import { ProviderError } from '#ports/provider-error.ts'
import { storable } from './hostile-texts.ts'

/** `{industry: "…"}` as a closed schema: every field is there, as a text or null; the value says what it is. */
export const textFields = (fields: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, description]) => [name, { type: ['string', 'null'], description }]),
  ),
  required: Object.keys(fields),
  additionalProperties: false,
})

/** A shape as providers take it: strict objects, whose members are all required. */
export const schemaOf = (shape: z.ZodType): Readonly<Record<string, unknown>> => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'output' })
  return schema
}

/** JSON, alone or in a code fence, with texts that can be stored; undefined where it is none. */
export const jsonIn = (text: string): unknown => {
  try {
    return storable(JSON.parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '')) as unknown)
  } catch {
    return undefined
  }
}

/** What is wrong with an answer, for the model that gave it. */
export const faultsIn = (error: z.ZodError): string =>
  error.issues
    .slice(0, 10)
    .map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`)
    .join('\n')

export const malformed = (title: string): ProviderError =>
  new ProviderError('malformed', `${title} returned an answer in an unexpected form.`)
