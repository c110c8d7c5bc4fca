import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { checkPass, SigningPass } from './codes.ts'
import { findDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { clockOf } from './sealing.ts'
import { findSigners, SignToken } from './signers.ts'
import { EndedSignLink, enterBySignLink, Signing, showEndedLink, showSigningOf } from './signing-views.ts'

export const showSigning = action({
  name: 'show-signing',
  summary: 'Show a document by the link of a signer',
  description:
    'What the public page of a signer shows: the document with its pages, the fields to fill in, and who else signs. Once it was taken back, declined or not signed in time, its pages and fields are left out. 30 days after it was sealed the link ends: then `ended` says whom to ask, and `signing` is null.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 60, seconds: 60 },
  input: z.object({ token: SignToken, code: SigningPass }),
  output: z.object({ signing: Signing.nullable(), ended: EndedSignLink.nullable() }),
  errors: [documentErrors.sign_link_unknown, documentErrors.signing_code_needed],
  examples: [{ title: 'The token of a link', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq' } }],

  async run({ token, code }, { fail, ...context }) {
    const { db } = context
    const { orgId, documentId, signerId } = await enterBySignLink(context, token, fail)
    const document = await findDocument(db, orgId, documentId)
    const signer = (await findSigners(db, orgId, documentId)).find(({ id }) => id === signerId)
    if (!document || !signer) throw fail('sign_link_unknown')
    const at = await clockOf(db)
    const ended = await showEndedLink(db, orgId, document, at)
    if (ended) return { signing: null, ended }
    checkPass(signer, code, at, fail)
    return { signing: await showSigningOf(db, orgId, { document, signer, at }), ended: null }
  },
})
