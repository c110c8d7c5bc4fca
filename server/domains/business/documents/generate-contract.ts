import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { ExternalCallContext, Step } from '#core/context.ts'
import { type Fail, transportErrors } from '#core/errors.ts'
import { invoiceErrors } from '#domains/business/invoices/errors.ts'
import { findDeal } from '#domains/crm/deals/deals.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { canonicalContactOf } from '#domains/crm/identities/merge-groups.ts'
import { Instant } from '#shapes'
import { Locale } from '#shapes/languages.ts'
import { tidyLine } from '#shapes/letters.ts'
import { templateErrors } from '../templates/errors.ts'
import { type Placeholder, Replacements, resolveValues } from '../templates/placeholders.ts'
import { Reminders, reminderColumns, templateReminders } from '../templates/reminders.ts'
import { findTemplateFile } from '../templates/template-files.ts'
import { findCurrentVersion } from '../templates/templates.ts'
import { appendEvent } from './chain.ts'
import { makePaper } from './contract-papers.ts'
import { DocumentStatus, DocumentType } from './document-facts.ts'
import { enterFile, type StoredFile, storeFile } from './document-files.ts'
import { documentAddress, findDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { inTime } from './in-time.ts'
import { checkNames, findParties, type NewSigner, namedSigners, SignerInput } from './making.ts'
import { clockOf, findSealing, keepIdentity, longestMs, makeIdentityFor, type Sealing, sealProblem } from './sealing.ts'
import { askNextSigners, emitDocument } from './signing.ts'
import { requiredProblem } from './stamping.ts'

const dayMs = 86_400_000

export const generateContract = action({
  name: 'generate-contract',
  summary: 'Make a document from a template and send it to be signed',
  description:
    'Puts the values into the template, in one pass, and sets it as PDF; in a template of a PDF, a value that does not fit its box is rejected, never cut. Signers are the contact of the deal and the caller, or those in `signers`; those of the first turn get an email with a link of their own. Answered when the PDF and its record are stored; emails follow. `url` is the page of the document in the app. What could not be sealed later is not made.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({
    projectId: z.uuid().describe('The deal'),
    replacements: Replacements,
    title: z.string().overwrite(tidyLine).trim().min(1).max(255),
    docType: DocumentType,
    templateId: z.string().trim().min(1).max(200),
    userId: z.uuid().describe('Your own id'),
    signers: z.array(SignerInput).min(1).max(20).optional(),
    expiresAt: Instant.optional().describe('Until when it can be signed; 365 days at most'),
    reminders: Reminders.optional().describe('As the template or the workspace says, without it'),
    locale: Locale.optional().describe('Language of the pages, emails and certificate; English without one'),
  }),
  output: z.object({
    success: z.literal(true),
    document: z.object({ id: z.uuid(), title: z.string(), status: DocumentStatus, url: z.string() }),
  }),
  errors: [
    ...[
      dealErrors.deal_not_found,
      templateErrors.document_template_not_found,
      transportErrors.forbidden,
      transportErrors.letter_without_font,
    ],
    ...[templateErrors.unknown_placeholder, templateErrors.missing_placeholder, templateErrors.placeholder_wrong],
    ...[documentErrors.client_has_no_email, documentErrors.cannot_seal, invoiceErrors.document_late],
    ...[documentErrors.signer_doubled, documentErrors.signer_missing, documentErrors.deadline_wrong],
    ...[documentErrors.signature_missing, templateErrors.value_too_long, templateErrors.template_file_damaged],
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
    if (person === null || person.id !== input.userId) throw fail('forbidden', { field: 'userId' })
    const seen = await inOrg((step) => lookUp(step, context, input, person.id, fail))
    const { signers, sealing, organization, version, endsAt } = seen
    const unstamped = await requiredProblem(sealing, ports.timestamps)
    if (unstamped !== null) throw fail('cannot_seal', { message: unstamped })
    checkNames(ports.documents.coverage(), input.title, organization.name, signers)
    const values = resolveValues(version.placeholders as Placeholder[], input.replacements, ports.documents.coverage(), fail)
    const locale = input.locale ?? 'en'
    const named = namedSigners(signers)
    const paper = await makePaper(ports, seen, values, {
      ...{ orgId: org.id, title: input.title, issuer: organization.name, locale, named },
      day: seen.at.toISOString().slice(0, 10),
    })
    const pages = await inTime(ports.paper.pagesOf(paper.pdf, org.id))
    if (!sealing.identity) {
      const made = await makeIdentityFor(ports.paper, organization.name, seen.at)
      await inOrg(({ db }) => keepIdentity(db, org.id, { made, id: newId(), paper: ports.paper, vault }))
    }
    const documentId = newId()
    const file = await storeFile(ports.files, { orgId: org.id, documentId, kind: 'original', bytes: paper.pdf })
    const made: Made = {
      ...{ documentId, file, signers, locale, endsAt, contactId: seen.contactId, version: version.version },
      ...{ replacements: Object.fromEntries(values), fields: paper.fields, changes: paper.changes },
      whenSigned: version.when_signed,
      reminders: input.reminders ?? templateReminders(version) ?? sealing.reminders,
      pages: pages.map(({ widthPt: width, heightPt: height, text }, at) => ({ width, height, text: paper.words[at] ?? text })),
    }
    await inOrg((step) => enterDocument(step, context, input, person.id, made))
    const url = documentAddress(context.settings.publicUrl, documentId)
    return {
      success: true as const,
      document: { id: documentId, title: input.title, status: 'pending_signature' as const, url },
    }
  },
})

