import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { newToken } from '#core/ids.ts'
import { Brand } from '#domains/platform/business-identity/brands.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import { choice, shape } from '#shapes'

/** How long a signer can download what was signed and sealed, by whichever link. */
export const downloadDays = 30

export const DownloadToken = z.string().trim().min(1).max(200).describe('The last path segment of a link to download')

export const downloadAddress = (publicUrl: string, token: string): string => `${publicUrl}/signed/${token}`

/** A link for one signer; only its hash is kept. */
export const makeDownloadLink = async (
  db: Db,
  of: { readonly orgId: string; readonly documentId: string; readonly signerId: string; readonly endsAt: Date },
): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('directory.download_links')
    .values({
      ...{ token_hash: hashToken(token), org_id: of.orgId, document_id: of.documentId },
      ...{ signer_id: of.signerId, ends_at: of.endsAt },
    })
    .execute()
  return token
}

/** What a link leads to, also after its end; undefined where it is none. */
export const findDownloadLink = (db: Db, token: string) =>
  db
    .selectFrom('directory.download_links')
    .select(['org_id', 'document_id', 'signer_id', 'ends_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()

/** What a signer gets of a document. */
export const SignedFileKind = choice('SignedFileKind', ['sealed', 'certificate'])

const SignedFile = shape('SignedFile', { kind: SignedFileKind, sha256: z.string(), bytes: z.int() })

/** What the page behind a link to download shows; after its end, whom to ask. */
export const SignedFiles = shape('SignedFiles', {
  organization: z.string().describe('Who sent the document'),
  brand: Brand,
  locale: z.string(),
  ends_at: z.iso.datetime(),
  ended: z.boolean(),
  title: z.string().nullable().describe('Until the link ends'),
  document_id: z.uuid().nullable().describe('Until the link ends'),
  files: z.array(SignedFile),
})
