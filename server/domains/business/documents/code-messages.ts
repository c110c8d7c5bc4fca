import type { Db, OpenContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { connectionOf } from '#domains/connections/connections/connections.ts'
import { digestOfAsked } from '#domains/conversations/inbox/messages.ts'
import { queueWhatsApp } from '#domains/conversations/whatsapp/outgoing-messages.ts'
import { isForNoOne, reachOf } from '#domains/conversations/whatsapp/recipients.ts'
import { chooseTemplate } from '#domains/conversations/whatsapp/templates.ts'
import { findHolders, identitiesOf } from '#domains/crm/identities/identity-keys.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { findMember } from '#domains/platform/users/users.ts'
import { type CodeTemplate, findCodeTemplate } from './code-templates.ts'
import { codeMs } from './codes.ts'
import type { DocumentRow } from './documents.ts'
import { documentErrors } from './errors.ts'
import { documentNotices } from './notices.ts'
import type { SignerRow } from './signers.ts'

/** By which each message with a code is known: that it is one, and whose. */
const idOf = ({ document_id, id }: Pick<SignerRow, 'document_id' | 'id'>, at: Date): string =>
  `signing-code:${document_id}:${id}:${at.getTime()}`

/** Whose code a message has; null of other messages. */
export const signerOfCode = (clientMessageId: string | null): { documentId: string; signerId: string } | null => {
  const [kind, documentId, signerId] = (clientMessageId ?? '').split(':')
  return kind === 'signing-code' && documentId && signerId ? { documentId, signerId } : null
}

/** The contact with an email address; not one that a later claim added it to. */
const findContactWith = async (db: Db, orgId: string, email: string): Promise<string | null> => {
  const holders = await findHolders(db, orgId, identitiesOf(orgId, { email }))
  return holders.find(({ proof }) => proof !== 'added')?.contactId ?? null
}

/** Null where a contact is not reached by a number there. */
const findPhone = async (
  db: Db,
  orgId: string,
  contactId: string,
): Promise<{ readonly phone: string; readonly isOfDemo: boolean } | null> => {
  const reach = await reachOf(db, orgId, contactId, null)
  if (reach.to === null || !('phone' in reach.to)) return null
  return { phone: reach.to.phone, isOfDemo: await isForNoOne(db, orgId, contactId, reach) }
}

/**
 * The number to which codes of a signer go: that of the contact with their address, as it is when the document is made. It stays with the document: who becomes that
 * contact later, or changes their number, gets no code of it.
 */
export const requireCodePhone = async (db: Db, orgId: string, email: string, field: string): Promise<string> => {
  const contactId = await findContactWith(db, orgId, email)
  const found = contactId && (await findPhone(db, orgId, contactId))
  if (!found) throw new Failure(documentErrors.signer_without_whatsapp, { field })
  if (found.isOfDemo)
    throw new Failure(documentErrors.signer_without_whatsapp, {
      field,
      message: 'This contact is demo data: no code is sent to them by WhatsApp.',
    })
  return found.phone
}

/** Whether a code to this number would be kept and not sent. */
const isOfDemo = async (db: Db, orgId: string, contactId: string, address: string): Promise<boolean> =>
  isForNoOne(db, orgId, contactId, await reachOf(db, orgId, contactId, address))

/** What is chosen for codes, in the language of the document where it is there in that; the template alone where it cannot be sent. */
const findSpoken = async (
  db: Db,
  orgId: string,
  connectionId: string,
  locale: string,
): Promise<{ readonly template: CodeTemplate | null; readonly spoken: CodeTemplate | null }> => {
  const template = await findCodeTemplate(db, orgId)
  for (const language of template ? [locale, template.language] : []) {
    const chosen = await chooseTemplate(db, orgId, connectionId, { name: template?.name ?? '', language, values: ['000000'] })
    if (template && !('code' in chosen)) return { template, spoken: { name: template.name, language: chosen.language } }
  }
  return { template, spoken: null }
}

/** Refuses what could not be sent once a signer asks for it: no number is connected, or there is no template for codes. */
export const requireCodeTemplate = async (db: Db, orgId: string, locale: string, field: string): Promise<void> => {
  const connection = await connectionOf(db, orgId, 'whatsapp')
  const found = connection && (await findSpoken(db, orgId, connection.id, locale))
  if (found?.spoken) return
  throw new Failure(documentErrors.code_template_missing, {
    field,
    message: !found
      ? 'No WhatsApp number is connected.'
      : found.template === null
        ? 'No template for codes by WhatsApp is chosen in Settings → Sealing.'
        : `The template “${found.template.name}” cannot be sent by WhatsApp any more. Choose another one in Settings → Sealing.`,
  })
}

/**
 * Queues the message with a code, in the transaction that makes it. The conversation shows that a code was sent, and not which. False where it cannot be sent: the
 * sender of the document is told.
 */
export const sendCodeMessage = async (
  { db, ...context }: Pick<OpenContext, 'db' | 'enqueue' | 'vault' | 'within' | 'settings'>,
  document: DocumentRow & { readonly at: Date },
  signer: SignerRow,
  code: string,
): Promise<boolean> => {
  const { org_id: orgId, at } = document
  const connection = await connectionOf(db, orgId, 'whatsapp')
  const found = connection && (await findSpoken(db, orgId, connection.id, document.locale))
  const contactId = await findContactWith(db, orgId, signer.email)
  const address = signer.phone?.replace(/^\+/, '') ?? null
  if (!found?.spoken || contactId === null || address === null || (await isOfDemo(db, orgId, contactId, address))) {
    await raiseFailedCode(db, orgId, document, signer)
    return false
  }
  const id = idOf(signer, at)
  try {
    await queueWhatsApp(
      { ...context, db, org: { id: orgId } },
      {
        ...{ contactId, dealId: null, address, personId: null, isAutomatic: true },
        said: { template: { ...found.spoken, values: [code], hiddenUntil: new Date(at.getTime() + codeMs) } },
        clientMessageId: id,
        clientDigest: digestOfAsked({ id }),
      },
    )
    return true
  } catch (error) {
    // A number that is no longer connected, a template that is paused: nothing was written yet.
    if (!(error instanceof Failure)) throw error
    await raiseFailedCode(db, orgId, document, signer)
    return false
  }
}

/** Tells the sender of a document that a signer cannot get on. */
export const raiseFailedCode = async (
  db: Db,
  orgId: string,
  { id, title, made_by }: Pick<DocumentRow, 'id' | 'title' | 'made_by'>,
  { name }: Pick<SignerRow, 'name'>,
): Promise<void> => {
  const sender = made_by && (await findMember(db, orgId, made_by)) ? made_by : null
  await raiseNotice(db, orgId, {
    ...{ notice: documentNotices.signing_code_failed, subjectId: id },
    ...(sender && { personId: sender }),
    facts: { title, name },
  })
}

/** A signer has entered a code, or needs none any more. */
export const settleFailedCode = (db: Db, orgId: string, documentId: string): Promise<unknown> =>
  clearNotice(db, orgId, documentNotices.signing_code_failed, documentId)
