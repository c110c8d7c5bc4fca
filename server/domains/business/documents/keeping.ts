import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db, Enqueue } from '#core/context.ts'
import { forgetFilesOf } from '#domains/platform/files/stored-files.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { sha256Of } from '#shapes/sha256.ts'
import { findFiles } from './document-files.ts'
import type { DocumentRow } from './documents.ts'
import { removeDocumentFilesJob } from './job-references.ts'
import { documentNotices } from './notices.ts'

/** The terms that the law of most countries knows for papers of a business. */
export const KeepingYears = z.union([z.literal(6), z.literal(10)])
export const yearsUsually = 10

export const findKeeping = async (
  db: Db,
  orgId: string,
): Promise<{ contract_years: z.output<typeof KeepingYears>; invoice_years: z.output<typeof KeepingYears> }> => {
  const row = await db
    .selectFrom('sealing_settings')
    .select(['contract_years', 'invoice_years'])
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return {
    contract_years: KeepingYears.parse(row?.contract_years ?? yearsUsually),
    invoice_years: KeepingYears.parse(row?.invoice_years ?? yearsUsually),
  }
}

/** Until when a document is kept that ends at that time, for an update of it. */
export const keptUntil = (orgId: string, endedAt: Date): RawBuilder<Date> => sql<Date>`
  ${endedAt}::timestamptz + make_interval(years => coalesce((
    select case documents.doc_type when 'contract' then s.contract_years else s.invoice_years end
    from sealing_settings s where s.org_id = ${orgId}), ${yearsUsually}))`

/** Why a document stays at that time; null where it may be removed. */
export const whyKept = (
  { held_since, kept_until }: Pick<DocumentRow, 'held_since' | 'kept_until'>,
  at: Date,
): 'document_held' | 'document_kept' | null => {
  if (held_since !== null) return 'document_held'
  return kept_until === null || kept_until > at ? 'document_kept' : null
}

/** Documents of a workspace whose term has ended, and that nothing holds. */
export const findEndedTerms = async (db: Db, orgId: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('org_id', '=', orgId)
    .where('held_since', 'is', null)
    .where('kept_until', '<=', sql<Date>`now()`)
    .orderBy('kept_until')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a document was removed after its term, with a chain that holds that head: then nothing is missing. */
export const wasRemoved = async (
  db: Db,
  orgId: string,
  { document, seq, head }: { readonly document: string; readonly seq: number; readonly head: string },
): Promise<boolean> => {
  const removed = await db
    .selectFrom('removed_documents')
    .select(['head_seq', 'head_hash'])
    .where('org_id', '=', orgId)
    .where('id', '=', document)
    .executeTakeFirst()
  if (!removed || removed.head_seq < seq) return false
  return removed.head_seq > seq || removed.head_hash?.toString('hex') === head
}

interface Removing {
  readonly db: Db
  readonly orgId: string
  readonly enqueue: Enqueue
}

/**
 * Removes a document that the transaction holds (`lockDocument`) with its signers and evidence, and records that it was. The stored files go
 * after the commit, by a job: a crash in between leaves their names in the record.
 */
export const removeKept = async (
  { db, orgId, enqueue }: Removing,
  document: DocumentRow & { readonly at: Date },
  by: { readonly rule: 'term' | 'asked'; readonly userId: string | null },
): Promise<void> => {
  const { id, kept_until, at } = document
  const why = whyKept(document, at)
  if (why !== null || kept_until === null) throw new Error(`a document is removed that stays: ${why}`)
  const files = await findFiles(db, orgId, id)
  // Also what a broken try stored and no row of the document names.
  const stored = await forgetFilesOf(db, orgId, 'document', id)
  await db
    .insertInto('removed_documents')
    .values({
      ...{ org_id: orgId, id, title_sha256: sha256Of(Buffer.from(document.title)), doc_type: document.doc_type },
      files: JSON.stringify(
        files.map(({ kind, sha256, bytes }) => ({ kind, sha256: sha256.toString('hex'), bytes: Number(bytes) })),
      ),
      ...{ status: document.status, head_seq: document.head_seq, head_hash: document.head_hash },
      ...{ made_at: document.created_at, signed_at: document.signed_at, kept_until },
      ...{
        rule: by.rule,
        removed_by: by.userId,
        removed_at: at,
        names_left: [...new Set([...files.map(({ name }) => name), ...stored])],
      },
    })
    .execute()
  await db.deleteFrom('directory.documents').where('id', '=', id).where('org_id', '=', orgId).execute()
  for (const table of ['directory.sign_links', 'directory.download_links', 'directory.document_hashes'] as const)
    await db.deleteFrom(table).where('org_id', '=', orgId).where('document_id', '=', id).execute()
  await clearNotice(db, orgId, documentNotices.document_file_damaged, id)
  await db.deleteFrom('documents').where('org_id', '=', orgId).where('id', '=', id).execute()
  await enqueue(removeDocumentFilesJob, { orgId, documentId: id })
}
