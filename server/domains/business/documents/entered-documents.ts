import type { ExternalCallContext, Step } from '#core/context.ts'
import { type Reminders, reminderColumns } from '../templates/reminders.ts'
import { appendEvent } from './chain.ts'
import { enterFile, type StoredFile } from './document-files.ts'
import { findDocument } from './documents.ts'
import type { NewSigner } from './making.ts'
import { type PlacedField, placesDigest } from './marks.ts'
import { clockOf } from './sealing.ts'
import { askNextSigners, emitDocument } from './signing.ts'

/** As the caller names it. */
interface Asked {
  readonly title: string
  readonly docType: string
  readonly projectId: string
}

/** What was worked out before the transaction that stores it. */
export interface Made {
  readonly templateId: string
  readonly documentId: string
  readonly file: StoredFile
  readonly signers: readonly NewSigner[]
  readonly locale: string
  readonly endsAt: Date
  readonly contactId: string
  readonly version: number
  readonly reminders: Reminders
  readonly whenSigned: unknown
  readonly replacements: Readonly<Record<string, string>>
  readonly fields: readonly object[]
  readonly pages: readonly { readonly width: number; readonly height: number; readonly text: string }[]
  readonly changes: readonly object[]
}

/** Writes a document with its signers and first events, and asks those of the first turn. One that is there already stays as it is. */
export const enterDocument = async (
  step: Step,
  { org, vault }: Pick<ExternalCallContext, 'org' | 'vault'>,
  input: Asked,
  personId: string | null,
  made: Made,
): Promise<void> => {
  const { db } = step
  const { documentId, signers, file } = made
  const place = { org_id: org.id, document_id: documentId }
  const entered = await db
    .insertInto('documents')
    .values({
      ...{ org_id: org.id, id: documentId, title: input.title, doc_type: input.docType, locale: made.locale },
      ...{
        deal_id: input.projectId,
        contact_id: made.contactId,
        template_id: made.templateId,
        template_version: made.version,
      },
      ...{ replacements: JSON.stringify(made.replacements), changed_text: JSON.stringify(made.changes) },
      ...{ pages: JSON.stringify(made.pages), fields: JSON.stringify(made.fields), made_by: personId, ends_at: made.endsAt },
      ...reminderColumns(made.reminders),
      when_signed: made.whenSigned === null ? null : JSON.stringify(made.whenSigned),
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // Another request under the same Idempotency-Key was first.
  if (!entered) return
  await db.insertInto('directory.documents').values({ id: documentId, org_id: org.id }).execute()
  await db
    .insertInto('document_signers')
    .values(
      signers.map(({ id, name, email, emailKey, role, order, code, phone, personId: member }) => ({
        ...place,
        ...{ id, name, email, email_key: emailKey, role, turn: order, code, phone, person_id: member, state: 'waiting' },
      })),
    )
    .execute()
  await enterFile(db, org.id, documentId, file)
  const at = await clockOf(db)
  await appendEvent(db, org.id, documentId, {
    ...{ kind: 'made', at },
    facts: {
      ...{
        title: input.title,
        template: made.templateId,
        version: made.version,
        locale: made.locale,
        ends_at: made.endsAt.toISOString(),
      },
      fields: placesDigest(made.fields as readonly PlacedField[], made.pages),
      original: { sha256: file.sha256.toString('hex'), bytes: file.bytes, pages: made.pages.length },
      signers: signers.map(({ id, role, order, code }) => ({ id, role, order, code })),
    },
    personal: Object.fromEntries(
      signers.flatMap(({ id, name, email }) => [
        [`${id} name`, name],
        [`${id} email`, email],
      ]),
    ),
  })
  const row = await findDocument(db, org.id, documentId)
  if (!row) throw new Error('a document that was just made is not there')
  await askNextSigners({ ...step, orgId: org.id, vault, at }, row)
  await emitDocument({ ...step, orgId: org.id }, 'sent', documentId)
}
