import { z } from 'zod'
import { type Paper, type PaperPage, PaperRefused, type SealReport } from '#ports/paper.ts'
import { choice, shape } from '#shapes'
import { sha256Of } from '#shapes/sha256.ts'

/*
 * A closer look at a file that is none that is known: whether it was sealed here, and what happened to it then. Which document it was is told
 * only to who has the proof that they hold its file: the digest of all that was sealed, the signature in the seal, or most of its bytes.
 */

export const ExaminedAs = choice('ExaminedAs', ['intact', 'changed', 'appended', 'cut', 'foreign', 'unreadable'])

export const ChangedWhere = choice('ChangedWhere', ['text', 'contents', 'seal', 'unknown'])

export const FileExamination = shape('FileExamination', {
  result: ExaminedAs.describe(
    '`intact`: sealed here and unchanged. `changed`: changed after it was sealed here. `appended`: something was added after the seal. `cut`: a part, or an earlier state, of a file that was sealed here. `foreign`: not sealed here. `unreadable`: no PDF that can be read',
  ),
  sealedBy: z.string().nullable().describe('Of what was sealed here: whose certificate it was'),
  sealedAt: z.iso.datetime().nullable().describe('What the seal says, where it still holds'),
  where: ChangedWhere.nullable().describe(
    'Of what was changed. `text`: what is written on `pages`. `contents`: pictures, fonts or others, but no text. `seal`: the signature itself, so that it may never have been sealed here',
  ),
  pages: z.array(z.int()).describe('Whose text is another, the first 20; counted from 1'),
  addedBytes: z.int().nullable().describe('Of what was appended: how much'),
  documentId: z.uuid().nullable().describe('Of which signed document the file is or was, where that is certain'),
  documentHolds: z
    .boolean()
    .nullable()
    .describe('Of an unchanged file of that document: whether its stored files and evidence are whole at this moment'),
})
export type FileExamination = z.output<typeof FileExamination>

/** A stored file with a seal. */
export interface SealedFile {
  readonly documentId: string
  readonly bytes: number
  read(): Promise<Buffer>
}

/** What is known here. */
export interface KnownSeals {
  /** The document that has a sealed file with this digest, or one whose seal covers this digest. */
  documentWith(sha256: Buffer): Promise<string | null>
  /** Whether the document with this number, and its file with this digest, hold at this moment. */
  holds(documentId: string, sha256: Buffer): Promise<boolean>
  /** Whether a workspace here has sealed with this certificate (SHA-256, hexadecimal). */
  hasSealedWith(certificate: string): Promise<boolean>
  /** The sealed files of the document with this number; none where there is no such document. */
  sealedFilesOf(documentId: string): Promise<readonly SealedFile[]>
}

/** Strangers take turns among themselves, and no turn of a workspace. */
const ofStrangers = 'closer looks'
const mostPages = 20
/** Numbers in one file that are looked up. */
const mostNumbers = 4

const nothing: FileExamination = {
  ...{ result: 'foreign', sealedBy: null, sealedAt: null, where: null, pages: [], addedBytes: null },
  ...{ documentId: null, documentHolds: null },
}

/** Looks at a file of a stranger, and keeps nothing of it. Throws `PaperRefused` for one that is too large, has too many pages, or a password. */
export const examine = async (
  pdf: Buffer,
  paper: Pick<Paper, 'read' | 'check'>,
  known: KnownSeals,
): Promise<FileExamination> => {
  const pages = await readPages(pdf, paper)
  const report = await paper.check(pdf, [], ofStrangers)
  const candidates = (await Promise.all(numbersIn(pdf, pages).map((number) => known.sealedFilesOf(number)))).flat()
  const alike = await findAlike(pdf, candidates)
  if (alike?.isBeginning) return { ...nothing, result: 'cut', documentId: alike.documentId }
  const { seal } = report
  if (!seal || !(await known.hasSealedWith(seal.certificate.fingerprint))) {
    // Its seal was taken out, or cannot be read any more.
    if (alike) return { ...nothing, result: 'changed', where: 'unknown', documentId: alike.documentId }
    return { ...nothing, result: hasFailed(report, 'readable') ? 'unreadable' : 'foreign' }
  }
  const twin = () => findTwin(report, candidates, paper)
  return examineSealed(pdf, { ...report, seal }, { pages, paper, twin, known })
}

interface Means {
  readonly pages: readonly PaperPage[] | null
  readonly paper: Pick<Paper, 'read'>
  readonly twin: () => Promise<{ readonly documentId: string; readonly pdf: Buffer } | null>
  readonly known: Pick<KnownSeals, 'documentWith' | 'holds'>
}

