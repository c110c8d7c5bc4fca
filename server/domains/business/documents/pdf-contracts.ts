import { Failure } from '#core/errors.ts'
import type { ValuesDocument } from '#ports/documents.ts'
import type { Ports } from '#ports/ports.ts'
import { templateErrors } from '../templates/errors.ts'
import { type Placeholder, placeholderLeft } from '../templates/placeholders.ts'
import { bracesOn, pagesOfFile, readTemplateFile, type TemplateFileRow } from '../templates/template-files.ts'
import type { PlacedField as TemplateField, ValueBox } from '../templates/templates.ts'
import { changedLines } from './changed-lines.ts'
import type { NamedSigner } from './contract-texts.ts'
import { documentErrors } from './errors.ts'
import { inTime } from './in-time.ts'
import type { PlacedField } from './marks.ts'
import { aboutPaper } from './paper-properties.ts'

/** A version of a template that is a PDF, as it is stored. */
export interface PdfTemplate {
  readonly file: TemplateFileRow
  readonly placeholders: readonly Placeholder[]
  readonly fields: readonly TemplateField[]
  readonly boxes: readonly ValueBox[]
}

export const pdfTemplateOf = (
  version: { readonly placeholders: unknown; readonly fields: unknown; readonly boxes: unknown },
  file: TemplateFileRow | undefined,
): PdfTemplate => {
  if (!file) throw new Error('a version of a PDF template without its file')
  return {
    file,
    placeholders: version.placeholders as Placeholder[],
    fields: version.fields as TemplateField[],
    boxes: version.boxes as ValueBox[],
  }
}

/** Each field with the signer of this document; refuses fields of others, and signers who have nowhere to sign. */
export const fieldsFor = ({ fields }: PdfTemplate, signers: readonly NamedSigner[]): PlacedField[] => {
  const idOf = new Map(signers.map(({ key, id }) => [key, id]))
  const strangers = [...new Set(fields.map(({ signer }) => signer))].filter((key) => !idOf.has(key))
  if (strangers.length > 0)
    throw new Failure(documentErrors.signer_missing, {
      field: 'signers',
      message: `signers: the template has fields for ${strangers.join(', ')}`,
    })
  const without = signers.filter(({ key }) => !fields.some(({ kind, signer }) => kind === 'signature' && signer === key))
  if (without.length > 0)
    throw new Failure(documentErrors.signature_missing, {
      field: 'signers',
      message: `signers: the PDF has no signature field for ${without.map(({ key }) => key).join(', ')}`,
    })
  return fields.map(({ signer, ...field }) => ({ ...field, signerId: idOf.get(signer) as string }))
}

interface Laying {
  readonly orgId: string
  /** None yet in a preview. */
  readonly documentId?: string | undefined
  readonly title: string
  readonly issuer: string
  readonly locale: string
  readonly day: string
  /** A preview has a word across its pages, and frames where signers will fill in. */
  readonly preview: { readonly mark: string } | null
}

/**
 * Sets all values in one pass and lays them onto the pages; a value is never read again. What has no room is refused with its name. A
 * placeholder without a value, in a preview, shows its name as far as there is room.
 */
export const layValues = async (
  ports: Pick<Ports, 'documents' | 'paper' | 'files'>,
  template: PdfTemplate,
  values: ReadonlyMap<string, string>,
  { orgId, documentId, title, issuer, locale, day, preview }: Laying,
): Promise<Buffer> => {
  const pdf = await readTemplateFile(ports.files, template.file)
  // The file alone: what a value says in braces stays. Uploads of before all names were looked at may have some.
  const left = preview ? [] : bracesOn(await inTime(ports.paper.pagesOf(pdf, orgId)))
  if (left.length > 0) throw placeholderLeft(left)
  const types = new Map(template.placeholders.map(({ key, type }) => [key, type]))
  const pages = pagesOfFile(template.file).map(({ width, height }, page): ValuesDocument['pages'][number] => ({
    ...{ widthPt: width, heightPt: height },
    boxes: template.boxes
      .filter((box) => box.page === page)
      .map(({ id, key, size, align, x, y, width: wide, height: tall }) => ({
        ...{ id, x, y, width: wide, height: tall, align, sizePt: size },
        text: values.get(key) ?? `{{${key}}}`,
        fromTop: types.get(key) === 'text',
      })),
    frames: preview
      ? template.fields
          .filter((field) => field.page === page)
          .map(({ kind, signer, label, x, y, width: wide, height: tall }) => ({
            ...{ x, y, width: wide, height: tall },
            label: label ?? `${signer}: ${kind}`,
          }))
      : [],
  }))
  const set = await inTime(
    ports.documents.setValues({ language: locale, title, date: day, mark: preview?.mark ?? null, pages }, orgId),
  )
  const tooLong = template.boxes.filter(({ id, key }) => set.tooLong.includes(id) && values.has(key))
  if (tooLong.length > 0) throw noRoom(tooLong)
  return inTime(ports.paper.lay(pdf, set.pdf, aboutPaper({ documentId, title, issuer }), orgId))
}

/** Named like the value, so that a form shows it there. */
const noRoom = (boxes: readonly ValueBox[]): Failure => {
  const keys = [...new Set(boxes.map(({ key }) => key))]
  return new Failure(templateErrors.value_too_long, {
    field: 'replacements',
    message: `replacements: too long for its box on page ${(boxes[0]?.page ?? 0) + 1}: ${keys.map((key) => `{{${key}}}`).join(', ')}`,
  })
}

/** Where the document differs from its template: each box in the order of the template. */
export const changedBoxes = ({ boxes }: PdfTemplate, values: ReadonlyMap<string, string>) =>
  changedLines(boxes.map(({ key }) => ({ was: `{{${key}}}`, is: values.get(key) ?? '' })))
