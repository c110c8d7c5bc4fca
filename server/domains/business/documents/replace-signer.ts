import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { Email, emailKey, findPerson } from '#domains/platform/users/users.ts'
import { tidyLine } from '#shapes/letters.ts'
import { requireCodePhone, requireCodeTemplate } from './code-messages.ts'
import { DocumentDetail, lockDocument, showDocumentOf } from './documents.ts'
import { documentErrors } from './errors.ts'
import { replaceSignerOf } from './replacing.ts'
import { findSigners, SignerCode } from './signers.ts'

export const replaceSigner = action({
  name: 'replace-signer',
  summary: 'Replace a signer with another person',
  description:
    'For a signer who has not signed. Their link ends at once; the new signer takes over role, turn and fields, and is asked by email as soon as it is their turn. Also to correct a name or an address, to send codes another way, and to agree to the person whom the signer named.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  scope: 'documents:write',
  hints: { destructive: true },
  limit: { times: 30, seconds: 60 },
  input: z.object({
    documentId: z.uuid(),
    signerId: z.uuid(),
    name: z.string().overwrite(tidyLine).trim().min(1).max(255),
    email: Email,
    code: SignerCode.optional().describe(
      'Asked for before the document is shown: as it was, without it. `whatsapp`: to the number of the contact with this address',
    ),
  }),
  output: z.object({ success: z.literal(true), document: DocumentDetail }),
  errors: [
    ...[documentErrors.document_not_found, documentErrors.signer_not_found, documentErrors.not_pending],
    ...[documentErrors.signer_doubled, transportErrors.letter_without_font],
    ...[documentErrors.signer_without_whatsapp, documentErrors.code_template_missing],
  ],
  examples: [
    {
      title: 'A colleague of the client',
      input: {
        ...{ documentId: '01980000-0000-7000-8000-000000000000', signerId: '01980000-0000-7000-8000-000000000001' },
        ...{ name: 'Ben Okafor', email: 'ben@example.com' },
      },
    },
  ],

  async run({ documentId, signerId, name, email, code: asked }, { fail, ...context }) {
    const { db, org, person, ports, settings, newId } = context
    checkLetters(ports.documents.coverage(), { name })
    const document = await lockDocument(db, org.id, documentId)
    if (!document) throw fail('document_not_found', { field: 'documentId' })
    const signers = await findSigners(db, org.id, documentId)
    const signer = signers.find(({ id }) => id === signerId)
    if (!signer) throw fail('signer_not_found', { field: 'signerId' })
    const isOpen = document.status === 'pending_signature' && document.ends_at > document.at
    if (!isOpen || signer.state === 'signed') throw fail('not_pending')
    const key = emailKey(email)
    if (signers.some((each) => each.id !== signerId && each.role === signer.role && each.email_key === key))
      throw fail('signer_doubled', { field: 'email', message: 'email: another signer of the document has this address' })
    const code = asked ?? (signer.code as SignerCode)
    if (code === 'whatsapp') await requireCodeTemplate(db, org.id, document.locale, 'code')
    const phone = code === 'whatsapp' ? await requireCodePhone(db, org.id, email, 'code') : null
    const caller = person && (await findPerson(db, person.id))
    const isCaller = signer.role === 'admin' && caller && emailKey(caller.email) === key
    await replaceSignerOf({ ...context, orgId: org.id, at: document.at }, document, signer, {
      ...{ id: newId(), name, email, emailKey: key, personId: isCaller ? caller.id : null },
      ...{ by: person?.id ?? null, code, phone },
    })
    const shown = await showDocumentOf(db, org.id, documentId, settings.publicUrl)
    if (!shown) throw new Error('a locked document is missing')
    return { success: true as const, document: shown }
  },
})
