import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findMailBrand } from '#domains/platform/business-identity/mail-brands.ts'
import { queueMail } from '#domains/platform/mail-out/mails.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { isDemoEmail } from '#shapes/demo-people.ts'
import { put } from '#shapes/texts.ts'
import { appendEvent } from './chain.ts'
import { sendCodeMessage } from './code-messages.ts'
import { codeAgainMs, endCode, makeCode } from './codes.ts'
import { enterSignerMail } from './document-mails.ts'
import { lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { findSigners, SignToken, signAddress } from './signers.ts'
import { clientMail } from './signing-mails.ts'
import { enterBySignLink } from './signing-views.ts'
import { signingWords } from './strings.ts'

export const sendSigningCode = action({
  name: 'send-signing-code',
  summary: 'Send a signer the code that their link asks for',
  description:
    'Six digits, to the email address of the signer or by WhatsApp to their number, as the sender chose it, for ten minutes and five tries; the code before ends. Within 30 seconds of the last one, and for a signer who needs none, it does nothing. A code by WhatsApp is in no conversation: members see that one was sent.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  limit: { times: 10, seconds: 60 },
  input: z.object({ token: SignToken }),
  output: z.object({
    success: z.literal(true),
    sent: z
      .boolean()
      .describe(
        'False where none can be sent by WhatsApp now, which the sender of the document is told, or the address is demo data',
      ),
  }),
  errors: [documentErrors.sign_link_unknown],
  examples: [{ title: 'Before the document is shown', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq' } }],

  async run({ token }, { fail, ...context }) {
    const { db, clientAddress, agent, settings, demand } = context
    const { orgId, documentId, signerId } = await enterBySignLink(context, token, fail)
    await demand(`signing codes ${signerId}`, { times: 10, seconds: 3_600 })
    const document = await lockDocument(db, orgId, documentId)
    const signer = (await findSigners(db, orgId, documentId)).find(({ id }) => id === signerId)
    if (!document || !signer) throw fail('sign_link_unknown')
    const sentAt = signer.code_hash === null ? null : signer.code_sent_at
    if (signer.code === 'none' || (sentAt && document.at.getTime() - sentAt.getTime() < codeAgainMs))
      return { success: true as const, sent: true }
    const code = await makeCode(db, signer, document.at)
    const isByWhatsApp = signer.code === 'whatsapp'
    // An email to a person of the demo would end in the outbox, and the signer would wait for it.
    if (isByWhatsApp ? !(await sendCodeMessage(context, document, signer, code)) : isDemoEmail(signer.email)) {
      await endCode(db, signer)
      return { success: true as const, sent: false }
    }
    await appendEvent(db, orgId, documentId, {
      ...{ kind: 'code_sent', at: document.at },
      facts: { signer: signerId, by: signer.code },
      personal: { email: isByWhatsApp ? null : signer.email, phone: signer.phone, address: clientAddress, agent },
    })
    if (isByWhatsApp) return { success: true as const, sent: true }
    const sender = (await findOrganization(db, orgId))?.name ?? ''
    const words = signingWords(document.locale)
    const mailId = await queueMail(context, orgId, {
      ...{ to: signer.email, toName: signer.name, template: 'sign-request' },
      brand: await findMailBrand(db, orgId, document.locale),
      facts: clientMail(document.locale, sender, 'signs', {
        subject: put(words.codeSubject, { title: document.title }),
        title: put(words.codeTitle, { code }),
        first: put(words.codeSays, { title: document.title }),
        second: words.codeEnds,
        ...{ button: words.askButton, link: signAddress(settings.publicUrl, token) },
      }),
    })
    await enterSignerMail(db, orgId, { mailId, documentId, signerId, kind: 'code' })
    return { success: true as const, sent: true }
  },
})
