import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { forgetOtherWords, lockSearchIndex } from '#core/search.ts'
import { leaveFilesOf } from '#domains/platform/files/stored-files.ts'
import { eraseMails } from '#domains/platform/mail-out/erased-mails.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { appendEvent, reasonOfHold } from './chain.ts'
import { findFiles } from './document-files.ts'
import { type DocumentRow, lockDocument } from './documents.ts'
import { documentEvents } from './events.ts'
import { documentNotices } from './notices.ts'

const endedUnsigned: ReadonlySet<string> = new Set(['declined', 'expired', 'voided'])

/**
 * Erases people who are removed for good from documents that ended without all signatures: what was filled in, who they were, the PDF. The
 * chain of what happened stays whole, and says that it was done. What all signed is evidence and stays until its term ends; what is under a legal
 * hold, until the hold ends.
 */
export const eraseDocuments = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from documents
    where org_id = ${orgId} and contact_id = any(${[...contactIds]}::uuid[]) and status = any(${[...endedUnsigned]})
      and held_since is null
    order by id`.execute(db)
  for (const { id } of rows) {
    const document = await lockDocument(db, orgId, id)
    if (document && endedUnsigned.has(document.status) && document.held_since === null) await eraseDocument(db, document)
  }
}

/** The same where the person was removed while a hold kept the document. */
export const eraseReleased = async (db: Db, document: DocumentRow & { readonly at: Date }): Promise<void> => {
  if (document.contact_id === null || !endedUnsigned.has(document.status)) return
  const contact = await db
    .selectFrom('contacts')
    .select('removed_at')
    .where('org_id', '=', document.org_id)
    .where('id', '=', document.contact_id)
    .executeTakeFirst()
  if (contact?.removed_at) await eraseDocument(db, document)
}

const eraseDocument = async (
  db: Db,
  { org_id: orgId, id, at }: Pick<DocumentRow, 'org_id' | 'id'> & { readonly at: Date },
): Promise<void> => {
  const signers = await db
    .selectFrom('document_signers')
    .select(['id', 'role'])
    .where('org_id', '=', orgId)
    .where('document_id', '=', id)
    .orderBy('id')
    .execute()
  const idsOf = (role: 'client' | 'admin') => signers.filter((each) => each.role === role).map((each) => each.id)
  const clients = idsOf('client')
  await erasePersonal(db, orgId, id, idsOf('admin'))
  await eraseSigners(db, orgId, id, clients)
  await sql`
    update documents set replacements = '{}', changed_text = '[]', status_reason = null,
      pages = (select coalesce(jsonb_agg(p || '{"text": ""}' order by n), '[]') from jsonb_array_elements(pages) with ordinality as each (p, n)),
      fields = (select coalesce(jsonb_agg(f || '{"label": null}' order by n), '[]') from jsonb_array_elements(fields) with ordinality as each (f, n))
    where org_id = ${orgId} and id = ${id}`.execute(db)
  const kinds = (await findFiles(db, orgId, id)).map(({ kind }) => kind)
  await sql`delete from document_files where org_id = ${orgId} and document_id = ${id}`.execute(db)
  await sql`delete from directory.document_hashes where org_id = ${orgId} and document_id = ${id}`.execute(db)
  await leaveFilesOf(db, orgId, 'document', id)
  await clearNotice(db, orgId, documentNotices.document_file_damaged, id)
  await lockSearchIndex(db)
  await forgetOtherWords(db, orgId, [id])
  await appendEvent(db, orgId, id, { kind: 'erased', at, facts: { signers: clients, files: [...new Set(kinds)] } })
  await recordEvent(db, orgId, documentEvents.updated, id, { change: 'erased' })
}

/** What events say of members stays, and why a document was held. */
const erasePersonal = async (db: Db, orgId: string, id: string, members: readonly string[]): Promise<void> => {
  await sql`
    delete from document_personal p using document_events e
    where p.org_id = ${orgId} and p.document_id = ${id} and p.key <> ${reasonOfHold}
      and e.org_id = p.org_id and e.document_id = p.document_id and e.seq = p.seq
      and not (e.kind = 'uploaded' and p.key = 'name')
      and split_part(p.key, ' ', 1) <> all(${[...members]}::text[])
      and coalesce(e.said::jsonb -> 'facts' ->> 'signer', '') <> all(${[...members]}::text[])`.execute(db)
}

/** The rows stay, as ids in the events refer to them. */
const eraseSigners = async (db: Db, orgId: string, id: string, clients: readonly string[]): Promise<void> => {
  const these = sql`any(${[...clients]}::uuid[])`
  await sql`
    update document_signers set name = '–', email = '', email_key = id::text, person_id = null, token_sealed = null, marks = null,
      draft_marks = null, reason = null, successor = null, code_hash = null, pass_hash = null, phone = null
    where org_id = ${orgId} and document_id = ${id} and id = ${these}`.execute(db)
  await sql`delete from directory.sign_links where org_id = ${orgId} and document_id = ${id} and signer_id = ${these}`.execute(
    db,
  )
  const { rows } = await sql<{ mail_id: string }>`
    delete from document_mails where org_id = ${orgId} and document_id = ${id} and signer_id = ${these} returning mail_id`.execute(
    db,
  )
  await eraseMails(
    db,
    orgId,
    rows.map(({ mail_id }) => mail_id),
  )
}
