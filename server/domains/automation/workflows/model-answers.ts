import { z } from 'zod'
import { readText } from '#domains/connections/ai-models/hostile-texts.ts'
import type { AnswerField } from './definition.ts'

type Part = Omit<AnswerField, 'name'>
type JsonObject = Readonly<Record<string, unknown>>

/** Decisions, "AI step". */
export const mostAnswerDepth = 5
const longestText = 20_000
const longestList = 200

/** The answer as providers are asked for it: closed objects, each member required. */
export const schemaOfAnswer = (fields: readonly AnswerField[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
  required: fields.map(({ name }) => name),
  additionalProperties: false,
})

const schemaOf = (part: Part): JsonObject => ({ ...(part.about !== undefined && { description: part.about }), ...kindOf(part) })

const kindOf = ({ type, choices = [], fields = [], items }: Part): JsonObject => {
  switch (type) {
    case 'text':
      return { type: 'string' }
    case 'number':
      return { type: 'number' }
    case 'whole':
      return { type: 'integer' }
    case 'tick':
      return { type: 'boolean' }
    case 'choice':
      return { type: 'string', enum: choices }
    case 'list':
      return { type: 'array', items: schemaOf(items ?? { type: 'text' }) }
    case 'object':
      return schemaOfAnswer(fields)
  }
}

/** The same, as an answer is checked: what a model says is hostile text until then, and nothing but data after that. */
export const shapeOfAnswer = (fields: readonly AnswerField[]): z.ZodType<Readonly<Record<string, unknown>>> =>
  z.strictObject(Object.fromEntries(fields.map((field) => [field.name, shapeOf(field)])))

const Text = z
  .string()
  .max(longestText)
  .transform((text) => readText(text, longestText))

const shapeOf = ({ type, choices = [], fields = [], items }: Part): z.ZodType => {
  switch (type) {
    case 'text':
      return Text
    case 'number':
      return z.number()
    case 'whole':
      return z.int()
    case 'tick':
      return z.boolean()
    case 'choice':
      return z.enum(choices as readonly [string, ...string[]])
    case 'list':
      return z.array(shapeOf(items ?? { type: 'text' })).max(longestList)
    case 'object':
      return shapeOfAnswer(fields)
  }
}

/** What is unfinished in an answer that is asked for: where, and in words. */
export const misfitsOfAnswer = (
  fields: readonly AnswerField[],
  place = 'answer',
  depth = 1,
): { readonly field: string; readonly message: string }[] => [
  ...(depth > mostAnswerDepth ? [{ field: place, message: `An answer is ${mostAnswerDepth} deep at most.` }] : []),
  ...fields.flatMap((field, at) => [
    ...(fields.findIndex(({ name }) => name === field.name) < at
      ? [{ field: `${place}.${at}.name`, message: `Two fields are called “${field.name}”.` }]
      : []),
    ...misfitsOfPart(field, `${place}.${at}`, depth),
  ]),
]

const misfitsOfPart = (
  { type, choices, fields, items }: Part,
  place: string,
  depth: number,
): { field: string; message: string }[] => {
  if (depth > mostAnswerDepth) return []
  if (type === 'choice') {
    if (!choices) return [{ field: `${place}.choices`, message: 'There is nothing to choose from: add choices.' }]
    return new Set(choices).size < choices.length ? [{ field: `${place}.choices`, message: 'Two choices are the same.' }] : []
  }
  if (type === 'object')
    return fields
      ? misfitsOfAnswer(fields, `${place}.fields`, depth + 1)
      : [{ field: `${place}.fields`, message: 'Name the fields that it has.' }]
  if (type !== 'list') return []
  if (!items) return [{ field: `${place}.items`, message: 'Say what stands in the list.' }]
  return depth + 1 > mostAnswerDepth
    ? [{ field: `${place}.items`, message: `An answer is ${mostAnswerDepth} deep at most.` }]
    : misfitsOfPart(items, `${place}.items`, depth + 1)
}
