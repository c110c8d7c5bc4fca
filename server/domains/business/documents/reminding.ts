import { newId } from '#core/ids.ts'
import { appendEvent } from './chain.ts'
import type { DocumentRow } from './documents.ts'
import { documentEvents } from './events.ts'
import { askSignerJob } from './job-references.ts'
import { makeSignLink, type SignerRow } from './signers.ts'
import type { Changing } from './signing.ts'

/** Reminds a signer who was asked, in a transaction that holds the document (`lockDocument`). */
export const remind = async (
  { db, orgId, vault, at, enqueue, emit }: Changing,
  { id }: Pick<DocumentRow, 'id'>,
  signer: SignerRow,
  {
    newLink = false,
    byRule = [],
  }: {
    /** The link before ends. */
    readonly newLink?: boolean
    /** The reminders of the rule that this one is: none of them comes again. */
    readonly byRule?: readonly string[]
  } = {},
): Promise<void> => {
  if (newLink) await makeSignLink(db, orgId, signer, vault)
  await db
    .updateTable('document_signers')
    .set({ reminded_at: at, reminders: [...signer.reminders, ...byRule] })
    .where('org_id', '=', orgId)
    .where('document_id', '=', id)
    .where('id', '=', signer.id)
    .execute()
  await appendEvent(db, orgId, id, {
    kind: 'reminded',
    at,
    facts: { signer: signer.id, new_link: newLink, ...(byRule.length > 0 && { rule: byRule }) },
  })
  await emit(documentEvents.updated, id, { change: 'reminded' })
  await enqueue(askSignerJob, { orgId, documentId: id, signerId: signer.id, mailId: newId(), isReminder: true })
}
