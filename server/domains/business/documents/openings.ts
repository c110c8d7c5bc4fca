import type { Db } from '#core/context.ts'
import { appendEvent } from './chain.ts'
import { lockDocument } from './documents.ts'
import { findSigners } from './signers.ts'

/** Notes in the evidence that the page of a signer was opened and its viewer acted on it: the first time, as long as it can be signed. */
export const recordOpened = async (
  db: Db,
  orgId: string,
  { documentId, signerId }: { readonly documentId: string; readonly signerId: string },
): Promise<void> => {
  const document = await lockDocument(db, orgId, documentId)
  const signer = (await findSigners(db, orgId, documentId)).find(({ id }) => id === signerId)
  if (document?.status !== 'pending_signature' || !signer || signer.opened_at !== null) return
  await db
    .updateTable('document_signers')
    .set({ opened_at: document.at })
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .where('id', '=', signerId)
    .execute()
  await appendEvent(db, orgId, documentId, { kind: 'opened', at: document.at, facts: { signer: signerId } })
}
