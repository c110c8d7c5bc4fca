import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { appendEvent } from './chain.ts'
import { lockDocument } from './documents.ts'
import { findSigners, type SignerRow } from './signers.ts'

/** Notes in the evidence that the page of a signer was opened and its viewer acted on it: the first time, as long as it can be signed. */
export const recordOpened = async (
  db: Db,
  orgId: string,
  { documentId, signerId }: { readonly documentId: string; readonly signerId: string },
): Promise<void> => {
  const document = await lockDocument(db, orgId, documentId)
  const signer = (await findSigners(db, orgId, documentId)).find(({ id }) => id === signerId)
  if (document?.status !== 'pending_signature' || !signer) return
  await enterOpened({ db, orgId, at: document.at }, documentId, signer)
}

/**
 * The same in a transaction that holds the document (`lockDocument`). Who signs or declines by their link has opened it by then at the latest
 * (`by`), also where their browser had no time, or no script, to say so.
 */
export const enterOpened = async (
  { db, orgId, at }: { readonly db: Db; readonly orgId: string; readonly at: Date },
  documentId: string,
  { id, opened_at }: Pick<SignerRow, 'id' | 'opened_at'>,
  by?: 'signature' | 'refusal',
): Promise<void> => {
  if (opened_at !== null) return
  await db
    .updateTable('document_signers')
    .set({ opened_at: at })
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .execute()
  await appendEvent(db, orgId, documentId, { kind: 'opened', at, facts: { signer: id, ...(by && { by }) } })
}

/**
 * Notes in the evidence that a file was sent to who holds the link of a signer: the first time, and only once their page was opened in a
 * browser, since programs that look into mails follow links too. Not while it is being sealed: the certificate ends with the seal.
 */
export const recordDownloaded = async (
  db: Db,
  orgId: string,
  { documentId, signerId }: Reader,
  file: 'original' | 'sealed' | 'certificate',
): Promise<void> => {
  const isNoted = async (): Promise<boolean> => {
    const { rows } = await sql`
      select from document_events e
      where e.org_id = ${orgId} and e.document_id = ${documentId} and e.kind = 'downloaded'
        and e.said::jsonb -> 'facts' ->> 'signer' = ${signerId} and e.said::jsonb -> 'facts' ->> 'file' = ${file}`.execute(db)
    return rows.length > 0
  }
  if (!(await isOpenedInBrowser(db, orgId, { documentId, signerId })) || (await isNoted())) return
  const document = await lockDocument(db, orgId, documentId)
  if (!document || (document.status === 'signed' && document.seal !== 'sealed') || (await isNoted())) return
  await appendEvent(db, orgId, documentId, { kind: 'downloaded', at: document.at, facts: { signer: signerId, file } })
}

/** A signature by the link says that its page was opened, and not by what: a program may follow the links of that signer's emails. */
const isOpenedInBrowser = async (db: Db, orgId: string, { documentId, signerId }: Reader): Promise<boolean> => {
  const { rows } = await sql`
    select from document_events e
    where e.org_id = ${orgId} and e.document_id = ${documentId} and e.kind = 'opened'
      and e.said::jsonb -> 'facts' ->> 'signer' = ${signerId} and not e.said::jsonb -> 'facts' ? 'by'`.execute(db)
  return rows.length > 0
}

interface Reader {
  readonly documentId: string
  readonly signerId: string
}

/** Pages of which the evidence holds already that this signer viewed them. */
const viewedPages = async (db: Db, orgId: string, { documentId, signerId }: Reader): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ page: number }>`
    select p.page::int as page
    from document_events e, jsonb_array_elements_text(e.said::jsonb -> 'facts' -> 'pages') as p (page)
    where e.org_id = ${orgId} and e.document_id = ${documentId} and e.kind = 'page_viewed'
      and e.said::jsonb -> 'facts' ->> 'signer' = ${signerId}`.execute(db)
  return new Set(rows.map(({ page }) => page))
}

/**
 * Notes in the evidence which pages a signer viewed, each once, as long as they have not signed. Pages count from 1; what the document does not
 * have is left out, since it is a browser that says what it showed.
 */
export const recordPagesViewed = async (db: Db, orgId: string, reader: Reader, pages: readonly number[]): Promise<void> => {
  const known = await viewedPages(db, orgId, reader)
  // Most reports are of a page that is known: they wait for no lock.
  if (pages.every((page) => known.has(page))) return
  const document = await lockDocument(db, orgId, reader.documentId)
  const signer = (await findSigners(db, orgId, reader.documentId)).find(({ id }) => id === reader.signerId)
  if (document?.status !== 'pending_signature' || !signer || signer.signed_at !== null) return
  const count = (document.pages as unknown as readonly unknown[]).length
  const before = await viewedPages(db, orgId, reader)
  const fresh = [...new Set(pages)].filter((page) => page >= 1 && page <= count && !before.has(page)).sort((a, b) => a - b)
  if (fresh.length === 0) return
  const facts = { signer: reader.signerId, pages: fresh }
  await appendEvent(db, orgId, reader.documentId, { kind: 'page_viewed', at: document.at, facts })
}
