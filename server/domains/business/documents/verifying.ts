import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Db, OpenAskingContext } from '#core/context.ts'
import type { Log } from '#core/log.ts'
import type { Files } from '#ports/files.ts'
import { choice, shape } from '#shapes'
import { findChain, findPersonal, type StoredEvent } from './chain.ts'
import { DocumentStatus, LongTermFault, LongTermState, StampFault, TimestampState } from './document-facts.ts'
import { compareStored, DocumentFileKind, FileDamaged, type FileRow, findFiles, readStored } from './document-files.ts'
import { type DocumentRow, findDocument } from './documents.ts'
import { raiseBroken } from './identities.ts'
import { type InSeal, type Looks, lookIntoSeal } from './known-seals.ts'
import { fieldsOf, type Marks } from './marks.ts'
import { findContradiction } from './said-rows.ts'
import { findRecordedHead } from './seal-records.ts'
import { findOtherMarks } from './signed-marks.ts'
import { papersIn } from './signed-papers.ts'
import { findSigners, SignatureClass, SignerRole } from './signers.ts'
import { longTermOf, type Stamping, stampingOf } from './stamping.ts'
import { isSignedAs, signatureOf, statedWith } from './stated.ts'

const VerifiedPaper = shape('VerifiedPaper', {
  sha256: z.string().describe('Of the file as it is kept; it is attached to the sealed document'),
  givenSha256: z.string().describe('Of the file as it was uploaded'),
  uploadedAt: z.iso.datetime(),
  uploadedBy: z.string().nullable().describe('The name of the member who uploaded it; null before all have signed'),
})
export type VerifiedPaper = z.output<typeof VerifiedPaper>

const VerifiedSigner = shape('VerifiedSigner', {
  name: z.string().describe('By which they were asked'),
  signedAs: z.string().nullable().describe('The name that they signed under, where it is another'),
  writtenAs: z.array(z.string()).describe('What stands in their signature and name fields, where it is neither of these names'),
  role: SignerRole,
  signedAt: z.iso.datetime().nullable(),
  class: SignatureClass.nullable(),
  paper: VerifiedPaper.nullable().describe('That they signed by hand, where it was uploaded'),
})

const VerifiedTimestamp = shape('VerifiedTimestamp', {
  state: TimestampState.describe(
    '`none`: no timestamp authority was asked. `missing`: the one that was asked did not answer in time',
  ),
  at: z.iso.datetime().nullable().describe('What the authority says'),
  authority: z.string().nullable(),
  valid: z
    .boolean()
    .nullable()
    .describe('Whether the timestamp in the sealed file holds at this moment; null where there is none'),
  fault: z
    .enum([...StampFault.options, 'removed', 'other'])
    .nullable()
    .describe('Why it does not hold. `other`: it is not the one that the evidence names'),
  says: z.string().nullable().describe('The same in English'),
})
export type VerifiedTimestamp = z.output<typeof VerifiedTimestamp>

const VerifiedLongTerm = shape('VerifiedLongTerm', {
  state: LongTermState.describe('`missing`: it was asked for, and could not be had when the document was sealed'),
  valid: z.boolean().nullable().describe('Whether the data in the sealed file holds at this moment; null where there is none'),
  fault: LongTermFault.nullable().describe('Why it is missing, or does not hold'),
  certificate: z.string().nullable().describe('Of whose certificate'),
})
export type VerifiedLongTerm = z.output<typeof VerifiedLongTerm>

/** What all may know of a document who have its number. */
export const VerifiedDocument = shape('VerifiedDocument', {
  id: z.uuid(),
  title: z.string(),
  status: DocumentStatus,
  signers: z.array(VerifiedSigner).describe('Once all have signed; empty before'),
  timestamp: VerifiedTimestamp.nullable().describe('Of its seal, once it is sealed'),
  longTerm: VerifiedLongTerm.nullable().describe(
    'The data by which its seal can be verified for long (PAdES B-LT), once it is sealed',
  ),
})

export const Verdict = z.object({
  valid: z.boolean(),
  doc: VerifiedDocument.optional().describe('Where it is valid'),
  failure: choice('VerifyFailure', ['long_term_removed', 'several_documents'])
    .optional()
    .describe(
      '`long_term_removed`: the file is one of a valid document, but what was appended after its seal for long-term validation was removed. `several_documents`: several documents have this file, so it names none',
    ),
  file: DocumentFileKind.optional().describe('Which of its files has the `sha256` that was asked about'),
  paper: VerifiedPaper.optional().describe('Of that file, where it is a paper that was signed by hand'),
})
export type Verdict = z.output<typeof Verdict>

