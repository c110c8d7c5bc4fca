import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { EmailDraft, shownDraft } from './email-drafts.ts'
import { freeFiles } from './email-files.ts'
import { emailErrors } from './errors.ts'
import { knownState } from './known-states.ts'
import { lockMail } from './mails.ts'
import { removeMail } from './removed-mails.ts'
import { AsTyped, draftOfMail } from './taken-back.ts'
import { clearUnsentNotices, isUnsent } from './unsent-mails.ts'
import { mailOf, ownMailbox } from './usable.ts'

export const cancelEmail = action({
  name: 'cancel-email',
  summary: 'Take back a mail that has not left',
  description:
    'One that waits to be sent, that failed, or of which it is not known whether it left: that one may arrive all the same, and is then in the mailbox as one that was sent elsewhere. A mail that is leaving, or has left, cannot be taken back. With `asDraft` what it says is a draft of yours again, made in the same transaction, with its files; without, its files wait for another mail for a day. Also while the mailbox must be connected again.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: false },
  input: z.object({
    id: z.uuid(),
    userEmail: z.string().min(3).max(320),
    asDraft: AsTyped.optional().describe('How it was typed; each part that is left out is taken from the mail'),
  }),
  output: z.object({ success: z.literal(true), draft: EmailDraft.nullable().describe('Null without `asDraft`') }),
  errors: [
    mailboxErrors.foreign_mailbox,
    emailErrors.email_not_found,
    emailErrors.email_on_its_way,
    emailErrors.email_drafts_too_many,
    emailErrors.email_draft_too_long,
  ],
  examples: [
    {
      title: 'As a draft',
      input: { id: '01980000-0000-7000-8000-000000000000', userEmail: 'maya@example.com', asDraft: {} },
    },
  ],

  async run({ id, userEmail, asDraft }, { db, org, person, newId, now, fail }) {
    const { mailbox } = await ownMailbox(db, org.id, person, userEmail)
    await mailOf(db, org.id, mailbox, id)
    const mail = await lockMail(db, org.id, id)
    if (!mail || !isUnsent(mail) || knownState(mail).state === 'sending') throw fail('email_on_its_way')
    const draft = asDraft ? await draftOfMail(db, mail, asDraft, { personId: person.id, newId, now: now() }) : null
    await freeFiles(db, org.id, { mailId: id, now: now(), draft })
    await clearUnsentNotices(db, org.id, sql`select ${id}::uuid`)
    await removeMail(db, org.id, mailbox.id, id)
    return { success: true as const, draft: draft && shownDraft(draft) }
  },
})
