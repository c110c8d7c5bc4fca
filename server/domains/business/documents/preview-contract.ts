import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { invoiceErrors } from '#domains/business/invoices/errors.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import type { Ports } from '#ports/ports.ts'
import { type Language, Locale, languageOf } from '#shapes/languages.ts'
import { tidyLine } from '#shapes/letters.ts'
import { templateErrors } from '../templates/errors.ts'
import { findGoogleAccount, googleFailures } from '../templates/google-accounts.ts'
import { googleErrors } from '../templates/google-errors.ts'
import { filledIn, type Placeholder, placeholderLeft, Replacements, readReplacements } from '../templates/placeholders.ts'
import { findTemplateFile } from '../templates/template-files.ts'
import { Placeholders, readBody, TemplateBody } from '../templates/template-input.ts'
import { fillText, readTemplateText } from '../templates/template-texts.ts'
import { findCurrentVersion } from '../templates/templates.ts'
import { boundedPages, requireFewBreaks } from './bounded-pages.ts'
import { type NamedSigner, withSignatures } from './contract-texts.ts'
import { previewGoogleDoc } from './google-previews.ts'
import { inTime } from './in-time.ts'
import { layValues, pdfTemplateOf } from './pdf-contracts.ts'
import { clockOf } from './sealing.ts'
import { SignerRole, signerKeys } from './signers.ts'
import { signingWords } from './strings.ts'

/** Pages of a preview that are shown as pictures; the whole of it is in the PDF. */
const picturesMost = 4
const pictureWidthPx = 900

/** Across each page. */
const previewMarks: Readonly<Record<Language, string>> = {
  en: 'Preview',
  de: 'Vorschau',
  fr: 'Aperçu',
  es: 'Vista previa',
  pt: 'Prévia',
  hi: 'पूर्वावलोकन',
}

