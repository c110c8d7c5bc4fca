import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { Hue, hues } from '#shapes/labels.ts'
import { Currency } from '#shapes/money.ts'
import { fieldErrors } from './errors.ts'
import { ChoiceName, type FieldChoice, type FieldType, mostChoices, type Options } from './fields.ts'

/** What a type takes beside the name, as it is sent. */
export const GivenOptions = z.object({
  choices: z
    .array(z.object({ id: z.uuid().optional(), name: ChoiceName, hue: Hue.optional() }))
    .max(mostChoices)
    .optional()
    .describe(
      'Of `choice` and `choices`: all that can be chosen, in order. One without `id` is added; a missing one is archived, and is still shown where it was chosen',
    ),
  currency: Currency.optional().describe('Of `money`. It does not change'),
  min: z.number().min(-1e15).max(1e15).nullable().optional().describe('Of `number`'),
  max: z.number().min(-1e15).max(1e15).nullable().optional(),
})
type GivenOptions = z.output<typeof GivenOptions>

const refuse = (field: string, message: string): Failure => new Failure(fieldErrors.field_options_invalid, { field, message })

/** The settings of a field from now on. Throws `field_options_invalid`, `field_fixed`. */
export const optionsFor = (type: FieldType, before: Options | null, given: GivenOptions): Options => {
  const isChoice = type === 'choice' || type === 'choices'
  if (given.choices !== undefined && !isChoice) throw refuse('choices', 'Only fields of type choice and choices have choices.')
  if (given.currency !== undefined && type !== 'money') throw refuse('currency', 'Only fields of type money have a currency.')
  if ((given.min ?? given.max ?? null) !== null && type !== 'number')
    throw refuse(given.min == null ? 'max' : 'min', 'Only fields of type number have limits.')
  const currency = before?.currency ?? given.currency ?? null
  if (type === 'money' && currency === null) throw refuse('currency', 'A field of type money needs a currency.')
  if (given.currency !== undefined && given.currency !== currency)
    throw new Failure(fieldErrors.field_fixed, { field: 'currency' })
  const min = given.min === undefined ? (before?.min ?? null) : given.min
  const max = given.max === undefined ? (before?.max ?? null) : given.max
  if (min !== null && max !== null && min > max) throw refuse('max', 'The highest value is below the lowest.')
  const choices = given.choices === undefined ? (before?.choices ?? []) : choicesFrom(before?.choices ?? [], given.choices)
  if (isChoice && !choices.some(({ is_archived }) => !is_archived)) throw refuse('choices', 'Add at least one choice.')
  return { choices, currency, min, max }
}

const choicesFrom = (before: readonly FieldChoice[], given: NonNullable<GivenOptions['choices']>): FieldChoice[] => {
  const names = given.map(({ name }) => name.toLowerCase())
  const twice = given.find(({ name }, at) => names.indexOf(name.toLowerCase()) !== at)
  if (twice) throw refuse('choices', 'Two choices have the same name.')
  const known = new Map(before.map((each) => [each.id, each]))
  const chosen = given.map(({ id, name, hue }, at): FieldChoice => {
    const was = id === undefined ? undefined : known.get(id)
    if (id !== undefined && !was) throw refuse('choices', 'A choice with this id does not exist.')
    return { id: was?.id ?? newId(), name, hue: hue ?? was?.hue ?? (at % hues) + 1, is_archived: false }
  })
  if (new Set(chosen.map(({ id }) => id)).size < chosen.length) throw refuse('choices', 'A choice is listed twice.')
  const kept = new Set(chosen.map(({ id }) => id))
  const archived = before.filter(({ id }) => !kept.has(id)).map((each) => ({ ...each, is_archived: true }))
  if (chosen.length + archived.length > 3 * mostChoices)
    throw refuse('choices', `A field has at most ${3 * mostChoices} choices, with those that were removed.`)
  return [...chosen, ...archived]
}
