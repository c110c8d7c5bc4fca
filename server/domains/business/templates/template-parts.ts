import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import type { Coverage } from '#shapes/letters.ts'
import { templateErrors } from './errors.ts'
import type { ReadGoogleDoc } from './google-docs.ts'
import { type BoxInputs, type FieldInputs, readPlaced } from './placed-input.ts'
import type { PlaceholderInput } from './placeholders.ts'
import { lockTemplateFile, pagesOfFile } from './template-files.ts'
import { readBody, readGoogleBody } from './template-input.ts'
import type { NewVersion, TemplateDetail } from './templates.ts'

/** What a caller sends of a template; each kind has its own. */
interface Given {
  readonly body?: string | undefined
  readonly file?: string | undefined
  readonly fields?: z.output<typeof FieldInputs> | undefined
  readonly boxes?: z.output<typeof BoxInputs> | undefined
  readonly googleFileId?: string | undefined
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

const ownParts: Readonly<Record<Shown['kind'], readonly (keyof Given)[]>> = {
  text: ['body'],
  pdf: ['file', 'fields', 'boxes'],
  google: ['googleFileId'],
}

/** Whether a new version is needed: a text, file or document that is sent again as it is changes nothing. */
export const isChange = (given: Given, before: Shown, read: ReadGoogleDoc | undefined): boolean =>
  (read !== undefined && (read.body !== before.body || read.fileId !== before.google_file_id)) ||
  (given.body !== undefined && given.body !== before.body) ||
  (given.file !== undefined && given.file !== before.file?.id) ||
  [given.fields, given.boxes, given.placeholders].some((part) => part !== undefined)

/** The parts of the next version of a template; what is left out stays as it was before. */
export const readParts = async (
  db: Db,
  orgId: string,
  {
    kind,
    given,
    before,
    read,
  }: {
    readonly kind: Shown['kind']
    readonly given: Given
    readonly before: Shown | null
    /** What was read of the Google Doc that was sent. */
    readonly read: ReadGoogleDoc | undefined
  },
  coverage: Coverage,
): Promise<Omit<NewVersion, 'madeBy'>> => {
  const [own = 'body'] = ownParts[kind]
  const foreign = Object.values(ownParts)
    .flat()
    .find((part) => !ownParts[kind].includes(part) && given[part] !== undefined)
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
  if (kind === 'google') {
    const doc = read ?? (before && keptDoc(before))
    if (!doc) throw missing(own)
    return {
      ...{
        body: doc.body,
        googleFileId: doc.fileId,
        googleRevision: doc.revision,
        googleReadAt: doc.at,
        fields: [],
        boxes: [],
      },
      placeholders: readGoogleBody(doc.body, placeholders, coverage).placeholders,
    }
  }
  const body = given.body ?? before?.body
  if (body == null) throw missing(own)
  return { body, fields: [], boxes: [], placeholders: readBody(body, placeholders, coverage).placeholders }
}

/** As the version before has it. */
const keptDoc = ({ body, google_file_id, google_revision, read_at }: Shown): Omit<ReadGoogleDoc, 'title'> | null =>
  body === null || google_file_id === null || read_at === null
    ? null
    : { body, fileId: google_file_id, revision: google_revision, at: new Date(read_at) }

const missing = (field: string): Failure =>
  new Failure(transportErrors.missing_field, { field, message: `${field} is missing` })
