import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { findContact } from '#domains/crm/identities/contacts.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { Email, emailKey, findPerson } from '#domains/platform/users/users.ts'
import type { Coverage } from '#shapes/letters.ts'
import { tidyLine } from '#shapes/letters.ts'
import { requireCodePhone } from './code-messages.ts'
import type { NamedSigner } from './contract-texts.ts'
import { documentErrors } from './errors.ts'
import { SignerCode, SignerRole, signerKeys } from './signers.ts'

/** A signer, as a caller names them. */
export const SignerInput = z.object({
  name: z.string().overwrite(tidyLine).trim().min(1).max(255),
  email: Email,
  role: SignerRole,
  order: z
    .int()
    .min(1)
    .max(50)
    .default(1)
    .describe('Those with the same number sign in any order, before those with a higher one'),
  code: SignerCode.default('none').describe(
    '`email`: six digits, sent to this address when the link is opened, before the document is shown. `whatsapp`: the same, to the number of the contact with this address',
  ),
})
export type SignerInput = z.output<typeof SignerInput>

/** One signer of a document that is being made. */
export interface NewSigner extends SignerInput {
  readonly id: string
  readonly emailKey: string
  readonly personId: string | null
  /** Where codes by WhatsApp go. */
  readonly phone: string | null
}

/** Whose paper it is and who is asked to sign: the contact of the deal, and the member who calls, unless the caller names others. */
export const findParties = async (
  db: Db,
  orgId: string,
  {
    personId,
    contactId,
    given,
    newId,
  }: { personId: string | null; contactId: string; given: readonly SignerInput[] | undefined; newId: () => string },
) => {
  const [person, contact, organization] = [
    personId === null ? null : await findPerson(db, personId),
    await findContact(db, orgId, contactId),
    await findOrganization(db, orgId),
  ]
  if (person === undefined || !organization) throw new Error('a caller or a workspace that is not there')
  const wanted = given ?? usual(person, contact)
  const signers: NewSigner[] = []
  for (const [at, each] of wanted.entries()) {
    const key = emailKey(each.email)
    const isCaller = each.role === 'admin' && person !== null && key === emailKey(person.email)
    const phone = each.code === 'whatsapp' ? await requireCodePhone(db, orgId, each.email, `signers.${at}.code`) : null
    signers.push({ ...each, id: newId(), emailKey: key, personId: isCaller ? personId : null, phone })
  }
  const doubled = signers.find((each, at) =>
    signers.some((other, n) => n < at && other.emailKey === each.emailKey && other.role === each.role),
  )
  if (doubled)
    throw new Failure(documentErrors.signer_doubled, { field: 'signers', message: `signers: ${doubled.email} is named twice` })
  return { organization, contact, signers: signers.toSorted((a, b) => a.order - b.order) }
}

const usual = (
  person: { readonly name: string; readonly email: string } | null,
  contact: { readonly full_name: string | null; readonly email: string | null } | undefined,
): SignerInput[] => {
  if (!contact?.email) throw new Failure(documentErrors.client_has_no_email)
  return [
    { name: contact.full_name ?? contact.email, email: contact.email, role: 'client', order: 1, code: 'none' },
    ...(person ? [{ name: person.name, email: person.email, role: 'admin', order: 1, code: 'none' } as const] : []),
  ]
}

/** As the template calls them. */
export const namedSigners = (signers: readonly NewSigner[]): NamedSigner[] => {
  const names = new Map(signers.map(({ id, name }) => [id, name]))
  return [...signerKeys(signers)].map(([key, id]) => ({ key, id, name: names.get(id) ?? '' }))
}

/** What no font has is refused while it can be changed: in the title, the names and the issuer, which stand on certificate and seal too. */
export const checkNames = (coverage: Coverage, title: string, issuer: string, signers: readonly NewSigner[]): void =>
  checkLetters(coverage, {
    title,
    workspace: issuer,
    ...Object.fromEntries(signers.map(({ name }, at) => [`signers.${at}.name`, name])),
  })
