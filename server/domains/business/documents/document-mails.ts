import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'

/** What an email to a signer is for. A code is no request: what becomes of it is no evidence. */
export type SignerMailKind = 'request' | 'reminder' | 'code'

interface SignerMail {
  readonly mailId: string
  readonly documentId: string
  readonly signerId: string
  readonly kind: SignerMailKind
}

/** Notes whom a mail is for, in the transaction that queues it. */
export const enterSignerMail = async (
  db: Db,
  orgId: string,
  { mailId, documentId, signerId, kind }: SignerMail,
): Promise<void> => {
  await db
    .insertInto('document_mails')
    .values({ org_id: orgId, mail_id: mailId, document_id: documentId, signer_id: signerId, kind })
    .execute()
}

/** The mail that asked a signer, or reminded them; undefined for others. */
export const findRequestMail = async (db: Db, orgId: string, mailId: string) =>
  db
    .selectFrom('document_mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('mail_id', '=', mailId)
    .where('kind', '<>', 'code')
    .executeTakeFirst()

/**
 * Notes what became of such a mail, in a transaction that holds its document, and beside its signer whether the newest that asked them did not
 * arrive: an older one that is given up later changes nothing.
 */
export const settleRequestMail = async (
  db: Db,
  { org_id: orgId, mail_id: mailId, document_id: documentId, signer_id: signerId }: Selectable<Tables['document_mails']>,
  state: 'delivered' | 'bounced',
): Promise<void> => {
  await db.updateTable('document_mails').set({ state }).where('org_id', '=', orgId).where('mail_id', '=', mailId).execute()
  await sql`
    update document_signers s set undelivered_at = ${state === 'bounced' ? sql`now()` : null}
    where s.org_id = ${orgId} and s.document_id = ${documentId} and s.id = ${signerId}
      and not exists (
        select from document_mails mail
        join document_mails later on later.org_id = s.org_id and later.document_id = s.document_id and later.signer_id = s.id
          and later.kind <> 'code' and later.state = 'delivered' and later.queued_at > mail.queued_at
        where mail.org_id = s.org_id and mail.mail_id = ${mailId})`.execute(db)
}
