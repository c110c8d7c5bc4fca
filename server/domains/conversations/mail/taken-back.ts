import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { splitTextQuote } from '#shapes/mime/quotes.ts'
import type { MailPerson } from '../inbox/thread-mails.ts'
import { createDraft, type DraftContent, type DraftRow, draftFields, mostDraftText } from './email-drafts.ts'
import { emailErrors } from './errors.ts'
import { findMail, type MailRow, peopleOf } from './mails.ts'

/** How a mail was typed, by who knows that. What is left out is taken from the mail. */
export const AsTyped = z.object(draftFields).partial()

interface TakenBack {
  readonly personId: string
  readonly newId: () => string
  readonly now: Date
}

/**
 * The draft of a mail that is taken back. The mail has its text with the signature below it and what it quotes: the signature is a part of
 * the text from now on, and what is quoted of a mail that is still there is quoted again by who opens the draft.
 */
export const draftOfMail = async (
  db: Db,
  mail: MailRow,
  typed: z.output<typeof AsTyped>,
  { personId, newId, now }: TakenBack,
): Promise<DraftRow> => {
  const orgId = mail.org_id
  const answers = await answeredOf(db, mail, typed.answers ?? mail.answers)
  const content: DraftContent = {
    ...{ mailbox_id: mail.mailbox_id, window_id: newId(), from_email: mail.from_email ?? '', mail_id: answers },
    kind: typed.kind ?? (answers === null ? 'new' : 'reply'),
    to_text: typed.to ?? typedList(mail.to_list),
    cc_text: typed.cc ?? typedList(mail.cc_list),
    bcc_text: typed.bcc ?? typedList(mail.bcc_list),
    subject: typed.subject ?? mail.subject,
    body: typed.text ?? (await textOf(db, mail, answers)),
    is_tracked: typed.tracked ?? mail.tracking_id !== null,
    is_signed: typed.signed ?? false,
    takes_files: typed.takesFiles ?? false,
  }
  if (content.body.length > mostDraftText) throw new Failure(emailErrors.email_draft_too_long)
  return createDraft(db, { orgId, personId, content, now }, newId())
}

/** The mail that it answers or passes on, where its mailbox has that still. */
const answeredOf = async (db: Db, { org_id, mailbox_id }: MailRow, id: string | null): Promise<string | null> => {
  const answered = id === null ? undefined : await findMail(db, org_id, id)
  return answered?.mailbox_id === mailbox_id ? answered.id : null
}

const textOf = async (db: Db, { org_id, id }: MailRow, answers: string | null): Promise<string> => {
  const body = await db
    .selectFrom('mailbox_bodies')
    .select('text')
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .executeTakeFirst()
  const text = body?.text ?? ''
  return answers === null ? text : splitTextQuote(text).fresh.trimEnd()
}

const typedList = (list: unknown): string => peopleOf(list).map(typedPerson).join(', ')
const typedPerson = ({ name, email }: MailPerson): string => (name ? `"${name.replaceAll(/["\\]/g, '')}" <${email}>` : email)