export const previewContract = action({
  name: 'preview-contract',
  summary: 'See how a document would look',
  description:
    'Sets a template, or a text that is not saved yet, with the values so far as a PDF that is marked as a preview. Nothing is stored or sent; of a Google Doc a copy is made for it and removed. A placeholder without a value keeps its name in braces. In a PDF, the fields of signers are framed. The first four pages come as pictures too.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  scope: 'documents:read',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({
    templateId: z.string().trim().min(1).max(200).optional(),
    body: TemplateBody.optional().describe('A text in place of a template'),
    placeholders: Placeholders.default([]).describe('With `body`: defaults of its placeholders'),
    replacements: Replacements.default({}),
    title: z.string().overwrite(tidyLine).trim().min(1).max(255),
    signers: z
      .array(z.object({ name: z.string().overwrite(tidyLine).trim().max(255), role: SignerRole }))
      .max(20)
      .default([])
      .describe('In their order'),
    locale: Locale.default('en'),
  }),
  output: z.object({
    pdf: z.string().describe('Base64'),
    pages: z.array(z.string()).describe('The first pages as PNG, base64'),
  }),
  errors: [
    ...[templateErrors.document_template_not_found, templateErrors.template_unreadable, transportErrors.letter_without_font],
    ...[invoiceErrors.document_late, templateErrors.value_too_long, templateErrors.template_file_damaged],
    ...[googleErrors.google_doc_changed, googleErrors.google_doc_too_large, googleErrors.google_storage_full],
    templateErrors.placeholder_doubled,
    ...[googleErrors.placeholder_left, ...googleFailures, templateErrors.pdf_broken, templateErrors.pdf_too_many_pages],
  ],
  examples: [
    {
      title: 'A text that is not saved yet',
      input: { body: '# Agreement\n\nWith {{CLIENT_NAME}}.', title: 'Agreement', replacements: { CLIENT_NAME: 'Maya Rao' } },
    },
  ],

  async run(input, { fail, ...context }) {
    const { org, inOrg, ports, newId } = context
    const coverage = ports.documents.coverage()
    const seen = await inOrg(async ({ db }) => {
      const version =
        input.body === undefined && z.uuid().safeParse(input.templateId).success
          ? await findCurrentVersion(db, org.id, input.templateId as string)
          : undefined
      return {
        ...{ version, at: await clockOf(db), organization: await findOrganization(db, org.id) },
        account: version?.kind === 'google' ? await findGoogleAccount(db, org.id) : undefined,
        file: version?.file_id == null ? undefined : await findTemplateFile(db, org.id, version.file_id),
      }
    })
    const { version } = seen
    const body = input.body ?? (version?.kind === 'text' ? version.body : null)
    if (body == null && version?.kind !== 'pdf' && version?.kind !== 'google')
      throw fail('document_template_not_found', { field: 'templateId' })
    const placeholders = version
      ? (version.placeholders as Placeholder[])
      : readBody(body ?? '', input.placeholders, coverage).placeholders
    const values = valuesSoFar(placeholders, input.replacements)
    checkLetters(coverage, {
      title: input.title,
      ...Object.fromEntries(input.signers.map(({ name }, at) => [`signers.${at}.name`, name])),
      ...Object.fromEntries([...values].map(([key, value]) => [`replacements.${key}`, value])),
    })
    const about = {
      ...{ orgId: org.id, title: input.title, issuer: seen.organization?.name ?? '', locale: input.locale },
      ...{ day: seen.at.toISOString().slice(0, 10), mark: previewMarks[languageOf(input.locale)] },
    }
    const signers = input.signers.map((signer) => ({ ...signer, id: newId() }))
    if (version?.kind === 'google' && !seen.account) throw fail('google_not_connected')
    const pdf =
      version?.kind === 'google' && seen.account
        ? await previewGoogleDoc(
            context,
            { account: seen.account, version, values, mark: about.mark },
            { ...about, named: namedOf(signers) },
          )
        : version?.kind === 'pdf'
          ? await layValues(ports, pdfTemplateOf(version, seen.file), values, { ...about, preview: about })
          : await setText(ports, body ?? '', values, { ...about, signers })
    const { length } = await boundedPages(ports, pdf, org.id)
    const pages: string[] = []
    for (let page = 0; page < Math.min(length, picturesMost); page++)
      pages.push((await inTime(ports.paper.picture(pdf, page, pictureWidthPx, org.id))).toString('base64'))
    return { pdf: pdf.toString('base64'), pages }
  },
})

interface Shown {
  readonly orgId: string
  readonly title: string
  readonly issuer: string
  readonly locale: string
  readonly day: string
  readonly mark: string
  readonly signers: readonly { readonly id: string; readonly name: string; readonly role: z.output<typeof SignerRole> }[]
}

/** As a template calls them. */
const namedOf = (signers: Shown['signers']): NamedSigner[] => {
  const names = new Map(signers.map(({ id, name }) => [id, name]))
  return [...signerKeys(signers)].map(([key, id]) => ({ key, id, name: names.get(id) ?? '' }))
}

const setText = async (
  ports: Pick<Ports, 'documents'>,
  body: string,
  values: ReadonlyMap<string, string>,
  { orgId, title, issuer, locale, day, mark, signers }: Shown,
): Promise<Buffer> => {
  const text = readTemplateText(body)
  if (text.odd.length > 0) throw placeholderLeft(text.odd)
  const { blocks } = withSignatures(text, fillText(text, values), namedOf(signers), locale)
  requireFewBreaks(blocks)
  const contract = { language: locale, title, issuer, blocks, mark, pageWords: signingWords(locale).pageWords, date: day }
  return (await inTime(ports.documents.setContract(contract, orgId))).pdf
}

/** What is given, or filled in by default; what has no value yet is left out, and shows its name. */
const valuesSoFar = (
  placeholders: readonly Placeholder[],
  replacements: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> => {
  const given = readReplacements(replacements)
  return new Map(
    placeholders.flatMap((each) => {
      const value = filledIn(each, given)
      return value === null ? [] : [[each.key, value] as const]
    }),
  )
}
