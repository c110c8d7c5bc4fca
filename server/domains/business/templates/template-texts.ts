import { Lexer, type Token, type Tokens } from 'marked'
import { type FieldKind, fieldKinds, type TextBlock, type TextRun } from '#ports/documents.ts'

/*
 * The text of a template, as it is written in the app: Markdown, with `{{KEY}}` where a value comes, `[[signature client]]` where a signer
 * signs, and `---` alone for a new page. It is read once, into blocks; values are put into the blocks, and a value is never read as text
 * of a template, whatever it looks like.
 */

/** What stands for a value. Letters, digits and `_ - .`; compared without regard to case. */
const placeholder = /\{\{\s*([\p{L}\p{N}][\p{L}\p{N}_. -]{0,62}?)\s*\}\}/gu
const field = /\[\[\s*([a-z]+)\s+([a-z]+(?:-[1-9][0-9]?)?)(?:\s+"([^"\]]{1,80})")?\s*\]\]/g
const fieldsAlone = new RegExp(`^(?:\\s*${field.source})+\\s*$`)

/** Where a placeholder stood while the text is read: nothing that a person types, and nothing that Markdown knows. */
const opens = '\ue000'
const closes = '\ue001'
const hole = /\ue000(\d+)\ue001/g

/** `{{ Client name }}`, `CLIENT NAME` and `client name` are one. */
export const placeholderKey = (written: string): string =>
  written
    .replace(/^\s*\{\{|\}\}\s*$/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .normalize('NFC')
    .toUpperCase()

/** Two braces, however they are set apart, with the words behind them and what closes those, where it does. */
const braces =
  /\{[^\S\n]*\p{Default_Ignorable_Code_Point}*[^\S\n]*\{[^{}]{0,80}(?:\}[^\S\n]*\p{Default_Ignorable_Code_Point}*[^\S\n]*\}?)?/gu
const bracedName = /\{\s*\{([^{}]{0,120})\}\s*\}/gu

/**
 * What looks like a placeholder in words that have none any more, as it is written: no value takes its place, and it would stand in the document.
 * Braces of full width look the same.
 */
const bracesLeft = (words: string): string[] => [
  ...new Set([...words.normalize('NFKC').matchAll(braces)].map(([written]) => written.trim())),
]

/** The same in a text in which placeholders are, and nothing is Markdown. */
export const oddPlaceholders = (text: string): string[] => bracesLeft(text.replaceAll(placeholder, '…'))

/** What stands in two braces on pages that no value is put into, by its key, whatever it is called. */
export const bracesWritten = (text: string): string[] => [
  ...new Set(
    [...text.normalize('NFKC').matchAll(bracedName)].flatMap(([, written = '']) =>
      /[\p{L}\p{N}]/u.test(written) ? [placeholderKey(written)] : [],
    ),
  ),
]

/** What is written in braces in a text that no value is put into. */
export const placeholdersWritten = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, written = '']) => placeholderKey(written))),
]

/** What reads like a field, in a text in which none is read. */
export const fieldsWritten = (text: string): string[] => [...new Set([...text.matchAll(field)].map(([written]) => written))]

/** The placeholders of a text as they are written in it, each spelling with its key. */
export const spellingsIn = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(placeholder)].map(([whole, written = '']) => [whole, placeholderKey(written)]))

/** The text with values in place of its placeholders, in one pass; a key without a value stays as it is written. */
export const fillWritten = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(placeholder, (whole: string, written: string) => values.get(placeholderKey(written)) ?? whole)

/** A field as a template has it: for the first client `client`, for the second `client-2`. */
export interface TemplateField {
  readonly id: string
  readonly kind: FieldKind
  readonly signer: string
  readonly label: string | null
}

/** A text that was read: its blocks with holes, what the holes are called, in the order of their first appearance, and the fields. */
export interface TemplateText {
  readonly blocks: readonly TextBlock[]
  readonly placeholders: readonly string[]
  readonly fields: readonly TemplateField[]
  /** What is written like a field and is none: said while the person writes. */
  readonly faults: readonly string[]
  /** What is written like a placeholder and is none: no value could take its place. */
  readonly odd: readonly string[]
}

