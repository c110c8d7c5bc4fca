import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { changeDraft, createDraft, draftFields, EmailDraft, shownDraft } from './email-drafts.ts'
import { FileIds, setFilesOfDraft } from './email-files.ts'
import { emailErrors } from './errors.ts'
import { usableMailbox } from './usable.ts'

/** Of that mailbox, when the draft begins; a mail that is deleted afterwards does not keep a draft from being saved. */
const refuseForeignMail = async (
  db: Db,
  orgId: string,
  wanted: { readonly mailboxId: string; readonly draftId: string | undefined; readonly answers: string },
): Promise<void> => {
  const { rows } = await sql`
    select from mailbox_mails where org_id = ${orgId} and mailbox_id = ${wanted.mailboxId} and id = ${wanted.answers}
    union all
    select from mail_drafts where org_id = ${orgId} and id = ${wanted.draftId ?? null} and mail_id = ${wanted.answers}`.execute(
    db,
  )
  if (rows.length === 0) throw new Failure(emailErrors.email_not_found, { field: 'answers' })
}

export const saveEmailDraft = action({
  name: 'save-email-draft',
  summary: 'Save an email that is being written',
  description:
    'As often as it changes: nothing is checked but its size, and the audit log has no entry for it. A draft is seen by its member alone, also in a mailbox of the team. Without `draftId` a new one is created; with it, `version` is the one that you have seen, and where another window has saved meanwhile the answer is `email_draft_stale`. A member has 100 drafts at most; one that is not changed for 180 days is removed. Its files are kept for as long as it is there.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  hints: { destructive: false, idempotent: false },
  input: z.object({
    userEmail: z.string().min(3).max(320).describe('The sender: your own mailbox, or one of the team'),
    draftId: z.uuid().optional(),
    version: z.int().min(0).max(2_147_483_000).default(0).describe('Of the draft as you have seen it'),
    windowId: z.uuid().describe('A UUID of the window that it is written in: its first save, repeated, creates one draft'),
    kind: draftFields.kind.default('new'),
    answers: draftFields.answers.optional(),
    to: draftFields.to.default(''),
    cc: draftFields.cc.default(''),
    bcc: draftFields.bcc.default(''),
    subject: draftFields.subject.default(''),
    text: draftFields.text.default(''),
    tracked: draftFields.tracked.default(false),
    signed: draftFields.signed.default(true),
    takesFiles: draftFields.takesFiles.default(false),
    files: FileIds,
  }),
  output: z.object({ draft: EmailDraft }),
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    emailErrors.mail_not_allowed,
    emailErrors.email_not_found,
    emailErrors.email_draft_not_found,
    emailErrors.email_draft_stale,
    emailErrors.email_drafts_too_many,
    emailErrors.email_file_not_found,
  ],
  examples: [
    {
      title: 'A new one',
      input: {
        userEmail: 'maya@example.com',
        windowId: '01980000-0000-7000-8000-000000000001',
        to: 'Jo Doe <jo@example.com>',
        subject: 'Thursday',
        text: 'Thursday at ten',
      },
    },
  ],

  async run(input, { db, org, person, newId, now }) {
    const { mailbox, from } = await usableMailbox(db, org.id, person, input.userEmail)
    const answers = input.answers ?? null
    if (answers !== null) await refuseForeignMail(db, org.id, { mailboxId: mailbox.id, draftId: input.draftId, answers })
    const save = {
      ...{ orgId: org.id, personId: person.id, now: now() },
      content: {
        ...{ mailbox_id: mailbox.id, window_id: input.windowId, kind: input.kind, mail_id: answers },
        ...{ from_email: from, to_text: input.to, cc_text: input.cc, bcc_text: input.bcc },
        ...{ subject: input.subject, body: input.text },
        ...{ is_tracked: input.tracked, is_signed: input.signed, takes_files: input.takesFiles },
      },
    }
    const row =
      input.draftId === undefined
        ? await createDraft(db, save, newId())
        : await changeDraft(db, save, { id: input.draftId, version: input.version })
    await setFilesOfDraft(db, org.id, { ids: input.files, personId: person.id, draftId: row.id })
    return { draft: shownDraft(row) }
  },
})