type Given = z.output<typeof generateContract.input>
type LookFail = Fail<'deal_not_found' | 'document_template_not_found' | 'cannot_seal' | 'deadline_wrong'>

const lookUp = async (
  { db }: Step,
  { org, newId }: Pick<ExternalCallContext, 'org' | 'newId'>,
  input: Given,
  personId: string,
  fail: LookFail,
) => {
  const deal = await findDeal(db, org.id, input.projectId)
  if (!deal) throw fail('deal_not_found', { field: 'projectId' })
  const version = z.uuid().safeParse(input.templateId).success
    ? await findCurrentVersion(db, org.id, input.templateId)
    : undefined
  if (version?.kind !== 'text' && version?.kind !== 'pdf') throw fail('document_template_not_found', { field: 'templateId' })
  const at = await clockOf(db)
  const sealing: Sealing = await findSealing(db, org.id)
  const endsAt = input.expiresAt ? new Date(input.expiresAt) : new Date(at.getTime() + sealing.daysToSign * dayMs)
  if (endsAt <= at || endsAt.getTime() > at.getTime() + longestMs) throw fail('deadline_wrong', { field: 'expiresAt' })
  const problem = sealProblem(sealing, endsAt)
  if (problem) throw fail('cannot_seal', { message: problem })
  const contactId = await canonicalContactOf(db, org.id, deal.contact_id)
  return {
    at,
    endsAt,
    sealing,
    version,
    file: version.file_id === null ? undefined : await findTemplateFile(db, org.id, version.file_id),
    contactId,
    ...(await findParties(db, org.id, { personId, contactId, given: input.signers, newId })),
  }
}

/** What was worked out before the transaction that stores it. */
interface Made {
  readonly documentId: string
  readonly file: StoredFile
  readonly signers: readonly NewSigner[]
  readonly locale: string
  readonly endsAt: Date
  readonly contactId: string
  readonly version: number
  readonly reminders: Reminders
  readonly whenSigned: unknown
  readonly replacements: Readonly<Record<string, string>>
  readonly fields: readonly object[]
  readonly pages: readonly unknown[]
  readonly changes: readonly object[]
}

const enterDocument = async (
  step: Step,
  { org, vault }: Pick<ExternalCallContext, 'org' | 'vault'>,
  input: Given,
  personId: string,
  made: Made,
): Promise<void> => {
  const { db } = step
  const { documentId, signers, file } = made
  const place = { org_id: org.id, document_id: documentId }
  await db
    .insertInto('documents')
    .values({
      ...{ org_id: org.id, id: documentId, title: input.title, doc_type: input.docType, locale: made.locale },
      ...{
        deal_id: input.projectId,
        contact_id: made.contactId,
        template_id: input.templateId,
        template_version: made.version,
      },
      ...{ replacements: JSON.stringify(made.replacements), changed_text: JSON.stringify(made.changes) },
      ...{ pages: JSON.stringify(made.pages), fields: JSON.stringify(made.fields), made_by: personId, ends_at: made.endsAt },
      ...reminderColumns(made.reminders),
      when_signed: made.whenSigned === null ? null : JSON.stringify(made.whenSigned),
    })
    .execute()
  await db.insertInto('directory.documents').values({ id: documentId, org_id: org.id }).execute()
  await db
    .insertInto('document_signers')
    .values(
      signers.map(({ id, name, email, emailKey, role, order, code, personId: member }) => ({
        ...place,
        ...{ id, name, email, email_key: emailKey, role, turn: order, code, person_id: member, state: 'waiting' },
      })),
    )
    .execute()
  await enterFile(db, org.id, documentId, file)
  const at = await clockOf(db)
  await appendEvent(db, org.id, documentId, {
    ...{ kind: 'made', at },
    facts: {
      ...{
        title: input.title,
        template: input.templateId,
        version: made.version,
        locale: made.locale,
        ends_at: made.endsAt.toISOString(),
      },
      original: { sha256: file.sha256.toString('hex'), bytes: file.bytes, pages: made.pages.length },
      signers: signers.map(({ id, role, order, code }) => ({ id, role, order, code })),
    },
    personal: Object.fromEntries(
      signers.flatMap(({ id, name, email }) => [
        [`${id} name`, name],
        [`${id} email`, email],
      ]),
    ),
  })
  const row = await findDocument(db, org.id, documentId)
  if (!row) throw new Error('a document that was just made is not there')
  await askNextSigners({ ...step, orgId: org.id, vault, at }, row)
  await emitDocument({ ...step, orgId: org.id }, 'sent', documentId)
}
