import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'
import type { Tables } from '#db/tables.ts'
import { choice, extension, shape } from '#shapes'
import { EmailFile, type FileRow, shownFile } from './email-files.ts'
import { emailErrors } from './errors.ts'
import { previewOf } from './mails.ts'

/** An email that a member is writing. */
export type DraftRow = Selectable<Tables['mail_drafts']>

/** A member has at most so many. */
export const mostDrafts = 100

export const EmailDraftKind = choice('EmailDraftKind', ['new', 'reply', 'reply_all', 'forward'])

const addresses = z.string().max(10_000)

/** Characters of the text of a draft. */
export const mostDraftText = 100_000

/** What a member types, as actions take it. */
export const draftFields = {
  kind: EmailDraftKind,
  answers: z.uuid().describe('The mail that it answers or passes on'),
  to: addresses.describe('As typed'),
  cc: addresses,
  bcc: addresses,
  subject: z.string().max(998),
  text: z.string().max(mostDraftText).describe('Without the signature and what is quoted'),
  tracked: z.boolean(),
  signed: z.boolean(),
  takesFiles: z.boolean().describe('The files of the mail that it passes on are still to be fetched'),
}

export const EmailDraft = shape('EmailDraft', {
  id: z.uuid(),
  version: z.int().describe('Give it with the next save'),
  kind: EmailDraftKind,
  email_id: z.uuid().nullable().describe('The mail that it answers or passes on'),
  from: z.string(),
  to: z.string().describe('As typed'),
  subject: z.string(),
  preview: z.string(),
  updated_at: z.iso.datetime(),
})

export const EmailDraftDetail = extension('EmailDraftDetail', EmailDraft, {
  window_id: z.uuid().describe('Of the window that saved it last'),
  cc: z.string(),
  bcc: z.string(),
  text: z.string(),
  tracked: z.boolean(),
  signed: z.boolean().describe('It gets the signature of its mailbox'),
  takes_files: z.boolean().describe('The files of the mail that it passes on are still to be fetched'),
  files: z.array(EmailFile),
})

export const shownDraft = (row: DraftRow): z.output<typeof EmailDraft> => ({
  ...{ id: row.id, version: row.version, kind: EmailDraftKind.parse(row.kind), email_id: row.mail_id },
  ...{ from: row.from_email, to: row.to_text, subject: row.subject, preview: previewOf(row.body) },
  updated_at: row.updated_at.toISOString(),
})

export const shownDraftDetail = (row: DraftRow, files: readonly FileRow[]): z.output<typeof EmailDraftDetail> => ({
  ...shownDraft(row),
  ...{ window_id: row.window_id, cc: row.cc_text, bcc: row.bcc_text, text: row.body, tracked: row.is_tracked },
  ...{ signed: row.is_signed, takes_files: row.takes_files, files: files.map(shownFile) },
})

/** Newest first. */
export const findDrafts = (db: Db, orgId: string, personId: string): Promise<DraftRow[]> =>
  db
    .selectFrom('mail_drafts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostDrafts)
    .execute()

/** Of that member; that of another is not there. */
export const findDraft = async (db: Db, orgId: string, personId: string, id: string): Promise<DraftRow> => {
  const row = await db
    .selectFrom('mail_drafts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const notFound = (): Failure => new Failure(emailErrors.email_draft_not_found, { field: 'draftId' })

/** What a save writes. */
export type DraftContent = Pick<
  DraftRow,
  | ('mailbox_id' | 'window_id' | 'kind' | 'mail_id' | 'from_email' | 'to_text' | 'cc_text' | 'bcc_text')
  | ('subject' | 'body' | 'is_tracked' | 'is_signed' | 'takes_files')
>

interface Save {
  readonly orgId: string
  readonly personId: string
  readonly content: DraftContent
  readonly now: Date
}

/** A new draft; that of the same window where it has one, since the answer to its first save may not have reached it. */
export const createDraft = async (db: Db, { orgId, personId, content, now }: Save, id: string): Promise<DraftRow> => {
  // One after the other for a member, so that two at once do not pass the bound together.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail drafts ${personId}`}, 0))`.execute(db)
  const own = await db
    .updateTable('mail_drafts')
    .set({ ...content, version: sql`version + 1`, updated_at: now })
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('window_id', '=', content.window_id)
    .returningAll()
    .executeTakeFirst()
  if (own) return own
  const { drafts } = await db
    .selectFrom('mail_drafts')
    .select(({ fn }) => fn.countAll<number>().as('drafts'))
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  if (Number(drafts) >= mostDrafts) throw new Failure(emailErrors.email_drafts_too_many)
  return db
    .insertInto('mail_drafts')
    .values({ org_id: orgId, id, person_id: personId, ...content, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Writes over the version that the caller has seen, and over no other: one statement decides. */
export const changeDraft = async (
  db: Db,
  { orgId, personId, content, now }: Save,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<DraftRow> => {
  const saved = await db
    .updateTable('mail_drafts')
    .set({ ...content, version: version + 1, updated_at: now })
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
  if (saved) return saved
  await findDraft(db, orgId, personId, id)
  throw new Failure(emailErrors.email_draft_stale, { field: 'version' })
}

/** Removes a draft; of two at once one does. Its files belong to no draft from then on. */
export const removeDraft = async (db: Db, orgId: string, personId: string | null, id: string): Promise<void> => {
  const removed = await db
    .deleteFrom('mail_drafts')
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw notFound()
}

/** What was not touched for so long is not finished any more; its files go with it. */
export const draftRetention = retention({
  name: 'drafts of emails',
  days: 180,
  about: 'Drafts of emails that were not changed',
  async ofOrg(db, { orgId, before }) {
    const { numAffectedRows } = await sql`
      delete from mail_drafts where org_id = ${orgId} and id in (
        select id from mail_drafts where org_id = ${orgId} and updated_at < ${before} order by updated_at limit ${batchRows})`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  },
})
