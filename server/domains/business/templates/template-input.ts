import { z } from 'zod'
import { checkLetters } from '#core/unsupported-characters.ts'
import type { Coverage } from '#shapes/letters.ts'
import { tidyLine, tidyText } from '#shapes/letters.ts'
import { describePlaceholders, oddNames, type Placeholder, PlaceholderInput, unreadable } from './placeholders.ts'
import { oddPlaceholders, placeholdersWritten, readTemplateText, wordsOfBlocks } from './template-texts.ts'

export const TemplateName = z.string().overwrite(tidyLine).trim().min(1).max(120)

export const TemplateBody = z
  .string()
  .overwrite(tidyText)
  .min(1)
  .max(200_000)
  .describe(
    'Markdown: headings, lists, tables, **bold**, *italic*, `---` alone for a new page. `{{CLIENT_NAME}}` is a placeholder; `[[signature client]]` alone on its line is a field: signature, initials, name, date, text or tick, of `client`, `admin`, `client-2` …',
  )

export const Placeholders = z
  .array(PlaceholderInput)
  .max(200)
  .describe('Types, labels and defaults of the placeholders in the text')

/** What a text template has, as it is stored; refuses a text that cannot be read or shown. */
export const readBody = (
  body: string,
  given: readonly z.output<typeof PlaceholderInput>[],
  coverage: Coverage,
): { readonly placeholders: Placeholder[] } => {
  const text = readTemplateText(body)
  if (text.faults.length > 0) throw unreadable(text.faults)
  if (text.odd.length > 0) throw oddNames(text.odd)
  if (text.placeholders.length > 200) throw unreadable(['more than 200 placeholders'])
  checkLetters(coverage, {
    body: wordsOfBlocks(text.blocks)
      .join('\n')
      .replaceAll(/[\ue000\ue001]/g, ''),
  })
  return { placeholders: described(text.placeholders, given, coverage) }
}

/** The same of the text of a Google Doc, whose own letters are Google's to show. */
export const readGoogleBody = (
  body: string,
  given: readonly z.output<typeof PlaceholderInput>[],
  coverage: Coverage,
): { readonly placeholders: Placeholder[] } => {
  const odd = oddPlaceholders(body)
  if (odd.length > 0) throw oddNames(odd, 'googleFileId')
  const keys = placeholdersWritten(body)
  if (keys.length > 200) throw unreadable(['more than 200 placeholders'], 'googleFileId')
  return { placeholders: described(keys, given, coverage) }
}

const described = (
  keys: readonly string[],
  given: readonly z.output<typeof PlaceholderInput>[],
  coverage: Coverage,
): Placeholder[] => {
  const placeholders = describePlaceholders(keys, given)
  checkLetters(
    coverage,
    Object.fromEntries(placeholders.map(({ key, default: usual }) => [`placeholders.${key}`, usual ?? ''])),
  )
  return placeholders
}
