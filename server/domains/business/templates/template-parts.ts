import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import type { Coverage } from '#shapes/letters.ts'
import { templateErrors } from './errors.ts'
import { type BoxInputs, type FieldInputs, readPlaced } from './placed-input.ts'
import type { PlaceholderInput } from './placeholders.ts'
import { lockTemplateFile, pagesOfFile } from './template-files.ts'
import { readBody } from './template-input.ts'
import type { NewVersion, TemplateDetail } from './templates.ts'

/** What a caller sends of a template; each kind has its own. */
interface Given {
  readonly body?: string | undefined
  readonly file?: string | undefined
  readonly fields?: z.output<typeof FieldInputs> | undefined
  readonly boxes?: z.output<typeof BoxInputs> | undefined
  readonly placeholders?: readonly z.output<typeof PlaceholderInput>[] | undefined
}

type Shown = z.output<typeof TemplateDetail>

export const partErrors = [
  transportErrors.letter_without_font,
  templateErrors.template_part_wrong,
  templateErrors.template_file_not_found,
  templateErrors.field_outside,
  templateErrors.field_doubled,
]

/** Whether a new version is needed: a text or file that is sent again as it is changes nothing. */
export const isChange = (given: Given, before: Shown): boolean =>
  (given.body !== undefined && given.body !== before.body) ||
  (given.file !== undefined && given.file !== before.file?.id) ||
  [given.fields, given.boxes, given.placeholders].some((part) => part !== undefined)

/** The parts of the next version of a template; what is left out stays as it was before. */
export const readParts = async (
  db: Db,
  orgId: string,
  { kind, given, before }: { readonly kind: Shown['kind']; readonly given: Given; readonly before: Shown | null },
  coverage: Coverage,
): Promise<Omit<NewVersion, 'madeBy'>> => {
  const [own, others] = kind === 'pdf' ? (['file', ['body']] as const) : (['body', ['file', 'fields', 'boxes']] as const)
  const foreign = others.find((part) => given[part] !== undefined)
  if (foreign)
    throw new Failure(templateErrors.template_part_wrong, {
      field: foreign,
      message: `${foreign}: a template of the kind ${kind} has none`,
    })
  const placeholders = given.placeholders ?? before?.placeholders ?? []
  if (kind === 'pdf') {
    const id = given.file ?? before?.file?.id
    if (id === undefined) throw missing(own)
    const file = await lockTemplateFile(db, orgId, id)
    const fields = given.fields ?? before?.fields ?? []
    const boxes = given.boxes ?? before?.boxes ?? []
    return { file, ...readPlaced(pagesOfFile(file), { fields, boxes, placeholders }, coverage) }
  }
  const body = given.body ?? before?.body
  if (body == null) throw missing(own)
  return { body, fields: [], boxes: [], placeholders: readBody(body, placeholders, coverage).placeholders }
}

const missing = (field: string): Failure =>
  new Failure(transportErrors.missing_field, { field, message: `${field} is missing` })