export const readTemplateText = (body: string): TemplateText => {
  const keys: string[] = []
  // Without the signs that stand for holes: a person cannot write one.
  const marked = body.replaceAll(/[\ue000\ue001]/g, '').replaceAll(placeholder, (_, written: string) => {
    const key = placeholderKey(written)
    if (!keys.includes(key)) keys.push(key)
    return `${opens}${keys.indexOf(key)}${closes}`
  })
  const fields: TemplateField[] = []
  const faults: string[] = []
  const blocks = blocksOf(new Lexer({ gfm: true, breaks: true }).lex(marked), { fields, faults })
  const odd = bracesLeft(wordsOfBlocks(blocks).join('\n').replaceAll(hole, '…'))
  return { blocks, placeholders: keys, fields, faults: [...faults, ...strayFields(marked, fields.length)], odd }
}

interface Reading {
  readonly fields: TemplateField[]
  readonly faults: string[]
}

const blocksOf = (tokens: readonly Token[], reading: Reading): TextBlock[] =>
  tokens.flatMap((token) => blockOf(token as Tokens.Generic, reading))

const blockOf = (token: Tokens.Generic, reading: Reading): readonly TextBlock[] => {
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'heading': {
      const { depth, tokens } = token as unknown as Tokens.Heading
      return [{ kind: 'heading', level: Math.min(depth, 3) as 1 | 2 | 3, runs: runsOf(tokens) }]
    }
    case 'hr':
      return [/^\s*-/.test(token.raw) ? { kind: 'page-break' } : { kind: 'rule' }]
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf((token as Tokens.Blockquote).tokens, reading) }]
    case 'list':
      return [listOf(token as Tokens.List, reading)]
    case 'table':
      return [tableOf(token as Tokens.Table)]
    case 'code':
      return [{ kind: 'paragraph', runs: [{ text: (token as Tokens.Code).text }] }]
    case 'paragraph':
    case 'text':
      return paragraphOf(token as Tokens.Paragraph, reading)
    default:
      // HTML and whatever Markdown learns: shown as it is written.
      return [{ kind: 'paragraph', runs: [{ text: token.raw.trimEnd() }] }]
  }
}

const listOf = (list: Tokens.List, reading: Reading): TextBlock => ({
  kind: 'list',
  ordered: list.ordered,
  start: typeof list.start === 'number' ? list.start : 1,
  items: list.items.map((item) => blocksOf(item.tokens, reading)),
})

const tableOf = (table: Tokens.Table): TextBlock => ({
  kind: 'table',
  align: table.align.map((each) => each ?? 'left'),
  head: table.header.map(({ tokens }) => runsOf(tokens)),
  rows: table.rows.map((row) => row.map(({ tokens }) => runsOf(tokens))),
})

const paragraphOf = (token: Tokens.Paragraph, reading: Reading): readonly TextBlock[] => {
  if (!fieldsAlone.test(token.raw)) {
    const runs = runsOf(token.tokens ?? [])
    return runs.length === 0 ? [] : [{ kind: 'paragraph', runs }]
  }
  const rows = token.raw.trim().split('\n')
  return rows.map((row) => ({
    kind: 'fields' as const,
    fields: [...row.matchAll(field)].flatMap(([written, kind = '', signer = '', label]) => {
      if (!isFieldKind(kind)) {
        reading.faults.push(`${written}: there is no field “${kind}”; there are ${fieldKinds.join(', ')}`)
        return []
      }
      const made = { id: `f${reading.fields.length + 1}`, kind, signer, label: label ?? null }
      reading.fields.push(made)
      return [{ id: made.id, field: kind, label: label ?? '' }]
    }),
  }))
}

const isFieldKind = (kind: string): kind is FieldKind => (fieldKinds as readonly string[]).includes(kind)

/** Fields in the middle of a sentence would be set as text, where they could not be signed. */
const strayFields = (text: string, known: number): string[] => {
  const written = text.match(/\[\[[^\]\n]*\]\]/g) ?? []
  return written.length > known && written.every((each) => new RegExp(`^${field.source}$`).test(each))
    ? ['A field stands alone on its line, or beside other fields']
    : written
        .filter((each) => !new RegExp(`^${field.source}$`).test(each))
        .map((each) => `${each}: not a field that can be read`)
}

/** Runs of one look, as they follow each other; neighbours of the same look are one. */
const runsOf = (tokens: readonly Token[], look: Omit<TextRun, 'text'> = {}): TextRun[] => {
  const runs: TextRun[] = []
  for (const token of tokens as readonly Tokens.Generic[])
    for (const run of runsOfToken(token, look)) {
      const last = runs.at(-1)
      if (last && last.bold === run.bold && last.italic === run.italic)
        runs[runs.length - 1] = { ...last, text: last.text + run.text }
      else runs.push(run)
    }
  return runs
}

