import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { freeFiles } from './email-files.ts'
import { emailErrors } from './errors.ts'
import { lockMail } from './mails.ts'
import { removeMail } from './removed-mails.ts'
import { mailOf, usableMailbox } from './usable.ts'

export const cancelEmail = action({
  name: 'cancel-email',
  summary: 'Take back a mail that waits to be sent',
  description: 'Only while it waits: a mail that has left cannot be taken back. Its files wait for another mail for a day.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: false },
  input: z.object({ id: z.uuid(), userEmail: z.string().min(3).max(320) }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    emailErrors.mail_not_allowed,
    emailErrors.email_not_found,
    emailErrors.email_on_its_way,
  ],
  examples: [{ title: 'One', input: { id: '01980000-0000-7000-8000-000000000000', userEmail: 'maya@example.com' } }],

  async run({ id, userEmail }, { db, org, person, now, fail }) {
    const { mailbox } = await usableMailbox(db, org.id, person, userEmail)
    await mailOf(db, org.id, mailbox, id)
    const mail = await lockMail(db, org.id, id)
    if (mail?.state !== 'queued') throw fail('email_on_its_way')
    await freeFiles(db, org.id, id, now())
    await removeMail(db, org.id, mailbox.id, id)
    return { success: true as const }
  },
})
