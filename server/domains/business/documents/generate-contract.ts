import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db, ExternalCallContext, Step } from '#core/context.ts'
import { type Fail, transportErrors } from '#core/errors.ts'
import { invoiceErrors } from '#domains/business/invoices/errors.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { findStandingDeal } from '#domains/crm/deals/standing-deals.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { recordErrors } from '#domains/crm/records/errors.ts'
import { Instant } from '#shapes'
import { Locale } from '#shapes/languages.ts'
import { tidyLine } from '#shapes/letters.ts'
import { templateErrors } from '../templates/errors.ts'
import { findGoogleAccount, googleFailures } from '../templates/google-accounts.ts'
import { googleErrors } from '../templates/google-errors.ts'
import { type Placeholder, Replacements, resolveValues } from '../templates/placeholders.ts'
import { Reminders, templateReminders } from '../templates/reminders.ts'
import { findTemplateFile } from '../templates/template-files.ts'
import { findCurrentVersion } from '../templates/templates.ts'
import { boundedPages } from './bounded-pages.ts'
import { requireCodeTemplate } from './code-messages.ts'
import { beginAttempt } from './contract-attempts.ts'
import { makePaper } from './contract-papers.ts'
import { DocumentStatus, DocumentType } from './document-facts.ts'
import { storeFile } from './document-files.ts'
import { documentAddress, findDocument } from './documents.ts'
import { enterDocument, type Made } from './entered-documents.ts'
import { documentErrors } from './errors.ts'
import { googlePaper, openGoogleMaking } from './google-papers.ts'
import { checkNames, findParties, namedSigners, SignerInput } from './making.ts'
import { templateNamed } from './named-templates.ts'
import { sealProblem } from './seal-problems.ts'
import { clockOf, findSealing, keepIdentity, longestMs, makeIdentityFor, type Sealing, usualEnd } from './sealing.ts'
import { requiredProblem } from './stamping.ts'

const ContractWish = z.object({
  projectId: z.uuid().describe('The deal'),
  replacements: Replacements,
  title: z.string().overwrite(tidyLine).trim().min(1).max(255),
  docType: DocumentType,
  templateId: z
    .string()
    .trim()
    .min(1)
    .max(2_048)
    .describe('Of `list-templates`, or the id of a Google Doc that the workspace’s Google account may read'),
  userId: z.uuid().optional().describe('Your own id; an API key or a workflow has none'),
  signers: z.array(SignerInput).min(1).max(20).optional(),
  expiresAt: Instant.optional().describe('Until when it can be signed; 365 days at most'),
  reminders: Reminders.optional().describe('As the template or the workspace says, without it'),
  locale: Locale.optional().describe('Language of the pages, emails and certificate; English without one'),
})
type Given = z.output<typeof ContractWish>

export const generateContract = action({
  name: 'generate-contract',
  summary: 'Make a document from a template and send it to be signed',
  description:
    'Puts the values into the template, in one pass, and sets it as PDF; in a template of a PDF, a value that does not fit its box is rejected, never cut. Of a Google Doc a copy is made, filled in, exported and removed: the copy lies in the connected account and is shared with no one, and signers sign on a page that is added at the end. If Google does not respond, nothing is sent, and a repeat with the same `Idempotency-Key` continues. Signers are the contact of the deal and the caller, where that is a member, or those in `signers`; those of the first turn get an email with a link of their own. Answered when the PDF and its record are stored; emails follow. `url` is the page of the document in the app. What could not be sealed later is not made.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  callsProvider: true,
  scope: 'documents:write',
  limit: { times: 60, seconds: 60 },
  input: ContractWish,
  output: z.object({
    success: z.literal(true),
    document: z.object({ id: z.uuid(), title: z.string(), status: DocumentStatus, url: z.string() }),
  }),
  errors: [
    ...[
      dealErrors.deal_not_found,
      dealErrors.deal_has_no_contact,
      contactErrors.contact_not_found,
      recordErrors.record_in_bin,
      templateErrors.document_template_not_found,
      transportErrors.forbidden,
      transportErrors.letter_without_font,
    ],
    ...[templateErrors.unknown_placeholder, templateErrors.missing_placeholder, templateErrors.placeholder_wrong],
    ...[documentErrors.client_has_no_email, documentErrors.cannot_seal, invoiceErrors.document_late],
    ...[documentErrors.signer_doubled, documentErrors.signer_missing, documentErrors.deadline_wrong],
    ...[documentErrors.signer_without_whatsapp, documentErrors.code_template_missing],
    ...[documentErrors.signature_missing, templateErrors.value_too_long, templateErrors.template_file_damaged],
    templateErrors.placeholder_doubled,
    ...[googleErrors.google_doc_changed, googleErrors.google_doc_too_large, googleErrors.google_storage_full],
    ...[googleErrors.placeholder_left, templateErrors.template_unreadable, ...googleFailures],
    ...[templateErrors.pdf_broken, templateErrors.pdf_too_many_pages],
  ],
  examples: [
    {
      title: 'For the client of a deal',
      input: {
        ...{ projectId: '01980000-0000-7000-8000-000000000000', templateId: '01980000-0000-7000-8000-000000000001' },
        ...{ userId: '01980000-0000-7000-8000-000000000002', title: 'Service agreement', docType: 'contract' },
        replacements: { '{{CLIENT_NAME}}': 'Maya Rao' },
      },
    },
  ],

  async run(input, { fail, ...context }) {
    const { org, person, ports, vault, newId, inOrg } = context
    const personId = person?.id ?? null
    if ((input.userId ?? null) !== personId) throw fail('forbidden', { field: 'userId' })
    const templateId = await templateNamed(context, input.templateId, personId)
    if (templateId === null) throw fail('document_template_not_found', { field: 'templateId' })
    const seen = await inOrg((step) => lookUp(step, context, { ...input, templateId }, personId, fail))
    const answer = (id: string, title: string) => ({
      success: true as const,
      document: {
        id,
        title,
        status: seen.made?.status ?? ('pending_signature' as const),
        url: documentAddress(context.settings.publicUrl, id),
      },
    })
    if (seen.made) return answer(seen.made.id, seen.made.title)
    const { signers, sealing, organization, version, endsAt, documentId } = seen
    const unstamped = await requiredProblem(sealing, ports.timestamps)
    if (unstamped !== null) throw fail('cannot_seal', { message: unstamped })
    checkNames(ports.documents.coverage(), input.title, organization.name, signers)
    const values = resolveValues(version.placeholders as Placeholder[], input.replacements, ports.documents.coverage(), fail)
    const locale = input.locale ?? 'en'
    const making = {
      ...{ orgId: org.id, documentId, title: input.title, issuer: organization.name, locale, named: namedSigners(signers) },
      day: seen.at.toISOString().slice(0, 10),
    }
    const google = seen.account && openGoogleMaking(context, seen.account, seen.attemptId)
    try {
      const paper = google
        ? await googlePaper(google.docs, ports, { version, mark: seen.attemptId, values }, making)
        : await makePaper(ports, seen, values, making)
      const pages = await boundedPages(ports, paper.pdf, org.id)
      if (!sealing.identity) {
        const made = await makeIdentityFor(ports.paper, organization.name, seen.at)
        await inOrg(({ db }) => keepIdentity(db, org.id, { made, id: newId(), paper: ports.paper, vault }))
      }
      const store = { files: ports.files, announce: (work: (db: Db) => Promise<void>) => inOrg(({ db }) => work(db)) }
      const file = await storeFile(store, { orgId: org.id, documentId, kind: 'original', bytes: paper.pdf })
      const made: Made = {
        ...{ documentId, templateId, file, signers, locale, endsAt, contactId: seen.contactId, version: version.version },
        ...{ replacements: Object.fromEntries(values), fields: paper.fields, changes: paper.changes },
        whenSigned: version.when_signed,
        reminders: input.reminders ?? templateReminders(version) ?? sealing.reminders,
        pages: pages.map(({ widthPt: width, heightPt: height, text }, at) => ({
          width,
          height,
          text: paper.words[at] ?? text,
        })),
      }
      await inOrg((step) => enterDocument(step, context, input, personId, made))
    } finally {
      await google?.tidy()
    }
    return answer(documentId, input.title)
  },
})

