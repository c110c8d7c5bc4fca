import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { Email, emailKey, findPerson } from '#domains/platform/users/users.ts'
import { Instant } from '#shapes'
import { Locale } from '#shapes/languages.ts'
import { tidyLine } from '#shapes/letters.ts'
import { findChain } from './chain.ts'
import { ConsentVersion, consentFacts, consentVersion } from './consent-words.ts'
import { DocumentStatus } from './document-facts.ts'
import { documentAddress, lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { FieldValues, fieldsOf, readMarks } from './marks.ts'
import { findSealing } from './sealing.ts'
import { checkSignedBefore } from './signed-before.ts'
import { findPaper } from './signed-papers.ts'
import { findSigners, SignerRole } from './signers.ts'
import { isTheirTurn, signFor } from './signing.ts'
import { dayOf } from './signing-views.ts'
import { isOriginalDamaged } from './whole-originals.ts'

/** A claimed time may be that much ahead of our clock. */
const aheadMs = 24 * 3_600_000

export const signDocument = action({
  name: 'sign-document',
  summary: 'Record a signature as a member',
  description:
    'As `admin` you sign yourself, signed in, with `values` for your own fields (`fields` of `show-document`). As `client` you attest that the client signed elsewhere; certificate and verify page say so. `timestamp` is kept as a claim beside the time of the server. `url` is that of the document, or of a paper that was signed by hand (`upload-signed-file`): then the signature is attested, by the client or by you, and the certificate, the sealed document and the verify page have the paper. It is not fetched. The same signature again answers the same; where the signer signed before in another way, or on another paper, `already_signed` says how and when. With the last signature the document is `signed`: sealing it, its certificate and the emails follow.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  limit: { times: 60, seconds: 60 },
  input: z.object({
    documentId: z.uuid(),
    data: z.object({
      signerName: z.string().overwrite(tidyLine).trim().min(1).max(255),
      signerEmail: Email,
      signerRole: SignerRole,
      timestamp: Instant,
    }),
    url: z.string().trim().min(1).max(2_000),
    values: FieldValues.default({}),
    consent: z
      .boolean()
      .optional()
      .describe(
        'Of your own signature: you agreed to sign electronically, in words that the evidence then names. Of a signature that you attest, nothing is recorded',
      ),
    words: ConsentVersion.optional().describe('The version of those words that you read; the present one without it'),
    locale: Locale.optional().describe('In which you read them; that of the document without it'),
  }),
  output: z.object({ success: z.literal(true), status: DocumentStatus }),
  errors: [
    ...[
      documentErrors.document_not_found,
      documentErrors.signer_not_found,
      documentErrors.not_pending,
      documentErrors.already_signed,
      documentErrors.not_their_turn,
    ],
    ...[documentErrors.attesting_forbidden, documentErrors.foreign_url, documentErrors.claimed_in_future],
    ...[documentErrors.field_missing, documentErrors.field_wrong, documentErrors.signed_as_other],
    ...[transportErrors.letter_without_font, documentErrors.file_damaged, documentErrors.consent_missing],
  ],
  examples: [
    {
      title: 'Your own signature',
      input: {
        documentId: '01980000-0000-7000-8000-000000000000',
        data: {
          signerName: 'Mira Rao',
          signerEmail: 'mira@example.com',
          signerRole: 'admin',
          timestamp: '2026-11-24T10:00:00Z',
        },
        consent: true,
        url: 'https://foyer.example.com/documents/01980000-0000-7000-8000-000000000000',
      },
    },
  ],

  prepare: async ({ documentId }, context) =>
    context.orgId !== null && (await isOriginalDamaged(context, context.orgId, documentId)),

  async run({ documentId, data, url, values, consent, words, locale }, { fail, prepared: isDamaged, ...context }) {
    const { db, org, person, settings, ports, clientAddress, agent } = context
    const document = await lockDocument(db, org.id, documentId)
    if (!document) throw fail('document_not_found', { field: 'documentId' })
    const isOnPaper = url !== documentAddress(settings.publicUrl, documentId)
    const paper = isOnPaper ? await findPaper(db, org.id, documentId, { url, publicUrl: settings.publicUrl }) : null
    if (paper === undefined) throw fail('foreign_url', { field: 'url' })
    if (Date.parse(data.timestamp) > document.at.getTime() + aheadMs)
      throw fail('claimed_in_future', { field: 'data.timestamp' })
    const key = emailKey(data.signerEmail)
    const caller = await findPerson(db, person.id)
    if (data.signerRole === 'admin' && emailKey(caller?.email ?? '') !== key)
      throw fail('signed_as_other', { field: 'data.signerEmail' })
    const signers = await findSigners(db, org.id, documentId)
    const signer = signers.find((each) => each.email_key === key && each.role === data.signerRole)
    if (!signer) throw fail('signer_not_found', { field: 'data.signerEmail' })
    const isOwn = data.signerRole === 'admin' && paper === null
    const how = isOwn ? ('session' as const) : ('attested' as const)
    if (signer.state === 'signed') {
      const chain = await findChain(db, org.id, documentId)
      checkSignedBefore(chain, signer.id, { class: how, paper: paper?.sha256 ?? null })
      return { success: true as const, status: document.status as DocumentStatus }
    }
    if (document.status !== 'pending_signature' || document.ends_at <= document.at) throw fail('not_pending')
    if (!isTheirTurn(signers, signer)) throw fail('not_their_turn')
    if (isDamaged) throw fail('file_damaged')
    if (isOwn && consent === false) throw fail('consent_missing', { field: 'consent' })
    if (!isOwn && !(await findSealing(db, org.id)).allowsAttesting) throw fail('attesting_forbidden')
    // It stands on the certificate, also where no field shows it.
    checkLetters(ports.documents.coverage(), { 'data.signerName': data.signerName })
    // Where a signer signed elsewhere, nothing of theirs stands in the fields here.
    const marks = readMarks(isOwn ? fieldsOf(document, signer.id) : [], values, {
      ...{ name: data.signerName, day: dayOf(document), coverage: ports.documents.coverage() },
    })
    const { isComplete } = await signFor({ ...context, orgId: org.id, at: document.at }, document, signer, {
      class: how,
      marks,
      facts: {
        ...{ person: person.id, claimed_at: new Date(data.timestamp).toISOString() },
        ...(paper && { paper: { sha256: paper.sha256.toString('hex'), bytes: Number(paper.bytes) } }),
      },
      personal: isOwn
        ? { signed_as: data.signerName, address: clientAddress, agent }
        : {
            ...{ signed_as: data.signerName, attested_by: caller?.name ?? null },
            ...{ attested_address: clientAddress, attested_agent: agent },
          },
      consent: isOwn && consent ? consentFacts(words ?? consentVersion, locale ?? document.locale) : null,
    })
    return { success: true as const, status: isComplete ? ('signed' as const) : ('pending_signature' as const) }
  },
})
