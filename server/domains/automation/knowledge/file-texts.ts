import { isUtf8 } from 'node:buffer'
import { Failure } from '#core/errors.ts'
import { type Paper, PaperLate, PaperRefused } from '#ports/paper.ts'
import { repaired } from '#shapes/mime/charsets.ts'
import { textOfHtml } from '#shapes/mime/html-texts.ts'
import { isStorable } from '#shapes/texts.ts'
import { knowledgeErrors } from './errors.ts'
import { textOfPages } from './page-texts.ts'
import { type KnowledgeKind, mostCharacters } from './sources.ts'

export interface GivenFile {
  readonly name: string
  readonly bytes: Buffer
  readonly orgId: string
}

/** What can be read of a file, as Markdown. What it is, its bytes say; its name is believed where they leave it open. */
export const readFileText = async (
  file: GivenFile,
  paper: Paper,
): Promise<{ readonly kind: KnowledgeKind; readonly text: string }> => {
  const kind = kindOf(file)
  const read = kind === 'pdf' ? await textOfPdf(file, paper) : kind === 'html' ? textOfPage(file.bytes) : decoded(file.bytes)
  const text = read.replaceAll(/\r\n?/g, '\n').trim()
  if (!/[\p{L}\p{N}]/u.test(text))
    throw refusal('knowledge_empty', {
      ...(kind === 'pdf' && { message: 'The PDF has no text: its pages are pictures, such as scans.' }),
    })
  if (text.length > mostCharacters) throw refusal('knowledge_too_long')
  return { kind, text }
}

const refusal = (code: keyof typeof knowledgeErrors, more: { readonly message?: string; readonly cause?: unknown } = {}) =>
  new Failure(knowledgeErrors[code], { field: 'file', ...more })

/** By their first bytes; what cannot be read as text, and people take for a document. */
const otherKinds: readonly (readonly [name: string, begin: Buffer])[] = [
  ['a PNG picture', Buffer.from('89504e47', 'hex')],
  ['a JPEG picture', Buffer.from('ffd8ff', 'hex')],
  ['a GIF picture', Buffer.from('GIF8')],
  ['a WebP picture', Buffer.from('RIFF')],
  ['a TIFF picture', Buffer.from('49492a00', 'hex')],
  ['a TIFF picture', Buffer.from('4d4d002a', 'hex')],
  ['a document of an office program, or an archive', Buffer.from('504b0304', 'hex')],
  ['a document of an old office program', Buffer.from('d0cf11e0', 'hex')],
  ['an archive', Buffer.from('1f8b', 'hex')],
  ['a document in RTF', Buffer.from('{\\rtf')],
]

const kindOf = ({ name, bytes }: GivenFile): KnowledgeKind => {
  const isCalled = (ending: RegExp): boolean => ending.test(name)
  // ISO 32000-1, Annex H: readers look for the header in the first kilobyte.
  if (bytes.subarray(0, 1_024).includes('%PDF-') && (isCalled(/\.pdf$/i) || bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))))
    return 'pdf'
  const other = otherKinds.find(([, begin]) => bytes.subarray(0, begin.length).equals(begin))?.[0]
  if (isCalled(/\.pdf$/i))
    throw refusal('knowledge_file_not_pdf', other ? { message: `The file is called .pdf, but is ${other}.` } : {})
  if (other) throw refusal('knowledge_file_unsupported', { message: `This is ${other}, which cannot be read as text.` })
  if (isCalled(/\.x?html?$/i) || /^\s*(<!doctype html|<html\b)/i.test(bytes.subarray(0, 512).toString('latin1'))) return 'html'
  if (isCalled(/\.(md|markdown)$/i)) return 'markdown'
  if (isCalled(/\.(txt|text|log|csv|tsv|rst|adoc)$/i) || !/\.[a-z\d]{1,5}$/i.test(name)) return 'text'
  throw refusal('knowledge_file_unsupported')
}

const textOfPdf = async ({ bytes, orgId }: GivenFile, paper: Paper): Promise<string> => {
  try {
    return textOfPages((await paper.read(bytes, orgId)).map(({ text }) => text))
  } catch (error) {
    if (error instanceof PaperRefused && error.fault === 'too_many_pages')
      throw refusal('knowledge_too_long', { message: 'The PDF has more than 500 pages.', cause: error })
    if (error instanceof PaperRefused && error.fault === 'encrypted')
      throw refusal('knowledge_file_unreadable', { message: 'The PDF is protected by a password.', cause: error })
    if (error instanceof PaperRefused || error instanceof PaperLate)
      throw refusal('knowledge_file_unreadable', { message: 'The PDF is damaged, or takes too long to read.', cause: error })
    throw error
  }
}

/** Headings stay headings; scripts, styles and menus of links are no text. */
const textOfPage = (bytes: Buffer): string => {
  const html = ['nav', 'footer'].reduce(withoutElements, decoded(bytes))
  // Bounded: a page of nothing but beginnings of tags would be walked to its end from each of them.
  return textOfHtml(
    html.replaceAll(/<h([1-6])\b[^<>]{0,2000}>/gi, (tag, level: string) => `${tag}${'#'.repeat(Number(level))} `),
  )
}

/** In one walk; from one that is not closed on, the page stays as it is. */
const withoutElements = (html: string, name: string): string => {
  const [begin, end] = [new RegExp(`<${name}\\b`, 'gi'), new RegExp(`</${name}\\s*>`, 'gi')]
  const parts: string[] = []
  let from = 0
  for (let found = begin.exec(html); found; found = begin.exec(html)) {
    end.lastIndex = begin.lastIndex
    if (!end.exec(html)) break
    parts.push(html.slice(from, found.index))
    from = end.lastIndex
    begin.lastIndex = from
  }
  return [...parts, html.slice(from)].join(' ')
}

/** UTF-8 or UTF-16 where the bytes say so, else what statistics take it for. */
const decoded = (bytes: Buffer): string => {
  const text = textOfBytes(bytes)
  if (text === null || !isStorable(text)) throw refusal('knowledge_file_unreadable')
  return text
}

const textOfBytes = (bytes: Buffer): string | null => {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return bytes.subarray(2).toString('utf16le')
  if (mark === 'feff')
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le')
  const text = bytes.toString('utf8')
  if (isUtf8(bytes)) return text.replace(/^\ufeff/, '')
  return repaired(bytes, { charset: undefined, text })?.text ?? null
}