const runsOfToken = (token: Tokens.Generic, look: Omit<TextRun, 'text'>): TextRun[] => {
  const inner = (token.tokens ?? []) as Token[]
  if (token.type === 'strong') return runsOf(inner, { ...look, bold: true })
  if (token.type === 'em') return runsOf(inner, { ...look, italic: true })
  if (token.type === 'br') return [{ text: '\n', ...look }]
  if (token.type === 'link') return linkRuns(token as unknown as Tokens.Link, look)
  if (token.type === 'image') return [{ text: (token as unknown as Tokens.Image).text, ...look }]
  if (token.type === 'del' || (token.type === 'text' && inner.length > 0)) return runsOf(inner, look)
  return [{ text: (token as { text?: string }).text ?? token.raw, ...look }]
}

/** On paper a link cannot be followed: the address stands beside its words. */
const linkRuns = ({ href, text, tokens }: Tokens.Link, look: Omit<TextRun, 'text'>): TextRun[] =>
  text === href || `mailto:${text}` === href ? [{ text, ...look }] : [...runsOf(tokens, look), { text: ` (${href})`, ...look }]

/** The same blocks with values in their holes; a key without one keeps `{{KEY}}`. In one pass: what a value says is not read. */
export const fillText = (text: TemplateText, values: ReadonlyMap<string, string>): TextBlock[] =>
  text.blocks.map((block) => mapTexts(block, (words) => fillHoles(text, words, values)))

/** Each line of the text with the names of its placeholders, and with their values: a value of several lines is in one of them. */
export const filledLines = (text: TemplateText, values: ReadonlyMap<string, string>) =>
  wordsOfBlocks(text.blocks).map((line) => ({ was: fillHoles(text, line, new Map()), is: fillHoles(text, line, values) }))

const fillHoles = ({ placeholders }: TemplateText, words: string, values: ReadonlyMap<string, string>): string =>
  words.replaceAll(hole, (_, at: string) => {
    const key = placeholders[Number(at)] as string
    return values.get(key) ?? `{{${key}}}`
  })

const mapTexts = (block: TextBlock, put: (words: string) => string): TextBlock => {
  const runs = (each: readonly TextRun[]): TextRun[] => each.map((run) => ({ ...run, text: put(run.text) }))
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return { ...block, runs: runs(block.runs) }
    case 'list':
      return { ...block, items: block.items.map((item) => item.map((inner) => mapTexts(inner, put))) }
    case 'quote':
      return { ...block, blocks: block.blocks.map((inner) => mapTexts(inner, put)) }
    case 'table':
      return { ...block, head: block.head.map(runs), rows: block.rows.map((row) => row.map(runs)) }
    case 'fields':
      return { ...block, fields: block.fields.map((each) => ({ ...each, label: put(each.label) })) }
    default:
      return block
  }
}

/** The labels of the fields among blocks, by the ids of the fields; those without one are not there. */
export const fieldLabels = (blocks: readonly TextBlock[]): ReadonlyMap<string, string> => {
  const labels = new Map<string, string>()
  const read = (block: TextBlock): void => {
    if (block.kind === 'list') for (const item of block.items) item.forEach(read)
    else if (block.kind === 'quote') block.blocks.forEach(read)
    else if (block.kind === 'fields') for (const { id, label } of block.fields) if (label !== '') labels.set(id, label)
  }
  blocks.forEach(read)
  return labels
}

/** All words of blocks, a line each: for what letters they need, and for what differs between template and contract. */
export const wordsOfBlocks = (blocks: readonly TextBlock[]): string[] =>
  blocks.flatMap((block) => {
    const words = (runs: readonly TextRun[]): string => runs.map(({ text }) => text).join('')
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return words(block.runs).split('\n')
      case 'list':
        return block.items.flatMap((item) => wordsOfBlocks(item))
      case 'quote':
        return wordsOfBlocks(block.blocks)
      case 'table':
        return [block.head, ...block.rows].map((row) => row.map(words).join(' | '))
      case 'fields':
        return block.fields.map(({ label }) => label).filter((label) => label !== '')
      default:
        return []
    }
  })
