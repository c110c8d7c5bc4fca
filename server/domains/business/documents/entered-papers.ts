import type { Step } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { paperBounds } from '#ports/paper.ts'
import { appendEvent } from './chain.ts'
import { enterFile, type FileRow, findFiles, type StoredFile } from './document-files.ts'
import type { DocumentRow } from './documents.ts'
import { documentErrors } from './errors.ts'
import { documentEvents } from './events.ts'

/** Of a document. */
const mostPapers = 20
/**
 * What a sealed file may have (`readStored`), with room for the marks, the code to verify and the seal: all papers may be attached to it, and
 * 20 signers may leave two pictures of 150 KB each.
 */
const mostSealedBytes = 2 * paperBounds.bytes - 10 * 2 ** 20

/** The paper with these bytes among the files of a document, as they came or as they are kept. */
export const knownPaper = (
  files: readonly FileRow[],
  { given, kept }: { readonly given: Buffer; readonly kept: Buffer },
): FileRow | undefined =>
  files.find(({ kind, given_sha256, sha256 }) => kind === 'uploaded' && (given_sha256?.equals(given) || sha256.equals(kept)))

/**
 * Enters a stored file as a paper of a document that the transaction holds (`lockDocument`), with its event. One whose bytes are there already,
 * as they came or as they are kept, stays as it is.
 */
export const enterPaper = async (
  { db, emit }: Pick<Step, 'db' | 'emit'>,
  document: DocumentRow & { readonly at: Date },
  paper: {
    readonly file: StoredFile & { readonly given: Buffer }
    readonly facts: Readonly<Record<string, unknown>>
    readonly personal: Readonly<Record<string, string | null>>
  },
): Promise<FileRow> => {
  const { org_id: orgId, id, at } = document
  const { sha256, given, bytes } = paper.file
  const before = await findFiles(db, orgId, id)
  const papers = before.filter(({ kind }) => kind === 'uploaded')
  const known = knownPaper(papers, { given, kept: sha256 })
  if (known) return known
  if (document.status !== 'pending_signature' || document.ends_at <= at) throw new Failure(documentErrors.not_pending)
  const inAll = before.reduce((sum, each) => sum + Number(each.bytes), bytes)
  if (papers.length >= mostPapers || inAll > mostSealedBytes) throw new Failure(documentErrors.papers_full)
  await enterFile(db, orgId, id, paper.file)
  await appendEvent(db, orgId, id, {
    ...{ kind: 'uploaded', at },
    facts: { file: { sha256: sha256.toString('hex'), bytes }, ...paper.facts },
    personal: paper.personal,
  })
  await emit(documentEvents.updated, id, { change: 'paper uploaded' })
  const entered = (await findFiles(db, orgId, id)).find((each) => each.kind === 'uploaded' && each.sha256.equals(sha256))
  if (!entered) throw new Error('a file that was just entered is not there')
  return entered
}
