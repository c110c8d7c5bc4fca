import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { choice, shape } from '#shapes'
import { Locale } from '#shapes/languages.ts'
import { type Coverage, tidyLine, tidyText } from '#shapes/letters.ts'
import { Currency } from '#shapes/money.ts'
import { describedTooMuch, type Priced, type PricedLine, priceLines, WrittenLine } from '../invoices/lines.ts'
import { readTemplateText, wordsOfBlocks } from '../templates/template-texts.ts'
import { proposalErrors } from './errors.ts'

/*
 * What a proposal says: sections of text, and lines with prices. It is kept as a whole: a draft as it is written, a version that was sent as
 * canonical JSON with its digest.
 */

export const LineChoice = choice('ProposalLineChoice', ['included', 'optional'])

const mostSections = 30
const mostLines = 50
/** Of all sections together. */
const mostCharacters = 100_000

const Section = z.object({
  heading: z.string().overwrite(tidyLine).trim().max(120).default('').describe('Empty: none'),
  body: z
    .string()
    .overwrite(tidyText)
    .trim()
    .max(20_000)
    .describe('Markdown as in text templates: headings, lists, tables, **bold**, *italic*'),
})

const Line = WrittenLine.extend({
  id: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,40}$/, 'has other characters than letters, digits, - and _')
    .optional()
    .describe('Within the proposal; made where it is left out'),
  choice: LineChoice.default('included').describe('`optional`: the client ticks it; nothing is ticked beforehand'),
})

export const ProposalTitle = z.string().overwrite(tidyLine).trim().min(1).max(255)

/** What a person writes of a proposal. */
export const ContentFields = {
  title: ProposalTitle,
  locale: Locale.describe('Language of the page and its emails'),
  currency: Currency,
  sections: z
    .array(Section)
    .max(mostSections)
    .refine((all) => all.reduce((sum, { body }) => sum + body.length, 0) <= mostCharacters, {
      error: `have more than ${mostCharacters} characters in total`,
    }),
  lines: z
    .array(Line)
    .max(mostLines)
    .superRefine((lines, context) => {
      const message = describedTooMuch(lines)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
    .describe('As those of an invoice'),
} as const

export const ProposalSection = shape('ProposalSection', { heading: z.string(), body: z.string() })

const ContentLine = shape('ProposalLine', {
  id: z.string(),
  choice: LineChoice,
  description: z.string(),
  quantity: z.string(),
  unitMinor: z.int(),
  taxRate: z.string(),
})

export const ProposalContent = shape('ProposalContent', {
  title: z.string(),
  locale: z.string(),
  currency: z.string(),
  sections: z.array(ProposalSection),
  lines: z.array(ContentLine),
})
export type ProposalContent = z.output<typeof ProposalContent>
type ContentLine = ProposalContent['lines'][number]

interface Written {
  readonly title: string
  readonly locale: string
  readonly currency: string
  readonly sections: readonly z.output<typeof Section>[]
  readonly lines: readonly z.output<typeof Line>[]
}

/** A proposal as it is kept; refuses what could not be shown, priced or set as PDF. */
export const contentOf = ({ lines, sections, ...rest }: Written, coverage: Coverage): ProposalContent => {
  const taken = new Set(lines.flatMap(({ id }) => id ?? []))
  if (taken.size < lines.filter(({ id }) => id !== undefined).length)
    throw new Failure(proposalErrors.option_doubled, { field: 'lines' })
  const content: ProposalContent = {
    ...rest,
    sections: sections.map(({ heading, body }) => ({ heading, body })),
    lines: lines.map(({ id, choice: when, description, quantity, unitMinor, taxRate }) => ({
      ...{ id: id ?? freeId(taken), choice: when, description, quantity, unitMinor, taxRate },
    })),
  }
  priceLines(content.lines)
  const texts = content.sections.map(({ body }, at) => readSection(body, at))
  checkLetters(coverage, {
    title: content.title,
    ...Object.fromEntries(content.sections.map(({ heading }, at) => [`sections.${at}.heading`, heading])),
    ...Object.fromEntries(texts.map((blocks, at) => [`sections.${at}.body`, wordsOfBlocks(blocks).join('\n')])),
    ...Object.fromEntries(content.lines.map(({ description }, at) => [`lines.${at}.description`, description])),
  })
  return content
}

const freeId = (taken: Set<string>): string => {
  let n = 1
  while (taken.has(`line-${n}`)) n++
  taken.add(`line-${n}`)
  return `line-${n}`
}

/** The text of a section as blocks; what belongs to documents alone is refused. */
const readSection = (body: string, at: number) => {
  const { blocks, placeholders, fields, faults, odd } = readTemplateText(body)
  const [unfilled] = [...placeholders.map((key) => `{{${key}}}`), ...odd]
  const fault = unfilled !== undefined ? `${unfilled} has no value` : fields.length > 0 ? 'a field for a signature' : faults[0]
  if (fault !== undefined)
    throw new Failure(proposalErrors.proposal_unreadable, {
      field: `sections.${at}.body`,
      message: `sections.${at}.body: ${fault}`,
    })
  return blocks
}

/** A content as it was stored. */
export const readContent = (stored: unknown): ProposalContent =>
  ProposalContent.parse(typeof stored === 'string' ? JSON.parse(stored) : stored)

/** To the letter what is hashed. */
export const canonical = (value: object): { readonly text: string; readonly sha256: Buffer } => {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('no canonical form')
  return { text, sha256: createHash('sha256').update(text).digest() }
}

/** Lines with what each comes to. */
export type PricedChoice = z.output<typeof PricedLine> & Pick<ContentLine, 'id' | 'choice'>

export const pricedChoices = ({ lines }: Pick<ProposalContent, 'lines'>): PricedChoice[] => {
  const priced = priceLines(lines).lines
  return lines.map(({ id, choice: when }, at) => ({ ...(priced[at] as z.output<typeof PricedLine>), id, choice: when }))
}

/** What is included, with the options that were ticked, in their order. */
export const priceChosen = ({ lines }: Pick<ProposalContent, 'lines'>, chosen: ReadonlySet<string>): z.output<typeof Priced> =>
  priceLines(lines.filter((line) => line.choice === 'included' || chosen.has(line.id)))
