import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { Locale } from '#shapes/languages.ts'
import { tidyLine } from '#shapes/letters.ts'
import { checkPass, SigningPass } from './codes.ts'
import { ConsentVersion, consentFacts, consentVersion } from './consent-words.ts'
import { DocumentStatus } from './document-facts.ts'
import { lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { FieldValues, fieldsOf, readMarks } from './marks.ts'
import { enterOpened } from './openings.ts'
import { findSigners, findSignLink, SignToken } from './signers.ts'
import { isTheirTurn, signFor } from './signing.ts'
import { dayOf, enterBySignLink } from './signing-views.ts'
import { isOriginalDamaged } from './whole-originals.ts'

export const signWithLink = action({
  name: 'sign-with-link',
  summary: 'Sign a document by the link of a signer',
  description:
    'Fills in the fields and signs. A signature without a value is the typed name; names and dates are filled in. Signing again answers the same and changes nothing.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  limit: { times: 20, seconds: 60 },
  input: z.object({
    token: SignToken,
    code: SigningPass,
    name: z.string().overwrite(tidyLine).trim().min(1).max(255).describe('As the signer writes it'),
    consent: z.boolean().describe('The signer agreed to sign electronically, in the words of `consent` of `show-signing`'),
    words: ConsentVersion.optional().describe(
      'The version of those words that the signer read: `consent` of `show-signing` as it was then; the present one without it',
    ),
    locale: Locale.optional().describe('In which the signer read the words of `consent`; that of the document without it'),
    values: FieldValues.default({}),
  }),
  output: z.object({ success: z.literal(true), status: DocumentStatus }),
  errors: [
    ...[
      documentErrors.sign_link_unknown,
      documentErrors.signing_code_needed,
      documentErrors.not_pending,
      documentErrors.not_their_turn,
      documentErrors.consent_missing,
    ],
    ...[documentErrors.field_missing, documentErrors.field_wrong, transportErrors.letter_without_font],
    documentErrors.file_damaged,
  ],
  examples: [
    {
      title: 'By typed name',
      input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', name: 'Maya Rao', consent: true, values: {} },
    },
  ],

  async prepare({ token }, context) {
    const link = await findSignLink(context.db, token)
    return link !== undefined && (await isOriginalDamaged(context, link.org_id, link.document_id))
  },

  async run({ token, code, name, consent, words, locale, values }, { fail, emitIn, prepared: isDamaged, ...context }) {
    const { db, ports, clientAddress, agent } = context
    const { orgId, documentId, signerId } = await enterBySignLink(context, token, fail)
    const document = await lockDocument(db, orgId, documentId)
    const signers = await findSigners(db, orgId, documentId)
    const signer = signers.find(({ id }) => id === signerId)
    if (!document || !signer) throw fail('sign_link_unknown')
    checkPass(signer, code, document.at, fail)
    if (signer.state === 'signed') return { success: true as const, status: document.status as DocumentStatus }
    if (document.status !== 'pending_signature' || document.ends_at <= document.at) throw fail('not_pending')
    if (!isTheirTurn(signers, signer)) throw fail('not_their_turn')
    if (isDamaged) throw fail('file_damaged')
    if (!consent) throw fail('consent_missing', { field: 'consent' })
    // It stands on the certificate, also where no field shows it.
    checkLetters(ports.documents.coverage(), { name })
    const marks = readMarks(fieldsOf(document, signer.id), values, {
      ...{ name, day: dayOf(document), coverage: ports.documents.coverage() },
    })
    await enterOpened({ db, orgId, at: document.at }, documentId, signer, 'signature')
    const { isComplete } = await signFor(
      { ...context, orgId, at: document.at, emit: (event, id, facts) => emitIn(orgId, event, id, facts) },
      document,
      signer,
      {
        ...{ class: 'link', marks, consent: consentFacts(words ?? consentVersion, locale ?? document.locale) },
        facts: { link: 'email', ...(signer.code !== 'none' && { code: signer.code }) },
        personal: { signed_as: name, address: clientAddress, agent },
      },
    )
    return { success: true as const, status: isComplete ? ('signed' as const) : ('pending_signature' as const) }
  },
})
