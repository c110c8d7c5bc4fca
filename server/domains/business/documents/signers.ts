import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { newToken } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import { choice, extension, shape } from '#shapes'

export type SignerRow = Selectable<Tables['document_signers']>

export const SignerRole = choice('SignerRole', ['admin', 'client'])
export const SignerState = choice('SignerState', ['waiting', 'asked', 'signed', 'declined', 'replaced'])
export const SignatureClass = choice('SignatureClass', ['link', 'session', 'attested'])

export const SignerCode = choice('SignerCode', ['none', 'email', 'whatsapp'])
export type SignerCode = z.output<typeof SignerCode>

export const SignerBrief = shape('DocumentSigner', {
  name: z.string(),
  role: SignerRole,
  state: SignerState,
  signedAt: z.iso.datetime().nullable(),
})

/** Who should sign instead, as a signer says it. It is a claim: nothing goes to that person before the sender agrees. */
export const Successor = shape('SigningSuccessor', {
  name: z.string(),
  email: z.string(),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
  refused: z.boolean().describe('The sender keeps the signer'),
})
export type Successor = z.output<typeof Successor>

export const Signer = extension('DocumentSignerDetail', SignerBrief, {
  id: z.uuid(),
  email: z.string(),
  turn: z.int().describe('Those of one turn sign in any order; the next turn is asked when all of it have signed'),
  class: SignatureClass.nullable().describe(
    '`link`: by their own link. `session`: signed in. `attested`: a member of the workspace says so',
  ),
  signed_as: z.string().nullable().describe('The name under which they signed, where that is another'),
  claimed_at: z.iso.datetime().nullable().describe('When they signed, as a member said it, where that is another time'),
  reason: z.string().nullable(),
  asked_at: z.iso.datetime().nullable(),
  reminded_at: z.iso.datetime().nullable(),
  opened_at: z.iso.datetime().nullable(),
  undelivered_at: z.iso
    .datetime()
    .nullable()
    .describe('Since when it is known that the newest email that asked them did not reach a mail server'),
  told_at: z.iso.datetime().nullable().describe('When the sealed document was emailed to them; null before'),
  code: SignerCode.describe('Asked for before the document is shown, and how it is sent'),
  phone: z.string().nullable().describe('The number that codes by WhatsApp go to; null where none does'),
  successor: Successor.nullable().describe('Who should sign instead, as this signer says'),
})

const SignerInRow = Signer.omit({ signed_as: true, claimed_at: true })
export type SignerInRow = z.output<typeof SignerInRow>

/** What `signerOf` takes: without what is said in the evidence, and what they filled in, which may hold pictures. */
export const signerColumns = [
  ...([
    'document_id',
    'id',
    'name',
    'email',
    'role',
    'state',
    'turn',
    'class',
    'reason',
    'code',
    'phone',
    'successor',
  ] as const),
  ...(['signed_at', 'asked_at', 'reminded_at', 'opened_at', 'undelivered_at', 'told_at'] as const),
] as const

export const signerOf = (row: Pick<SignerRow, (typeof signerColumns)[number]>): SignerInRow =>
  SignerInRow.parse({
    ...row,
    signedAt: row.signed_at?.toISOString() ?? null,
    asked_at: row.asked_at?.toISOString() ?? null,
    reminded_at: row.reminded_at?.toISOString() ?? null,
    opened_at: row.opened_at?.toISOString() ?? null,
    undelivered_at: row.undelivered_at?.toISOString() ?? null,
    told_at: row.told_at?.toISOString() ?? null,
  })

/** In the order in which they sign; without those who were replaced. */
export const findSigners = (db: Db, orgId: string, documentId: string): Promise<SignerRow[]> =>
  db
    .selectFrom('document_signers')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .where('state', '<>', 'replaced')
    .orderBy('turn')
    .orderBy('id')
    .execute()

/** As a template calls its signers: `client`, `client-2` …, by their order. */
export const signerKeys = (signers: readonly Pick<SignerRow, 'id' | 'role'>[]): ReadonlyMap<string, string> => {
  const count = new Map<string, number>()
  return new Map(
    signers.map(({ id, role }) => {
      const n = (count.get(role) ?? 0) + 1
      count.set(role, n)
      return [n === 1 ? role : `${role}-${n}`, id]
    }),
  )
}

export const sealOf = (signerId: string): string => `sign link ${signerId}`

export const signAddress = (publicUrl: string, token: string): string => `${publicUrl}/sign/${token}`

/** A new link for a signer, which takes the place of one before. */
export const makeSignLink = async (
  db: Db,
  orgId: string,
  { document_id, id }: Pick<SignerRow, 'document_id' | 'id'>,
  vault: Vault,
): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('directory.sign_links')
    .values({ token_hash: hashToken(token), org_id: orgId, document_id, signer_id: id })
    .onConflict((other) => other.columns(['org_id', 'document_id', 'signer_id']).doUpdateSet({ token_hash: hashToken(token) }))
    .execute()
  await db
    .updateTable('document_signers')
    .set({ token_sealed: vault.seal(token, sealOf(id)) })
    .where('org_id', '=', orgId)
    .where('document_id', '=', document_id)
    .where('id', '=', id)
    .execute()
  return token
}

/** Ends the link of a signer at once. */
export const endSignLink = async (
  db: Db,
  orgId: string,
  { document_id, id }: Pick<SignerRow, 'document_id' | 'id'>,
): Promise<void> => {
  await db
    .deleteFrom('directory.sign_links')
    .where('org_id', '=', orgId)
    .where('document_id', '=', document_id)
    .where('signer_id', '=', id)
    .execute()
  await db
    .updateTable('document_signers')
    .set({ token_sealed: null })
    .where('org_id', '=', orgId)
    .where('document_id', '=', document_id)
    .where('id', '=', id)
    .execute()
}

/** The link that a signer has; null where there is none yet. */
export const signTokenOf = (vault: Vault, { id, token_sealed }: Pick<SignerRow, 'id' | 'token_sealed'>): string | null =>
  token_sealed === null ? null : vault.open(token_sealed, sealOf(id))

export const SignToken = z.string().trim().min(1).max(200).describe('The last path segment of a link to sign')

/** Whom a link is for; undefined where it is none, or no more. */
export const findSignLink = (db: Db, token: string) =>
  db
    .selectFrom('directory.sign_links')
    .select(['org_id', 'document_id', 'signer_id'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
