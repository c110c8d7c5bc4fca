import { Failure } from '#core/errors.ts'
import type { Ports } from '#ports/ports.ts'
import { placeholderLeft } from '../templates/placeholders.ts'
import type { TemplateFileRow } from '../templates/template-files.ts'
import { filledLines, fillText, readTemplateText } from '../templates/template-texts.ts'
import type { TemplateVersionRow } from '../templates/templates.ts'
import { requireFewBreaks } from './bounded-pages.ts'
import { changedLines } from './changed-lines.ts'
import { type NamedSigner, strangersIn, withSignatures } from './contract-texts.ts'
import { documentErrors } from './errors.ts'
import { inTime } from './in-time.ts'
import { changedBoxes, fieldsFor, layValues, pdfTemplateOf } from './pdf-contracts.ts'
import { signingWords } from './strings.ts'

/** A document as it will be sent: its bytes, where signers fill in, and what differs from its template. */
export interface ContractPaper {
  readonly pdf: Buffer
  readonly fields: readonly object[]
  readonly changes: readonly object[]
  /** Of pages whose words are misread from the PDF. */
  readonly words: readonly (string | null)[]
}

export interface Making {
  readonly orgId: string
  /** None yet in a preview. */
  readonly documentId?: string
  readonly title: string
  readonly issuer: string
  readonly locale: string
  readonly day: string
  readonly named: readonly NamedSigner[]
}

/** Puts values into a version of a template, of whichever kind. */
export const makePaper = async (
  ports: Ports,
  {
    version,
    file,
  }: { readonly version: TemplateVersionRow & { readonly kind: string }; readonly file: TemplateFileRow | undefined },
  values: ReadonlyMap<string, string>,
  making: Making,
): Promise<ContractPaper> => {
  if (version.kind === 'text') return textPaper(ports, version.body ?? '', values, making)
  const template = pdfTemplateOf(version, file)
  const fields = fieldsFor(template, making.named)
  const pdf = await layValues(ports, template, values, { ...making, preview: null })
  return { pdf, fields, changes: changedBoxes(template, values), words: [] }
}

const textPaper = async (
  ports: Ports,
  body: string,
  values: ReadonlyMap<string, string>,
  { orgId, documentId, title, issuer, locale, day, named }: Making,
): Promise<ContractPaper> => {
  const text = readTemplateText(body)
  const strangers = strangersIn(text, named)
  if (strangers.length > 0)
    throw new Failure(documentErrors.signer_missing, {
      field: 'signers',
      message: `signers: the template has fields for ${strangers.join(', ')}`,
    })
  // Texts of before such names were looked at have them.
  const left = [...text.odd, ...text.placeholders.filter((key) => !values.has(key)).map((key) => `{{${key}}}`)]
  if (left.length > 0) throw placeholderLeft(left)
  const filled = fillText(text, values)
  const whole = withSignatures(text, filled, named, locale)
  requireFewBreaks(whole.blocks)
  const set = await inTime(
    ports.documents.setContract(
      {
        ...{ language: locale, title, issuer, blocks: whole.blocks, mark: null },
        ...{ pageWords: signingWords(locale).pageWords, date: day },
        ...(documentId !== undefined && { number: documentId }),
      },
      orgId,
    ),
  )
  return {
    ...{ pdf: set.pdf, words: set.words },
    fields: whole.fields.map((each) => ({ ...each, ...set.fields[each.id] })),
    changes: changedLines(filledLines(text, values)),
  }
}