type LookFail = Fail<
  'deal_not_found' | 'document_template_not_found' | 'cannot_seal' | 'deadline_wrong' | 'google_not_connected'
>

const lookUp = async (
  step: Step,
  { org, newId, vault, idempotencyId }: Pick<ExternalCallContext, 'org' | 'newId' | 'vault' | 'idempotencyId'>,
  input: Given,
  personId: string | null,
  fail: LookFail,
) => {
  const { db } = step
  const { contactId } = await findStandingDeal(db, org.id, input.projectId, 'projectId')
  const version = await findCurrentVersion(db, org.id, input.templateId)
  if (!version) throw fail('document_template_not_found', { field: 'templateId' })
  const account = version.kind === 'google' ? await findGoogleAccount(db, org.id) : undefined
  if (version.kind === 'google' && !account) throw fail('google_not_connected')
  const at = await clockOf(db)
  const sealing: Sealing = await findSealing(db, org.id)
  const endsAt = input.expiresAt ? new Date(input.expiresAt) : usualEnd(sealing, at)
  if (endsAt <= at || endsAt.getTime() > at.getTime() + longestMs) throw fail('deadline_wrong', { field: 'expiresAt' })
  const whatsapp = (input.signers ?? []).findIndex(({ code }) => code === 'whatsapp')
  if (whatsapp >= 0) await requireCodeTemplate(db, org.id, input.locale ?? 'en', `signers.${whatsapp}.code`)
  const problem = sealProblem(sealing, vault, { at, endsAt })
  if (problem) throw fail('cannot_seal', { message: problem.says })
  const attempt = await attemptOf(step, { orgId: org.id, newId, idempotencyId, input, connectionId: account?.id ?? null })
  return {
    ...attempt,
    account,
    at,
    endsAt,
    sealing,
    version,
    file: version.file_id === null ? undefined : await findTemplateFile(db, org.id, version.file_id),
    contactId,
    ...(await findParties(db, org.id, { personId, contactId, given: input.signers, newId })),
  }
}

interface Attempting {
  readonly orgId: string
  readonly newId: () => string
  readonly idempotencyId: string | null
  readonly input: Given
  readonly connectionId: string | null
}

/** Of what leaves something elsewhere, or may be asked for again: an attempt is written first, and a repeat is given the document of before. */
const attemptOf = async (step: Step, { orgId, newId, idempotencyId, input, connectionId }: Attempting) => {
  const fresh = { documentId: newId(), attemptId: newId(), made: undefined }
  if (idempotencyId === null && connectionId === null) return fresh
  const { id: attemptId, document_id } = await beginAttempt(step, {
    ...{ orgId, id: fresh.attemptId, documentId: fresh.documentId, askedBy: idempotencyId, wish: input, connectionId },
  })
  if (document_id === null) throw new Error('an attempt at a document without its id')
  const made = await findDocument(step.db, orgId, document_id)
  return {
    ...{ documentId: document_id, attemptId },
    made: made && { id: made.id, title: made.title, status: DocumentStatus.parse(made.status) },
  }
}
