import type { Db, Emit, Enqueue } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import { taskOutcomes } from '#domains/crm/deals/task-outcomes.ts'
import { appendEvent, digestOfLabels, digestOfMarks } from './chain.ts'
import { settleFailedCode } from './code-messages.ts'
import type { consentFacts } from './consent-words.ts'
import { findDocumentFacts } from './document-facts.ts'
import type { DocumentRow } from './documents.ts'
import { documentEvents } from './events.ts'
import { askSignerJob, sealDocumentJob } from './job-references.ts'
import { keptUntil } from './keeping.ts'
import { fieldsOf, labelsDigest, type Marks, marksDigest } from './marks.ts'
import { findSigners, makeSignLink, type SignerRow } from './signers.ts'
import { settleSuccessor } from './successors.ts'

/** What changing a document takes: a transaction in its workspace, and its clock. */
export interface Changing {
  readonly db: Db
  readonly orgId: string
  readonly enqueue: Enqueue
  readonly emit: Emit
  readonly vault: Vault
  readonly at: Date
}

/** Tells pages and webhooks of a document as it stands now. */
export const emitDocument = async (
  { db, orgId, emit }: Pick<Changing, 'db' | 'orgId' | 'emit'>,
  what: Exclude<keyof typeof documentEvents, 'updated'>,
  documentId: string,
): Promise<void> => {
  const [document] = await findDocumentFacts(db, orgId, [documentId])
  if (document) await emit(documentEvents[what], documentId, { document })
}

/** Asks those whose turn it is now, each by a link of their own; those who were asked before are not asked again. */
export const askNextSigners = async (
  changing: Changing,
  { id, ends_at }: Pick<DocumentRow, 'id' | 'ends_at'>,
): Promise<void> => {
  const { db, orgId, vault, at, enqueue } = changing
  const signers = await findSigners(db, orgId, id)
  const turn = signers.find(({ state }) => state !== 'signed')?.turn
  for (const signer of signers.filter((each) => each.turn === turn && each.state === 'waiting')) {
    await makeSignLink(db, orgId, signer, vault)
    await db
      .updateTable('document_signers')
      .set({ state: 'asked', asked_at: at })
      .where('org_id', '=', orgId)
      .where('document_id', '=', id)
      .where('id', '=', signer.id)
      .execute()
    await appendEvent(db, orgId, id, { kind: 'sent', at, facts: { signer: signer.id, ends_at: ends_at.toISOString() } })
    await enqueue(askSignerJob, { orgId, documentId: id, signerId: signer.id, mailId: newId(), isReminder: false })
  }
}

/** Whether a signer may sign now: all of the turns before have. */
export const isTheirTurn = (signers: readonly SignerRow[], { turn }: Pick<SignerRow, 'turn'>): boolean =>
  signers.every((each) => each.turn >= turn || each.state === 'signed')

/** How a signature is known to be of its signer, with what shows it: what is personal is beside it. */
export interface Signature {
  readonly class: 'link' | 'session' | 'attested'
  readonly marks: Marks
  readonly facts: Readonly<Record<string, unknown>>
  readonly personal: Readonly<Record<string, string | null>>
  /** The words that the signer agreed to; null where a member attests it, or signs without having been asked. */
  readonly consent: ReturnType<typeof consentFacts> | null
}

/**
 * Signs for one signer, in a transaction that holds the document (`lockDocument`). With the last signature the document is `signed`, and its
 * seal a job. The caller has looked whether it is pending, unsigned by them, and their turn.
 */
export const signFor = async (
  changing: Changing,
  document: DocumentRow,
  signer: SignerRow,
  signature: Signature,
): Promise<{ readonly isComplete: boolean }> => {
  const { db, orgId, at, enqueue } = changing
  const { id } = document
  await settleSuccessor(changing, signer, { doneBy: null, outcome: taskOutcomes.signerSigned })
  await settleFailedCode(db, orgId, id)
  if (signature.consent !== null)
    await appendEvent(db, orgId, id, { kind: 'consented', at, facts: { signer: signer.id, ...signature.consent } })
  await appendEvent(db, orgId, id, {
    ...{ kind: 'signed', at },
    facts: { signer: signer.id, class: signature.class, ...signature.facts },
    personal: {
      ...{ name: signer.name, email: signer.email, ...signature.personal, [digestOfMarks]: marksDigest(signature.marks) },
      [digestOfLabels]: labelsDigest(fieldsOf(document, signer.id)),
    },
  })
  await db
    .updateTable('document_signers')
    .set({ state: 'signed', signed_at: at, class: signature.class, marks: JSON.stringify(signature.marks), draft_marks: null })
    .where('org_id', '=', orgId)
    .where('document_id', '=', id)
    .where('id', '=', signer.id)
    .execute()
  const isComplete = (await findSigners(db, orgId, id)).every(({ state }) => state === 'signed')
  if (!isComplete) {
    await emitDocument(changing, 'signerSigned', id)
    await askNextSigners(changing, document)
    return { isComplete }
  }
  await db
    .updateTable('documents')
    .set({ status: 'signed', seal: 'waiting', signed_at: at, kept_until: keptUntil(orgId, at) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
  await appendEvent(db, orgId, id, { kind: 'completed', at, facts: {} })
  // That the last one has signed is told of a document that is signed by it.
  await emitDocument(changing, 'signerSigned', id)
  await emitDocument(changing, 'signed', id)
  await enqueue(sealDocumentJob, { orgId, documentId: id })
  return { isComplete }
}

/** Ends a document that can no longer be signed; links to it show that from now on. */
export const endDocument = async (
  changing: Changing,
  { id }: Pick<DocumentRow, 'id'>,
  end: {
    readonly status: 'declined' | 'expired' | 'voided'
    readonly reason: string | null
    readonly facts: Readonly<Record<string, unknown>>
    readonly personal?: Readonly<Record<string, string | null>>
  },
): Promise<void> => {
  const { db, orgId, at } = changing
  for (const signer of await findSigners(db, orgId, id))
    await settleSuccessor(changing, signer, { doneBy: null, outcome: taskOutcomes.documentEnded })
  await settleFailedCode(db, orgId, id)
  await db
    .updateTable('documents')
    .set({ status: end.status, status_reason: end.reason, kept_until: keptUntil(orgId, at) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
  // What signers had filled in is of no use any more.
  await db
    .updateTable('document_signers')
    .set({ draft_marks: null })
    .where('org_id', '=', orgId)
    .where('document_id', '=', id)
    .execute()
  await appendEvent(db, orgId, id, {
    kind: end.status,
    at,
    facts: end.facts,
    personal: { ...end.personal, reason: end.reason },
  })
  await emitDocument(changing, 'ended', id)
}
