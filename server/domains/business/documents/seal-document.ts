import type { z } from 'zod'
import type { JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import type { Files } from '#ports/files.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { sha256Of } from '#shapes/sha256.ts'
import { makeCertificate } from './certificate.ts'
import { appendEvent, findChain, findPersonal, type StoredEvent } from './chain.ts'
import type { SealCode } from './document-facts.ts'
import {
  enterFile,
  FileDamaged,
  type FileRow,
  findFiles,
  readStored,
  type StoredFile,
  storeFile,
  storeOf,
} from './document-files.ts'
import { type DocumentRow, findDocument, lockDocument, verifyAddress } from './documents.ts'
import { documentEvents } from './events.ts'
import { evidenceOf } from './evidence.ts'
import { raiseBroken } from './identities.ts'
import { mailSealedJob, sealDocumentJob } from './job-references.ts'
import { drawingOf, type Marks, type PlacedField } from './marks.ts'
import { findContradiction } from './said-rows.ts'
import { checkValidity, SealBlocked } from './seal-problems.ts'
import { clockOf, findSealing, openIdentity } from './sealing.ts'
import { checkMarks, MarksChanged } from './signed-marks.ts'
import { papersIn } from './signed-papers.ts'
import { findSigners, type SignerRow } from './signers.ts'
import { emitDocument } from './signing.ts'
import { AuthorityAway, sealStamped } from './stamping.ts'
import { signingWords } from './strings.ts'

/**
 * Seals what all have signed: the marks and the code to verify are laid onto the pages, the whole file gets one seal, and then its certificate
 * is made of the evidence, with the seal's own event in it. Each of the two is entered once; a repeat goes on with what is missing.
 */
export const sealDocument = job({
  ...sealDocumentJob,
  summary: 'Seal a document that all have signed, and make its certificate',
  // For a day; then `resume-seals` orders it again, for as long as it is not sealed, and the document says why.
  retry: { times: 40, delaySeconds: 5 },
  expireSeconds: 180,
  // Of a workspace two: while one is set, the other is sealed.
  atOnce: 3,

  async run({ orgId, documentId, tries }, context) {
    // Of several that wait for the same authority, the last one goes on.
    if (tries !== undefined && !(await hasTried(context, orgId, documentId, tries))) return
    try {
      const sealed = await sealOnce(context, orgId, documentId)
      if (sealed) await certifyOnce(context, orgId, documentId)
    } catch (error) {
      if (error instanceof AuthorityAway) return waitForAuthority(context, orgId, documentId, error)
      await recordFailure(context, orgId, documentId, error)
      if (!(error instanceof SealBlocked)) throw error
      // Until a person has acted, each of its tries would end so: `resume-seals` orders it again every quarter of an hour.
      context.log.error({ documentId, err: error }, 'a document cannot be sealed')
    }
  },
})

interface Whole {
  readonly document: DocumentRow
  readonly signers: readonly SignerRow[]
  readonly files: readonly FileRow[]
  readonly chain: readonly StoredEvent[]
  readonly personal: Awaited<ReturnType<typeof findPersonal>>
  readonly organization: string
  readonly at: Date
}

/** A signed document with its evidence, which it agrees with: nothing else is sealed, and no certificate says otherwise. */
const findWhole = async ({ inOrg }: JobContext, orgId: string, documentId: string): Promise<Whole | null> =>
  inOrg(orgId, async (db) => {
    for (let looks = 1; ; looks++) {
      // All at once: each wait for an answer is one in which a processor turns from this process to the database and back.
      const [chain, document, at, signers, files, personal, organization] = await Promise.all([
        findChain(db, orgId, documentId),
        findDocument(db, orgId, documentId),
        clockOf(db),
        findSigners(db, orgId, documentId),
        findFiles(db, orgId, documentId),
        findPersonal(db, orgId, documentId),
        findOrganization(db, orgId),
      ])
      if (document?.status !== 'signed') return null
      // A legal hold may have come between two of the statements: that is no break.
      if (chain.length !== document.head_seq && looks < 3) continue
      const broken = findContradiction({ document, signers, files, chain, personal })
      if (broken !== null) throw new SealBlocked('evidence_broken', broken)
      return { document, at, signers, files, chain, personal, organization: organization?.name ?? '' }
    }
  })

/** What seals, when, and how it is stamped. */
const findMeans = async ({ inOrg, ports, vault }: JobContext, orgId: string) => {
  const means = await inOrg(orgId, async (db) => {
    const [identity, at, sealing] = await Promise.all([openIdentity(db, orgId, vault), clockOf(db), findSealing(db, orgId)])
    return { identity, at, sealing }
  })
  checkValidity(ports.paper, means.identity, means.at)
  return means
}

/** False where there is nothing to seal. */
const sealOnce = async (context: JobContext, orgId: string, documentId: string): Promise<boolean> => {
  const { ports, inOrg, settings } = context
  const whole = await findWhole(context, orgId, documentId)
  if (!whole) return false
  if (whole.files.some(({ kind }) => kind === 'sealed')) return true
  const { identity, at, sealing } = await findMeans(context, orgId)
  const { document, organization } = whole
  const original = whole.files.find(({ kind }) => kind === 'original')
  if (!original) throw new FileDamaged('the original is missing')
  checkMarks(whole)
  const pdf = await readStored(ports.files, original)
  const overlay = await ports.documents.setOverlay(overlayOf(whole, settings.publicUrl), orgId)
  const laid = await ports.paper.lay(pdf, overlay, { title: document.title, author: organization }, orgId)
  const { sealed, stamping } = await sealStamped(ports, laid, {
    order: { identity, name: organization, reason: document.title, at, attachments: await readPapers(ports.files, whole) },
    ...{ sealing, since: document.signed_at ?? at, workspace: orgId },
  })
  const stored = await storeFile(storeOf(context, orgId), { orgId, documentId, kind: 'sealed', bytes: sealed })
  const file = coveredIn(sealed, ports, stored)
  const [leaf] = identity.chain
  await inOrg(orgId, async (db) => {
    const held = await lockDocument(db, orgId, documentId)
    if (held?.status !== 'signed' || !(await enterFile(db, orgId, documentId, file))) return
    await db
      .updateTable('documents')
      .set({ seal: 'stamping', seal_reason: null, seal_code: null })
      .where('org_id', '=', orgId)
      .where('id', '=', documentId)
      .execute()
    await appendEvent(db, orgId, documentId, {
      ...{ kind: 'sealed', at: held.at },
      facts: {
        file: { sha256: file.sha256.toString('hex'), bytes: file.bytes },
        certificate: leaf ? ports.paper.factsOf(leaf).fingerprint : null,
        ...stamping,
      },
    })
  })
  return true
}

/** The papers on which signatures were made by hand: who has the sealed file has them too, under the same seal. */
const readPapers = async (files: Files, whole: Pick<Whole, 'files' | 'chain'>) => {
  const attachments: { readonly name: string; readonly type: string; readonly bytes: Buffer }[] = []
  for (const { attachedAs, sha256 } of papersIn(whole.chain)) {
    if (attachedAs === null) continue
    const file = whole.files.find((each) => each.kind === 'uploaded' && each.sha256.toString('hex') === sha256)
    if (!file) throw new FileDamaged('a paper that was signed by hand is missing')
    attachments.push({ name: attachedAs, type: 'application/pdf', bytes: await readStored(files, file) })
  }
  return attachments
}

/** With the digest of what its seal covers, where data follows it: a copy without that data is recognised by it. */
const coveredIn = (bytes: Buffer, { paper }: Pick<JobContext['ports'], 'paper'>, file: StoredFile): StoredFile => {
  const covered = paper.withoutLongTerm(bytes)
  return covered ? { ...file, covered: sha256Of(covered) } : file
}

const certifyOnce = async (context: JobContext, orgId: string, documentId: string): Promise<void> => {
  const { ports, inOrg, settings, enqueueIn, emitIn } = context
  const whole = await findWhole(context, orgId, documentId)
  if (!whole || whole.document.seal === 'sealed') return
  const { identity, at, sealing } = await findMeans(context, orgId)
  const { document, signers, files, organization, chain, personal } = whole
  // Signatures stand on the certificate, too.
  checkMarks(whole)
  const verifyUrl = verifyAddress(settings.publicUrl, documentId)
  const certificate = makeCertificate({ document, signers, files, organization, chain, personal, verifyUrl })
  const set = await ports.documents.setCertificate(certificate, orgId)
  const evidence = evidenceOf({ document, files, chain, personal })
  const { sealed } = await sealStamped(ports, set, {
    order: {
      ...{ identity, name: organization, reason: document.title, at },
      attachments: [{ name: 'evidence.json', type: 'application/json', bytes: Buffer.from(evidence) }],
    },
    ...{ sealing, since: document.signed_at ?? at, workspace: orgId },
  })
  const stored = await storeFile(storeOf(context, orgId), { orgId, documentId, kind: 'certificate', bytes: sealed })
  const file = coveredIn(sealed, ports, stored)
  await inOrg(orgId, async (db) => {
    const held = await lockDocument(db, orgId, documentId)
    if (held?.status !== 'signed' || !(await enterFile(db, orgId, documentId, file))) return
    await db
      .updateTable('documents')
      .set({ seal: 'sealed', seal_reason: null, seal_code: null, sealed_at: held.at })
      .where('org_id', '=', orgId)
      .where('id', '=', documentId)
      .execute()
    // After the head that the certificate holds: so that it cannot be exchanged for that of another document.
    await appendEvent(db, orgId, documentId, {
      ...{ kind: 'certified', at: held.at },
      facts: { file: { sha256: file.sha256.toString('hex'), bytes: file.bytes } },
    })
    await emitDocument({ db, orgId, emit: (event, id, facts) => emitIn(db, orgId, event, id, facts) }, 'sealed', documentId)
    await enqueueIn(db, mailSealedJob, { orgId, documentId })
  })
}

/** The marks of all signers on their pages, and on each page where it is verified. */
export const overlayOf = ({ document, signers, at }: Pick<Whole, 'document' | 'signers' | 'at'>, publicUrl: string) => {
  const url = verifyAddress(publicUrl, document.id)
  const fields = document.fields as unknown as PlacedField[]
  const marks = new Map(signers.map(({ id, marks: filled }) => [id, (filled ?? {}) as unknown as Marks]))
  const pictures: Uint8Array[] = []
  const pages = document.pages as unknown as { width: number; height: number }[]
  return {
    ...{ language: document.locale, title: document.title, date: (document.signed_at ?? at).toISOString().slice(0, 10) },
    foot: { text: signingWords(document.locale).verify.replace('{url}', url), url },
    pages: pages.map(({ width, height }, page) => ({
      ...{ widthPt: width, heightPt: height },
      marks: fields
        .filter((field) => field.page === page)
        .flatMap((field) => drawingOf(field, marks.get(field.signerId) ?? {}, pictures) ?? []),
    })),
    pictures,
  }
}

const hasTried = ({ inOrg }: JobContext, orgId: string, documentId: string, tries: number): Promise<boolean> =>
  inOrg(orgId, async (db) => (await findDocument(db, orgId, documentId))?.seal_tries === tries)

const longestWaitMs = 10 * 60_000

/** Says on the document that it waits, and asks for the next try: as often as it takes. */
const waitForAuthority = (
  { inOrg, emitIn, enqueueIn }: JobContext,
  orgId: string,
  documentId: string,
  away: AuthorityAway,
): Promise<void> =>
  inOrg(orgId, async (db) => {
    const row = await db
      .updateTable('documents')
      .set((each) => ({
        ...{ seal: 'waiting', seal_reason: away.message.slice(0, 500), seal_code: away.code },
        seal_tries: each('seal_tries', '+', 1),
      }))
      .where('org_id', '=', orgId)
      .where('id', '=', documentId)
      .where('status', '=', 'signed')
      .where('seal', '<>', 'sealed')
      .returning('seal_tries')
      .executeTakeFirst()
    if (!row) return
    const inMs = Math.min(longestWaitMs, 5_000 * 2 ** Math.min(row.seal_tries, 10))
    await enqueueIn(db, sealDocumentJob, { orgId, documentId, tries: row.seal_tries }, { inMs })
    await emitIn(db, orgId, documentEvents.updated, documentId, { change: 'seal waits' })
  })

/** Says on the document why it is not sealed yet; never over a seal. Of broken evidence the admins get a notice too. */
const recordFailure = ({ inOrg, emitIn }: JobContext, orgId: string, documentId: string, error: unknown): Promise<void> =>
  inOrg(orgId, async (db) => {
    const { code, reason } = reasonOf(error)
    const row = await db
      .updateTable('documents')
      .set((each) => ({
        ...{ seal: 'failed', seal_reason: reason.slice(0, 500), seal_code: code, seal_tries: each('seal_tries', '+', 1) },
        seal_tried_at: each.fn<Date>('clock_timestamp'),
      }))
      .where('org_id', '=', orgId)
      .where('id', '=', documentId)
      .where('status', '=', 'signed')
      .where('seal', '<>', 'sealed')
      .returning('title')
      .executeTakeFirst()
    await emitIn(db, orgId, documentEvents.updated, documentId, { change: 'seal failed' })
    if (row && (code === 'evidence_broken' || code === 'marks_changed'))
      await raiseBroken(db, orgId, documentId, { document: documentId, title: row.title, says: reason })
  })

const reasonOf = (error: unknown): { readonly code: z.output<typeof SealCode> | null; readonly reason: string } => {
  if (error instanceof SealBlocked) return { code: error.code, reason: error.message }
  if (error instanceof MarksChanged)
    return { code: 'marks_changed', reason: 'What stands in the fields of a signer is not what they signed.' }
  if (error instanceof FileDamaged)
    return { code: 'file_damaged', reason: 'A stored file of the document is missing or damaged.' }
  if (error instanceof ProviderError) return { code: null, reason: error.message }
  return { code: 'sealing_failed', reason: 'Sealing failed; it is tried again.' }
}
