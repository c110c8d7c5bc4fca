import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { UnsupportedCharacter, unsupportedOf } from '#core/unsupported-characters.ts'
import { shape } from '#shapes'
import { type Coverage, findMissing, tidyText } from '#shapes/letters.ts'
import { checkPass, SigningPass } from './codes.ts'
import { lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { findSigners, SignToken } from './signers.ts'
import { enterBySignLink } from './signing-views.ts'

/** A drawn signature is some 130 KB as a form holds it, and a picture 200. */
const mostCharacters = 400_000

export const saveSigningDraft = action({
  name: 'save-signing-draft',
  summary: 'Keep what a signer has filled in so far, by their link',
  description:
    'What a form holds, by the names of its fields, for the signer alone: `show-signing` answers it on any device until the document is signed or ends. It is no part of the evidence. An empty one removes it.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  hints: { destructive: false, idempotent: true },
  limit: { times: 60, seconds: 60 },
  input: z.object({
    token: SignToken,
    code: SigningPass,
    draft: z
      .record(z.string().max(60), z.string())
      .refine(
        (fields) => Object.values(fields).reduce((sum, { length }) => sum + length, 0) <= mostCharacters,
        'is longer than 400,000 characters',
      )
      .refine((fields) => Object.keys(fields).length <= 400, 'has more than 400 fields'),
  }),
  output: z.object({
    success: z.literal(true),
    unsupported: z
      .array(shape('UnsupportedField', { ...UnsupportedCharacter.shape, field: z.string() }))
      .describe('What a signature with these texts would be refused for: the first such character of each field'),
  }),
  errors: [...[documentErrors.sign_link_unknown, documentErrors.signing_code_needed], ...[documentErrors.not_pending]],
  examples: [
    {
      title: 'A field that is filled in',
      input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', draft: { name: 'Maya Rao', 'f.f1': 'PO 7' } },
    },
  ],

  async run({ token, code, draft }, { fail, ...context }) {
    const { db, ports } = context
    const { orgId, documentId, signerId } = await enterBySignLink(context, token, fail)
    const document = await lockDocument(db, orgId, documentId)
    const signer = (await findSigners(db, orgId, documentId)).find(({ id }) => id === signerId)
    if (!document || !signer) throw fail('sign_link_unknown')
    checkPass(signer, code, document.at, fail)
    const isOpen = document.status === 'pending_signature' && document.ends_at > document.at
    if (!isOpen || signer.state !== 'asked') throw fail('not_pending')
    await db
      .updateTable('document_signers')
      .set({ draft_marks: Object.keys(draft).length === 0 ? null : JSON.stringify(draft) })
      .where('org_id', '=', orgId)
      .where('document_id', '=', documentId)
      .where('id', '=', signerId)
      .execute()
    return { success: true as const, unsupported: unsupportedIn(draft, ports.documents.coverage()) }
  },
})

/** As long as a text of a signer can be; what is longer is no text, or is refused as too long. */
const mostTextCharacters = 500

const unsupportedIn = (draft: Readonly<Record<string, string>>, coverage: Coverage) =>
  Object.entries(draft).flatMap(([field, text]) => {
    const [missing] = text.length > mostTextCharacters ? [] : findMissing(tidyText(text), coverage, 1)
    return missing ? [{ field, ...unsupportedOf(missing) }] : []
  })
