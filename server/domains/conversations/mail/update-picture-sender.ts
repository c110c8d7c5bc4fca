import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { addPictureSender, provenSender, removePictureSender } from './email-pictures.ts'
import { emailErrors } from './errors.ts'
import { mailOf, usableMailbox } from './usable.ts'

export const updatePictureSender = action({
  name: 'update-picture-sender',
  summary: 'Choose whether a sender’s pictures are shown without asking',
  description:
    'For you alone, and for mails only whose sender is proven (`is_proven`): of others anyone could have written the address. The sender is that of the mail with `id`.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ id: z.uuid(), userEmail: z.string().min(3).max(320), always: z.boolean() }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    emailErrors.mail_not_allowed,
    emailErrors.email_not_found,
    emailErrors.email_sender_not_proven,
  ],
  examples: [
    {
      title: 'Always',
      input: { id: '01980000-0000-7000-8000-000000000000', userEmail: 'maya@example.com', always: true },
    },
  ],

  async run({ id, userEmail, always }, { db, org, person, now, fail }) {
    const { mailbox } = await usableMailbox(db, org.id, person, userEmail)
    const key = provenSender(await mailOf(db, org.id, mailbox, id))
    if (key === null) throw fail('email_sender_not_proven', { field: 'id' })
    if (always) await addPictureSender(db, org.id, person.id, key, now())
    else await removePictureSender(db, org.id, person.id, key)
    return { success: true as const }
  },
})
