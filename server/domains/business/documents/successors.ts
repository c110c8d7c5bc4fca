import type { Db } from '#core/context.ts'
import { addTask, finishTasksOf } from '#domains/crm/deals/tasks.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { findMember } from '#domains/platform/users/users.ts'
import type { DocumentRow } from './documents.ts'
import { documentNotices } from './notices.ts'
import type { SignerRow, Successor } from './signers.ts'

const keyOf = (signerId: string): string => `successor:${signerId}:`

/** Keeps the proposal with its signer, and asks the sender of the document by a notice and a task. */
export const askForSuccessor = async (
  db: Db,
  orgId: string,
  document: DocumentRow,
  signer: SignerRow,
  successor: Successor,
): Promise<void> => {
  await storeSuccessor(db, orgId, signer, successor)
  const sender = document.made_by && (await findMember(db, orgId, document.made_by)) ? document.made_by : null
  await addTask(db, orgId, {
    ...{ dealId: document.deal_id, kind: 'next_action', assignedTo: sender },
    title: `Decide who signs “${document.title}”: ${signer.name} names ${successor.name}`,
    cause: { rule: 'successor' },
    causeKey: `${keyOf(signer.id)}${Date.parse(successor.at)}`,
  })
  await raiseNotice(db, orgId, {
    ...{ notice: documentNotices.signer_names_other, subjectId: document.id },
    ...(sender && { personId: sender }),
    facts: { title: document.title, name: signer.name, other: successor.name },
  })
}

export const storeSuccessor = async (
  db: Db,
  orgId: string,
  { document_id, id }: SignerRow,
  successor: Successor | null,
): Promise<void> => {
  await db
    .updateTable('document_signers')
    .set({ successor: successor === null ? null : JSON.stringify(successor) })
    .where('org_id', '=', orgId)
    .where('document_id', '=', document_id)
    .where('id', '=', id)
    .execute()
}

/** Nothing is left to decide: the task is done, and the notice goes with the last open question of the document. */
export const settleSuccessor = async (
  { db, orgId }: { readonly db: Db; readonly orgId: string },
  signer: SignerRow,
  { doneBy, outcome }: { readonly doneBy: string | null; readonly outcome: string },
): Promise<void> => {
  if (!isAsked(signer)) return
  await finishTasksOf(db, orgId, keyOf(signer.id), { doneBy, outcome })
  const others = await db
    .selectFrom('document_signers')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('document_id', '=', signer.document_id)
    .where('id', '<>', signer.id)
    .where('successor', 'is not', null)
    .execute()
  if (!others.some(isAsked)) await clearNotice(db, orgId, documentNotices.signer_names_other, signer.document_id)
}

/** Whether the sender still has to decide. */
export const isAsked = ({ state, successor }: Pick<SignerRow, 'state' | 'successor'>): boolean =>
  state === 'asked' && successor !== null && !(successor as unknown as Successor).refused
