import { taskOutcomes } from '#domains/crm/deals/task-outcomes.ts'
import { appendEvent } from './chain.ts'
import { settleFailedCode } from './code-messages.ts'
import type { DocumentRow } from './documents.ts'
import { documentEvents } from './events.ts'
import type { PlacedField } from './marks.ts'
import { endSignLink, type SignerCode, type SignerRow } from './signers.ts'
import { askNextSigners, type Changing } from './signing.ts'
import { settleSuccessor } from './successors.ts'

/** Who signs from now on. */
interface Replacement {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly emailKey: string
  /** Where it is the member who replaces. */
  readonly personId: string | null
  readonly by: string | null
  /** Asked for before the document is shown, and where it goes. */
  readonly code: SignerCode
  readonly phone: string | null
}

/**
 * Puts another person in the place of a signer who has not signed, in a transaction that holds the document. The former one stays with the
 * document as `replaced`; their fields are the other's.
 */
export const replaceSignerOf = async (
  changing: Changing,
  document: DocumentRow,
  former: SignerRow,
  { id, name, email, emailKey, personId, by, code, phone }: Replacement,
): Promise<void> => {
  const { db, orgId, at, emit } = changing
  const place = { org_id: orgId, document_id: document.id }
  await settleSuccessor(changing, former, { doneBy: by, outcome: taskOutcomes.signerReplaced })
  await settleFailedCode(db, orgId, document.id)
  await endSignLink(db, orgId, former)
  await db
    .updateTable('document_signers')
    .set({ state: 'replaced', draft_marks: null, successor: null })
    .where('org_id', '=', orgId)
    .where('document_id', '=', document.id)
    .where('id', '=', former.id)
    .execute()
  await db
    .insertInto('document_signers')
    .values({
      ...{ ...place, id, name, email, email_key: emailKey, person_id: personId },
      ...{ role: former.role, turn: former.turn, code, phone, state: 'waiting' },
    })
    .execute()
  // Papers of before said the name of the former one at the line that we drew ourselves.
  const fields = (document.fields as unknown as PlacedField[]).map((field) =>
    field.signerId === former.id ? { ...field, signerId: id, label: field.label === former.name ? name : field.label } : field,
  )
  await db
    .updateTable('documents')
    .set({ fields: JSON.stringify(fields) })
    .where('org_id', '=', orgId)
    .where('id', '=', document.id)
    .execute()
  await appendEvent(db, orgId, document.id, {
    ...{ kind: 'replaced', at },
    facts: { signer: former.id, by: id, person: by, ...(code !== former.code && { code }) },
    personal: { name, email, former_name: former.name, former_email: former.email },
  })
  await askNextSigners(changing, document)
  await emit(documentEvents.updated, document.id, { change: 'replaced' })
}
