import { Failure } from '#core/errors.ts'
import { FileTextLate, FileTextRefused } from '#ports/file-texts.ts'
import { PaperLate, PaperRefused } from '#ports/paper.ts'
import type { Ports } from '#ports/ports.ts'
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
  { paper, fileTexts }: Pick<Ports, 'paper' | 'fileTexts'>,
): Promise<{ readonly kind: KnowledgeKind; readonly text: string }> => {
  const kind = kindOf(file)
  const text = kind === 'pdf' ? await textOfPdf(file, paper) : await textOfOther(file, kind, fileTexts)
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

const textOfPdf = async ({ bytes, orgId }: GivenFile, paper: Ports['paper']): Promise<string> => {
  try {
    const pages = (await paper.read(bytes, orgId)).map(({ text }) => text)
    // Before its lines are compared.
    if (pages.reduce((sum, page) => sum + page.length, 0) > mostCharacters) throw refusal('knowledge_too_long')
    return textOfPages(pages).trim()
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

const textOfOther = async (
  { bytes, orgId }: GivenFile,
  kind: Exclude<KnowledgeKind, 'pdf'>,
  fileTexts: Ports['fileTexts'],
): Promise<string> => {
  try {
    return await fileTexts.read({ kind: kind === 'html' ? 'html' : 'text', bytes, mostCharacters }, orgId)
  } catch (error) {
    if (error instanceof FileTextRefused && error.fault === 'too_long') throw refusal('knowledge_too_long', { cause: error })
    if (error instanceof FileTextRefused) throw refusal('knowledge_file_unreadable', { cause: error })
    if (error instanceof FileTextLate)
      throw refusal('knowledge_file_unreadable', { message: 'The file takes too long to read.', cause: error })
    throw error
  }
}
