import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { taskOutcomes } from '#domains/crm/deals/task-outcomes.ts'
import { Email, emailKey } from '#domains/platform/users/users.ts'
import { tidyLine } from '#shapes/letters.ts'
import { appendEvent } from './chain.ts'
import { checkPass, SigningPass } from './codes.ts'
import { lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { documentEvents } from './events.ts'
import { findSigners, SignToken, type Successor } from './signers.ts'
import { enterBySignLink } from './signing-views.ts'
import { askForSuccessor, isAsked, settleSuccessor } from './successors.ts'

export const handOverSigning = action({
  name: 'hand-over-signing',
  summary: 'Name the person who should sign instead, by the link of a signer',
  description:
    'The sender gets a notice and a task, and agrees by `replace-signer` or refuses by `keep-signer`. Until then nothing is sent to the person who is named, and the signer can still sign. Named again, the last one counts.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  limit: { times: 10, seconds: 60 },
  input: z.object({
    token: SignToken,
    code: SigningPass,
    name: z.string().overwrite(tidyLine).trim().min(1).max(255),
    email: Email,
    reason: z.string().overwrite(tidyLine).trim().max(1_000).nullish(),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    ...[
      documentErrors.sign_link_unknown,
      documentErrors.signing_code_needed,
      documentErrors.not_pending,
      documentErrors.not_their_turn,
    ],
    documentErrors.successor_is_signer,
  ],
  examples: [
    {
      title: 'To the one who signs contracts',
      input: {
        ...{ token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', name: 'Ben Okafor', email: 'ben@example.com' },
        reason: 'Ben signs contracts here',
      },
    },
  ],

  async run({ token, code, name, email, reason }, { fail, emitIn, ...context }) {
    const { db, clientAddress, agent } = context
    const { orgId, documentId, signerId } = await enterBySignLink(context, token, fail)
    const document = await lockDocument(db, orgId, documentId)
    const signer = (await findSigners(db, orgId, documentId)).find(({ id }) => id === signerId)
    if (!document || !signer) throw fail('sign_link_unknown')
    checkPass(signer, code, document.at, fail)
    if (document.status !== 'pending_signature' || document.ends_at <= document.at || signer.state === 'signed')
      throw fail('not_pending')
    if (signer.state !== 'asked') throw fail('not_their_turn')
    if (emailKey(email) === signer.email_key) throw fail('successor_is_signer', { field: 'email' })
    const before = signer.successor as unknown as Successor | null
    const isSame = isAsked(signer) && before?.name === name && before.email === email && before.reason === (reason || null)
    if (isSame) return { success: true as const }
    const successor = { name, email, reason: reason || null, at: document.at.toISOString(), refused: false }
    await settleSuccessor({ db, orgId }, signer, { doneBy: null, outcome: taskOutcomes.signerNamedOther })
    await askForSuccessor(db, orgId, document, signer, successor)
    await appendEvent(db, orgId, documentId, {
      ...{ kind: 'handed_over', at: document.at },
      facts: { signer: signerId },
      personal: { name: signer.name, to_name: name, to_email: email, reason: reason || null, address: clientAddress, agent },
    })
    await emitIn(orgId, documentEvents.updated, documentId, { change: 'handed over' })
    return { success: true as const }
  },
})