/** Of a file with a certificate of ours in its seal. The chain is not asked: it is that very certificate. */
const examineSealed = async (
  pdf: Buffer,
  report: SealReport & { readonly seal: NonNullable<SealReport['seal']> },
  { pages, paper, twin, known: { documentWith, holds } }: Means,
): Promise<FileExamination> => {
  const { seal, cover } = report
  const of = { ...nothing, sealedBy: seal.certificate.subject }
  const failed = report.checks.filter(({ name, result }) => result === 'failed' && name !== 'chain').map(({ name }) => name)
  const has = (...names: typeof failed): boolean => names.some((name) => failed.includes(name))
  // A certificate is public, and can be copied into a file: only the signature says that its owner sealed.
  if (has('signature', 'certificate_bound')) return { ...of, result: 'changed', where: 'seal' }
  if (has('digest', 'byte_range')) {
    const whole = await twin()
    if (!whole) return { ...of, result: 'changed', where: 'unknown' }
    const other = pages && otherPages(pages, await paper.read(whole.pdf, ofStrangers))
    const where = other === null ? 'unknown' : other.length > 0 ? 'text' : 'contents'
    return { ...of, result: 'changed', where, pages: [...(other ?? [])], documentId: whole.documentId }
  }
  const sealed = { ...of, sealedAt: (seal.stampedAt ?? seal.claimedAt)?.toISOString() ?? null }
  if (cover && cover.end < pdf.length && has('nothing_after', 'one_signature', 'long_term')) {
    const documentId = (await documentWith(sha256Of(pdf.subarray(0, cover.end)))) ?? (await twin())?.documentId ?? null
    return { ...sealed, result: 'appended', addedBytes: pdf.length - cover.end, documentId }
  }
  if (has('long_term')) return { ...sealed, result: 'cut', documentId: await documentWith(sha256Of(pdf)) }
  if (failed.length > 0) return { ...sealed, result: 'changed', where: 'seal' }
  const sha256 = sha256Of(pdf)
  const documentId = await documentWith(sha256)
  const documentHolds = documentId === null ? null : await holds(documentId, sha256)
  return { ...sealed, result: 'intact', documentId, documentHolds }
}

const hasFailed = ({ checks }: SealReport, wanted: SealReport['checks'][number]['name']): boolean =>
  checks.some(({ name, result }) => name === wanted && result === 'failed')

/** Null where it cannot be read: what was cut off often cannot. */
const readPages = async (pdf: Buffer, paper: Pick<Paper, 'read'>): Promise<readonly PaperPage[] | null> => {
  try {
    return await paper.read(pdf, ofStrangers)
  } catch (error) {
    if (error instanceof PaperRefused && error.fault === 'broken') return null
    throw error
  }
}

/** The numbers of documents that stand at the foot of its pages, as text or in a link. */
const numbersIn = (pdf: Buffer, pages: readonly PaperPage[] | null): readonly string[] => {
  const address = /\/verify\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/gi
  const raw = pdf.toString('latin1')
  // As `lay` writes it: what stands in a link can be read where the file as a whole cannot.
  const links = Array.from(raw.matchAll(/\/URI\s*<([\da-f]{2,1000})>/gi), ([, uri = '']) =>
    Buffer.from(uri, 'hex').toString('latin1'),
  )
  const texts = [raw, ...links, ...(pages ?? []).map(({ text }) => text.replaceAll(/\s/g, ''))]
  const found = new Set<string>()
  for (const text of texts)
    for (const [, number = ''] of text.matchAll(address)) {
      found.add(number.toLowerCase())
      if (found.size >= mostNumbers) return [...found]
    }
  return [...found]
}

/**
 * The stored file whose beginning these bytes have, and whether they have nothing else. It must be half of it at least: else a file could be
 * guessed byte by byte.
 */
const findAlike = async (
  pdf: Buffer,
  files: readonly SealedFile[],
): Promise<{ readonly documentId: string; readonly isBeginning: boolean } | null> => {
  for (const { documentId, bytes, read } of files) {
    if (pdf.length * 2 < bytes) continue
    const same = sameBytes(pdf, await read())
    if (same * 2 >= bytes) return { documentId, isBeginning: same === pdf.length && same < bytes }
  }
  return null
}

/** How many bytes two files have in common from their beginning, to the nearest step below. */
const sameBytes = (one: Buffer, other: Buffer): number => {
  const most = Math.min(one.length, other.length)
  const step = 256
  let same = 0
  while (same < most) {
    const next = Math.min(same + step, most)
    if (!one.subarray(same, next).equals(other.subarray(same, next))) break
    same = next
  }
  return same
}

/** The stored file with the same signature in its seal: who has that has had the file. */
const findTwin = async (
  { cover }: SealReport,
  files: readonly SealedFile[],
  paper: Pick<Paper, 'check'>,
): Promise<{ readonly documentId: string; readonly pdf: Buffer } | null> => {
  if (!cover) return null
  for (const { documentId, read } of files) {
    const pdf = await read()
    const stored = await paper.check(pdf, [], ofStrangers)
    if (stored.cover?.signature === cover.signature) return { documentId, pdf }
  }
  return null
}

const otherPages = (given: readonly PaperPage[], sealed: readonly PaperPage[]): readonly number[] =>
  Array.from({ length: Math.max(given.length, sealed.length) }, (_, index) => index)
    .filter((index) => given[index]?.text !== sealed[index]?.text)
    .map((index) => index + 1)
    .slice(0, mostPages)
