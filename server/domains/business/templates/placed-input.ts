import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import type { Coverage } from '#shapes/letters.ts'
import { tidyLine } from '#shapes/letters.ts'
import { templateErrors } from './errors.ts'
import { describePlaceholders, type Placeholder, type PlaceholderInput } from './placeholders.ts'
import { placeholderKey } from './template-texts.ts'
import { BoxAlign, FieldKind, type PlacedField, type ValueBox } from './templates.ts'

/** The same for fields and boxes, so that an id names one of them. */
const id = z.string().regex(/^[\w-]{1,40}$/, 'must be letters, digits, - and _, 40 at most')
const pointsMost = 20_000
/** Hundredths of a point are finer than any printer. */
const points = (least: number) =>
  z
    .number()
    .min(least)
    .max(pointsMost)
    .transform((n) => Math.round(n * 100) / 100)
const place = {
  page: z.int().min(0).max(499).describe('Counts from 0'),
  x: points(0).describe('Points (1/72 inch) from the left of the page as it is looked at'),
  y: points(0).describe('Points from its top'),
  width: points(4),
  height: points(4),
}

const FieldInput = z.object({
  id,
  kind: FieldKind,
  signer: z
    .string()
    .regex(/^(client|admin)(-([2-9]|1[0-9]|20))?$/, 'must be client, admin, or one of their role by number such as client-2')
    .describe('`client` or `admin`; the second of a role is `client-2`'),
  label: z.string().overwrite(tidyLine).trim().max(80).nullish(),
  required: z
    .boolean()
    .optional()
    .describe('Of a text (true without it) or a tick (false without it); the other kinds are filled in by signing'),
  ...place,
})

const BoxInput = z.object({
  id,
  key: z.string().trim().min(1).max(68).transform(placeholderKey),
  size: z.number().min(4).max(72).default(10).describe('Of the letters, in points'),
  align: BoxAlign.default('left'),
  ...place,
})

export const FieldInputs = z
  .array(FieldInput)
  .max(300)
  .describe('Of a PDF: where signers fill in. They may overlap, and lie within their page.')
export const BoxInputs = z.array(BoxInput).max(300).describe('Of a PDF: where the values of placeholders are set')

interface Given {
  readonly fields: z.output<typeof FieldInputs>
  readonly boxes: z.output<typeof BoxInputs>
  readonly placeholders: readonly z.output<typeof PlaceholderInput>[]
}

/** What a PDF template has, as it is stored; refuses what is outside a page, an id that is there twice, and letters without a font. */
export const readPlaced = (
  pages: readonly { readonly width: number; readonly height: number }[],
  given: Given,
  coverage: Coverage,
): { readonly placeholders: Placeholder[]; readonly fields: PlacedField[]; readonly boxes: ValueBox[] } => {
  const fields = given.fields.map(
    ({ label, required, ...field }): PlacedField => ({
      ...field,
      label: label || null,
      required: required ?? field.kind !== 'tick',
    }),
  )
  const { boxes } = given
  const all = [
    ...fields.map((each, at) => ({ ...each, path: `fields.${at}`, called: each.label ?? each.id })),
    ...boxes.map((each, at) => ({ ...each, path: `boxes.${at}`, called: `{{${each.key}}}` })),
  ]
  const ids = new Set<string>()
  for (const { path, called, ...each } of all) {
    if (ids.has(each.id))
      throw new Failure(templateErrors.field_doubled, {
        field: `${path}.id`,
        message: `${path}.id: “${each.id}” is there twice`,
      })
    ids.add(each.id)
    const page = pages[each.page]
    if (!page)
      throw new Failure(templateErrors.field_outside, {
        field: `${path}.page`,
        message: `${path}.page: “${called}” is on page ${each.page + 1}, and the PDF has ${pages.length}`,
      })
    // Sizes come from two libraries, which round.
    if (each.x + each.width > page.width + 0.05 || each.y + each.height > page.height + 0.05)
      throw new Failure(templateErrors.field_outside, {
        field: path,
        message: `${path}: “${called}” is outside page ${each.page + 1}, which has ${Math.round(page.width)} × ${Math.round(page.height)} points`,
      })
  }
  const placeholders = describePlaceholders([...new Set(boxes.map(({ key }) => key))], given.placeholders)
  checkLetters(coverage, {
    ...Object.fromEntries(fields.map(({ label }, at) => [`fields.${at}.label`, label])),
    ...Object.fromEntries(placeholders.map(({ key, default: usual }) => [`placeholders.${key}`, usual])),
  })
  return { placeholders, fields, boxes }
}
