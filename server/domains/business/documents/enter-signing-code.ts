import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { appendEvent } from './chain.ts'
import { settleFailedCode } from './code-messages.ts'
import { tryCode, wayOf } from './codes.ts'
import { lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { findSigners, findSignLink, SignToken } from './signers.ts'

export const enterSigningCode = action({
  name: 'enter-signing-code',
  summary: 'Enter the code that a signer was sent',
  description:
    'Answers a pass, which the other calls of this signer take as `code` for twelve hours. After five wrong tries the code is spent.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  // Not in one transaction: a wrong try has to count.
  callsProvider: true,
  hints: { destructive: false },
  limit: { times: 20, seconds: 60 },
  input: z.object({
    token: SignToken,
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/),
  }),
  output: z.object({ success: z.literal(true), pass: z.string() }),
  errors: [documentErrors.sign_link_unknown, documentErrors.signing_code_wrong, documentErrors.signing_code_spent],
  examples: [{ title: 'As in the email', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', code: '031942' } }],

  async run({ token, code }, { outside, inOrg, conclude, fail, clientAddress, agent }) {
    const link = await outside((db) => findSignLink(db, token))
    if (!link) throw fail('sign_link_unknown')
    const { org_id: orgId, document_id: documentId, signer_id: signerId } = link
    const tried = await inOrg(orgId, async ({ db }) => {
      const document = await lockDocument(db, orgId, documentId)
      const signer = (await findSigners(db, orgId, documentId)).find(({ id }) => id === signerId)
      if (!document || !signer) return 'unknown'
      const outcome = await tryCode(db, signer, code, document.at)
      if (typeof outcome === 'object')
        await appendEvent(db, orgId, documentId, {
          ...{ kind: 'code_entered', at: document.at },
          facts: { signer: signerId, by: signer.code },
          personal: { name: signer.name, email: signer.email, phone: signer.phone, address: clientAddress, agent },
        })
      if (typeof outcome === 'object') await settleFailedCode(db, orgId, documentId)
      return { outcome, way: wayOf(signer) }
    })
    if (tried === 'unknown') throw fail('sign_link_unknown')
    const { outcome, way } = tried
    if (outcome === 'wrong') throw fail('signing_code_wrong', { field: 'code', facts: way })
    if (outcome === 'spent') throw fail('signing_code_spent', { field: 'code', facts: way })
    return conclude(orgId, async () => ({ success: true as const, pass: outcome.pass }))
  },
})
