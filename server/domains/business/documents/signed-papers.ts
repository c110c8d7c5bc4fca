import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import type { StoredEvent } from './chain.ts'
import type { FileRow } from './document-files.ts'

/*
 * Papers that were signed by hand: files that members uploaded for a document. Each has its event in the chain (`uploaded`); a signature that
 * was made on one names it by its digest.
 */

export const SignedPaper = shape('SignedPaper', {
  id: z.uuid(),
  url: z.string().describe('The `url` for `sign-document`. Members download the file from there'),
  sha256: z.string().describe('Of the file as it is kept: without what acts in a PDF'),
  given_sha256: z.string().describe('Of the file as it was uploaded'),
  bytes: z.int().describe('Of the file as it is kept'),
  uploaded_at: z.iso.datetime(),
})

/** The address of an uploaded file: that of its download. It is compared as a whole, and never fetched. */
export const paperAddress = (publicUrl: string, documentId: string, fileId: string): string =>
  `${publicUrl}/download/download-document?documentId=${documentId}&file=uploaded&fileId=${fileId}`

export const signedPaperOf = (
  { id, document_id, sha256, given_sha256, bytes, created_at }: FileRow,
  publicUrl: string,
): z.output<typeof SignedPaper> => ({
  ...{ id, url: paperAddress(publicUrl, document_id, id), sha256: sha256.toString('hex'), bytes: Number(bytes) },
  ...{ given_sha256: (given_sha256 ?? sha256).toString('hex'), uploaded_at: created_at.toISOString() },
})

/** The uploaded file of a document that an address names to the letter. */
export const findPaper = async (
  db: Db,
  orgId: string,
  documentId: string,
  { url, publicUrl }: { readonly url: string; readonly publicUrl: string },
): Promise<FileRow | undefined> => {
  const rows = await db
    .selectFrom('document_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .where('kind', '=', 'uploaded')
    .execute()
  return rows.find(({ id }) => paperAddress(publicUrl, documentId, id) === url)
}

/** A paper as the evidence tells of it. */
export interface PaperInEvidence {
  /** Of its event. */
  readonly seq: number
  readonly at: Date
  readonly sha256: string
  readonly givenSha256: string
  /** Ids of those whose signature names it. */
  readonly signers: readonly string[]
  /** Under which it is attached to the sealed document; null as long as no signature names it. */
  readonly attachedAs: string | null
}

const Uploaded = z.object({ file: z.object({ sha256: z.string() }), given: z.object({ sha256: z.string() }) })
const SignedOn = z.object({ signer: z.string(), paper: z.object({ sha256: z.string() }) })

const signaturesOnPaper = (chain: readonly StoredEvent[]) =>
  chain.flatMap(({ kind, facts }) => (kind === 'signed' ? (SignedOn.safeParse(facts).data ?? []) : []))

/** The papers of a document in the order in which they were uploaded. */
export const papersIn = (chain: readonly StoredEvent[]): readonly PaperInEvidence[] => {
  const signatures = signaturesOnPaper(chain)
  let attached = 0
  return chain.flatMap((event) => {
    if (event.kind !== 'uploaded') return []
    // An event that names no file names none that is stored.
    const { file, given } = Uploaded.safeParse(event.facts).data ?? { file: { sha256: '' }, given: { sha256: '' } }
    const signers = signatures.filter(({ paper }) => paper.sha256 === file.sha256).map(({ signer }) => signer)
    const attachedAs = signers.length > 0 ? `signed-by-hand-${++attached}.pdf` : null
    return [{ seq: event.seq, at: event.at, sha256: file.sha256, givenSha256: given.sha256, signers, attachedAs }]
  })
}

/** Whether a signature names a paper that was never uploaded. */
export const signedOnUnknown = (chain: readonly StoredEvent[]): boolean => {
  const papers = papersIn(chain)
  return signaturesOnPaper(chain).some(({ paper }) => papers.every(({ sha256 }) => sha256 !== paper.sha256))
}
