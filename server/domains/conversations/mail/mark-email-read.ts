import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { emailErrors } from './errors.ts'
import { emailEvents } from './events.ts'
import { markMailJob } from './job-references.ts'
import { setSeen } from './marks.ts'
import { mailOf, usableMailbox } from './usable.ts'

export const markEmailRead = action({
  name: 'mark-email-read',
  summary: 'Mark a mail as read',
  description:
    'Here at once, and at its provider by a job; one that is read already is a success. `read: false` marks it as unread. Where the provider refuses, the mail shows why, and follows the provider.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  limit: { times: 300, seconds: 60 },
  input: z.object({ id: z.uuid(), userEmail: z.string().min(3).max(320), read: z.boolean().default(true) }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    emailErrors.mail_not_allowed,
    emailErrors.email_not_found,
  ],
  examples: [{ title: 'One', input: { id: '01980000-0000-7000-8000-000000000000', userEmail: 'maya@example.com' } }],

  async run({ id, userEmail, read }, { db, org, person, enqueue, emit }) {
    const { mailbox } = await usableMailbox(db, org.id, person, userEmail)
    const mail = await mailOf(db, org.id, mailbox, id)
    if (mail.is_seen === read && mail.seen_error === null) return { success: true as const }
    await setSeen(db, org.id, id, read)
    await enqueue(markMailJob, { orgId: org.id, mailId: id })
    await emit(emailEvents.updated, id, { mailbox_id: mailbox.id, change: 'seen' })
    return { success: true as const }
  },
})