export const Sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\da-f]{64}$/, 'is not a SHA-256 in hexadecimal')

const invalid: Verdict = { valid: false }

/**
 * What a look at a document finds: its files' names, read outside the transaction. All is asked for at once, in an order in which nothing names
 * what a statement before could not see yet. Where an event came between the chain and its head, another look is taken: that is no break.
 */
export const findVerifiable = async (db: Db, orgId: string, id: string) => {
  for (let looks = 1; ; looks++) {
    const [recorded, chain, document, files, signers, personal] = await Promise.all([
      findRecordedHead(db, orgId, id),
      findChain(db, orgId, id),
      findDocument(db, orgId, id),
      findFiles(db, orgId, id),
      findSigners(db, orgId, id),
      findPersonal(db, orgId, id),
    ])
    if (!document) return null
    if (chain.length === document.head_seq || looks === 3) return { document, signers, files, chain, personal, recorded }
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findVerifiable>>>

/**
 * Whether a document holds at this moment: it is open for signing or signed, its chain is whole, its rows say what the events say, its files
 * are what was stored. Signers are named once all have signed. What is broken is logged as an error and raised.
 */
export const verdictOn = async (
  found: Found,
  { files, paper }: { readonly files: Files; readonly paper: Looks },
  { log, raise }: { readonly log: Log; readonly raise: (says: string) => Promise<void> },
  sha256: string | null,
): Promise<Verdict> => {
  const { document, signers, chain } = found
  if (document.status !== 'pending_signature' && document.status !== 'signed') return invalid
  const broken = findContradiction(found) ?? findOtherMarks(found) ?? notAsRecorded(chain, found.recorded)
  if (broken !== null) {
    log.error({ documentId: document.id, broken }, 'the evidence of a document is broken')
    await raise(broken)
    return invalid
  }
  let seal: { readonly stamping: Stamping | null; readonly inFile: InSeal | null } | null = null
  try {
    await Promise.all(found.files.map((file) => compareStored(files, file)))
    const sealed = found.files.find(({ kind }) => kind === 'sealed')
    if (sealed) {
      const stamping = stampingIn(chain)
      const isLookedInto = stamping?.timestamp === 'stamped' || longTermOf(stamping).state === 'complete'
      const read = (): Promise<Buffer> => readStored(files, sealed)
      seal = { stamping, inFile: isLookedInto ? await lookIntoSeal(sealed.sha256, read, paper) : null }
    }
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error
    log.error({ documentId: document.id, err: error }, 'a stored file of a document is damaged')
    await raise('a stored file is missing or damaged')
    return invalid
  }
  const file = sha256 === null ? undefined : found.files.find((each) => isOf(each, sha256))
  if (sha256 !== null && !file) {
    const bare = found.files.find(({ covered_sha256 }) => covered_sha256?.toString('hex') === sha256)
    return bare ? { valid: false, failure: 'long_term_removed', file: bare.kind as 'sealed' } : invalid
  }
  const isSigned = document.status === 'signed'
  const papers = papersOf(found, isSigned)
  const asked = shownPaper(papers.find((each) => file?.kind === 'uploaded' && each.sha256 === file.sha256.toString('hex')))
  return {
    valid: true,
    doc: {
      ...{ id: document.id, title: document.title, status: document.status },
      signers: isSigned
        ? signers.map(({ id: signerId, name, role, signed_at, class: how }) => ({
            ...{ name, signedAs: otherNameOf(signerId, name, found), role: role as 'client' },
            writtenAs: writtenBy(signerId, name, found),
            ...{ signedAt: signed_at?.toISOString() ?? null, class: how as 'link' | null },
            paper: shownPaper(papers.find((each) => each.signers.includes(signerId))),
          }))
        : [],
      timestamp: seal && timestampOf(seal.stamping, seal.inFile),
      longTerm: seal && longTermIn(seal.stamping, seal.inFile),
    },
    ...(file && { file: file.kind as 'sealed' }),
    ...(asked && { paper: asked }),
  }
}

const isOf = ({ sha256, given_sha256: given }: FileRow, digest: string): boolean =>
  sha256.toString('hex') === digest || given?.toString('hex') === digest

const otherNameOf = (signerId: string, name: string, { chain, personal }: Pick<Found, 'chain' | 'personal'>): string | null => {
  const signed = signatureOf(chain, signerId)
  return signed ? statedWith(signed, name, personal.find(isSignedAs(signed))?.value).name : null
}

/** Who signs by the API may write another name into a field than the one that they sign under: what is on the paper is said beside it. */
const writtenBy = (signerId: string, name: string, found: Found): string[] => {
  const marks = (found.signers.find(({ id }) => id === signerId)?.marks ?? {}) as unknown as Marks
  const known = new Set([name, otherNameOf(signerId, name, found) ?? name])
  const written = fieldsOf(found.document, signerId).flatMap(({ id, kind }) => {
    const mark = kind === 'signature' || kind === 'name' ? marks[id] : undefined
    return typeof mark === 'string' && !known.has(mark) ? [mark] : []
  })
  return [...new Set(written)]
}

const papersOf = ({ chain, personal }: Pick<Found, 'chain' | 'personal'>, isSigned: boolean) =>
  papersIn(chain).map((paper) => ({
    ...paper,
    by: isSigned ? (personal.find(({ seq, key }) => seq === paper.seq && key === 'name')?.value ?? null) : null,
  }))

const shownPaper = (paper: ReturnType<typeof papersOf>[number] | undefined): VerifiedPaper | null =>
  paper
    ? {
        ...{ sha256: paper.sha256, givenSha256: paper.givenSha256 },
        ...{ uploadedAt: paper.at.toISOString(), uploadedBy: paper.by },
      }
    : null

const stampingIn = (chain: readonly StoredEvent[]): Stamping | null => {
  const event = chain.find(({ kind }) => kind === 'sealed')
  return event ? stampingOf(event.facts) : null
}

/** What the evidence says of the data for long-term validation, and whether what is in the file holds. */
const longTermIn = (stamping: Stamping | null, inFile: InSeal | null): VerifiedLongTerm | null => {
  if (!stamping) return null
  const { state, problem } = longTermOf(stamping)
  const found = state === 'complete' ? (inFile?.longTerm ?? null) : problem
  return {
    ...{ state, valid: state === 'complete' ? found === null : null },
    ...{ fault: found?.fault ?? null, certificate: found?.certificate ?? null },
  }
}

/** What the evidence says of the timestamp, and whether the one in the file is that and holds. */
const timestampOf = (stamping: Stamping | null, inFile: InSeal | null): VerifiedTimestamp | null => {
  if (!stamping) return null
  const none = { at: null, authority: null, valid: null, fault: null, says: null }
  if (stamping.timestamp !== 'stamped') return { state: stamping.timestamp, ...none }
  const { stamped_at: at, authority } = stamping
  const stamp = inFile?.stamp ?? null
  if (stamp?.holds === false)
    return { ...{ state: 'stamped', at, authority, valid: false }, fault: stamp.fault, says: stamp.says }
  const fault = stamp === null ? 'removed' : stamp.at.toISOString() === at && stamp.authority === authority ? null : 'other'
  const says = {
    removed: 'The file has no timestamp.',
    other: 'The timestamp in the file is not the one that the evidence names.',
  }
  return { ...{ state: 'stamped', at, authority, valid: fault === null }, fault, says: fault && says[fault] }
}

/** A chain that was computed anew is whole in itself; what the last nightly record holds it cannot hold. */
const notAsRecorded = (
  chain: readonly StoredEvent[],
  recorded: { readonly seq: number; readonly hash: Buffer } | undefined,
): string | null =>
  recorded && !chain[recorded.seq - 1]?.hash.equals(recorded.hash)
    ? `event ${recorded.seq} is not the one that the last nightly record holds`
    : null

/** Tells the admins of the document's workspace, once. */
export const raisingOf =
  ({ org_id: orgId, id, title }: Pick<DocumentRow, 'org_id' | 'id' | 'title'>, inOrg: OpenAskingContext['inOrg']) =>
  (says: string): Promise<void> =>
    inOrg(orgId, ({ db }) => raiseBroken(db, orgId, id, { document: id, title, says }))

/** How long what is not valid takes to answer. On a busy machine the work is a third of it. */
export const invalidMs = 100

/** Unknown, foreign, ended and broken answer after the same time: what is there cannot be told by a clock. What is valid says so at once. */
export const answerAlike = async (verdict: Verdict, begunMs: number): Promise<Verdict> => {
  if (!verdict.valid) await sleep(Math.max(0, invalidMs - (performance.now() - begunMs)))
  return verdict
}
