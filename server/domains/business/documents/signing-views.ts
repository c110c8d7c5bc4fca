import { z } from 'zod'
import type { Db, OpenAskingContext, OpenContext } from '#core/context.ts'
import type { Fail } from '#core/errors.ts'
import { Brand, findBrand } from '#domains/platform/business-identity/brands.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { shape } from '#shapes'
import { FieldKind } from '../templates/templates.ts'
import { checkPass } from './codes.ts'
import { consentVersion } from './consent-words.ts'
import { DocumentStatus, SealState } from './document-facts.ts'
import { findFiles } from './document-files.ts'
import { type DocumentRow, findDocument } from './documents.ts'
import { downloadDays } from './download-links.ts'
import { fieldsOf, isRequired } from './marks.ts'
import { clockOf } from './sealing.ts'
import { findSigners, findSignLink, SignerBrief, type SignerRow, SignerState, Successor, signerOf } from './signers.ts'
import { isTheirTurn } from './signing.ts'

const SigningField = shape('SigningField', {
  id: z.string(),
  kind: FieldKind,
  label: z.string().nullable(),
  required: z.boolean().describe('Whether a text must be typed, or a tick set; the other kinds are filled in by signing'),
  page: z.int(),
  x: z.number().describe('Points from the left'),
  y: z.number().describe('Points from the top'),
  width: z.number(),
  height: z.number(),
})

const SigningPage = shape('SigningPage', { width: z.number(), height: z.number(), text: z.string() })

/** What the page behind a link shows. */
export const Signing = shape('Signing', {
  document_id: z.uuid(),
  title: z.string(),
  organization: z.string(),
  brand: Brand,
  status: DocumentStatus,
  status_reason: z.string().nullable().describe('Why it was taken back, or this signer declined'),
  seal: SealState.nullable().describe('After all have signed: whether it is sealed yet'),
  locale: z.string(),
  ends_at: z.iso.datetime(),
  signer: z.object({
    ...{ name: z.string(), email: z.string(), state: SignerState, is_turn: z.boolean() },
    successor: Successor.nullable().describe('Who should sign instead, as this signer says'),
  }),
  others: z.array(SignerBrief),
  fields: z.array(SigningField).describe('Those that this signer fills in'),
  pages: z
    .array(SigningPage)
    .describe('In points, with their words; none once it was taken back, declined, or not signed in time'),
  consent: z.string().describe('The version of the words to agree to'),
  draft: z
    .record(z.string(), z.string())
    .nullable()
    .describe('What they have filled in so far, as `save-signing-draft` keeps it'),
})

/** What is said of a link that has ended: whom to ask, and nothing of the document. */
export const EndedSignLink = shape('EndedSignLink', {
  organization: z.string().describe('Who sent the document'),
  brand: Brand,
  locale: z.string(),
  ended_at: z.iso.datetime(),
})

const dayMs = 86_400_000

/** When the links to sign a document end; null as long as it is not sealed. */
const linkEndOf = ({ sealed_at }: Pick<DocumentRow, 'sealed_at'>): Date | null =>
  sealed_at && new Date(sealed_at.getTime() + downloadDays * dayMs)

const hasLinkEnded = (document: Pick<DocumentRow, 'sealed_at'>, at: Date): boolean => {
  const end = linkEndOf(document)
  return end !== null && end <= at
}

/** Whether its pages and files are still for those who have a link: they are not of what was taken back, declined, or not signed in time. */
const isShownByLink = ({ status, ends_at }: Pick<DocumentRow, 'status' | 'ends_at'>, at: Date): boolean =>
  status === 'signed' || (status === 'pending_signature' && ends_at > at)

export interface OpenedLink {
  readonly orgId: string
  readonly documentId: string
  readonly signerId: string
}

/** Enters the workspace of a link. */
export const enterBySignLink = async (
  { db, enterOrg }: Pick<OpenContext, 'db' | 'enterOrg'>,
  token: string,
  fail: Fail<'sign_link_unknown'>,
): Promise<OpenedLink> => {
  const link = await findSignLink(db, token)
  if (!link) throw fail('sign_link_unknown')
  await enterOrg(link.org_id)
  return { orgId: link.org_id, documentId: link.document_id, signerId: link.signer_id }
}

/**
 * The files that the link of a signer leads to, for calls that hold no transaction. The link of a signer who was replaced leads nowhere, and that
 * to a document that is over has ended.
 */
export const findLinked = async (
  { outside, inOrg }: Pick<OpenAskingContext, 'outside' | 'inOrg'>,
  { token, code }: { readonly token: string; readonly code?: string | undefined },
  fail: Fail<'sign_link_unknown' | 'signing_code_needed' | 'download_link_ended'>,
) => {
  const link = await outside((db) => findSignLink(db, token))
  if (!link) throw fail('sign_link_unknown')
  const { org_id: orgId, document_id: id } = link
  const found = await inOrg(orgId, async ({ db }) => ({
    document: await findDocument(db, orgId, id),
    signers: await findSigners(db, orgId, id),
    files: await findFiles(db, orgId, id),
    at: await clockOf(db),
  }))
  const signer = found.signers.find((each) => each.id === link.signer_id)
  if (!found.document || !signer) throw fail('sign_link_unknown')
  checkPass(signer, code, found.at, fail)
  if (!isShownByLink(found.document, found.at) || hasLinkEnded(found.document, found.at)) throw fail('download_link_ended')
  return { orgId, signerId: signer.id, document: found.document, files: found.files }
}

/** What is left to be said at a link after its end; null before. */
export const showEndedLink = async (
  db: Db,
  orgId: string,
  document: DocumentRow,
  at: Date,
): Promise<z.output<typeof EndedSignLink> | null> => {
  const end = linkEndOf(document)
  if (end === null || end > at) return null
  const organization = await findOrganization(db, orgId)
  return {
    ...{ organization: organization?.name ?? '', locale: document.locale, ended_at: end.toISOString() },
    brand: await findBrand(db, orgId, document.locale),
  }
}

/** Of a document that is over, what it said is left out; and what another signer wrote is for the sender alone. */
export const showSigningOf = async (
  db: Db,
  orgId: string,
  { document, signer, at }: { readonly document: DocumentRow; readonly signer: SignerRow; readonly at: Date },
): Promise<z.output<typeof Signing>> => {
  const isShown = isShownByLink(document, at)
  const isToldWhy = document.status === 'voided' || signer.state === 'declined'
  const signers = await findSigners(db, orgId, document.id)
  const organization = await findOrganization(db, orgId)
  return Signing.parse({
    ...document,
    document_id: document.id,
    status_reason: isToldWhy ? document.status_reason : null,
    pages: isShown ? document.pages : [],
    organization: organization?.name ?? '',
    brand: await findBrand(db, orgId, document.locale),
    ends_at: document.ends_at.toISOString(),
    signer: {
      ...{ name: signer.name, email: signer.email, state: signer.state, is_turn: isTheirTurn(signers, signer) },
      successor: signer.successor,
    },
    others: signers.filter(({ id }) => id !== signer.id).map(signerOf),
    fields: (isShown ? fieldsOf(document, signer.id) : []).map((field) => ({ ...field, required: isRequired(field) })),
    consent: consentVersion,
    draft: signer.state === 'asked' && document.status === 'pending_signature' ? signer.draft_marks : null,
  })
}

/** The day of a signature as its mark says it: by the calendar of UTC, in the language of the document. */
export const dayOf = ({ at, locale }: { readonly at: Date; readonly locale: string }): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
