import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { emailErrors } from './errors.ts'
import { mailOf, usableMailbox } from './usable.ts'

export const fetchEmailDetail = action({
  name: 'fetch-email-detail',
  summary: 'Show what a mail says',
  description:
    'Its HTML if it has any, else its text, decoded to UTF-8 and otherwise as it was received: a stranger’s. Show it only in a sandboxed frame, without scripts and without loading anything.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 300, seconds: 60 },
  input: z.object({ id: z.uuid(), userEmail: z.string().min(3).max(320) }),
  output: z.object({ body: z.string(), mimeType: z.enum(['text/html', 'text/plain']) }),
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    emailErrors.mail_not_allowed,
    emailErrors.email_not_found,
  ],
  examples: [{ title: 'One', input: { id: '01980000-0000-7000-8000-000000000000', userEmail: 'maya@example.com' } }],

  async run({ id, userEmail }, { db, org, person }) {
    const { mailbox } = await usableMailbox(db, org.id, person, userEmail)
    await mailOf(db, org.id, mailbox, id)
    const body = await db
      .selectFrom('mailbox_bodies')
      .select(['html', 'text'])
      .where('org_id', '=', org.id)
      .where('id', '=', id)
      .executeTakeFirst()
    if (body?.html != null) return { body: body.html, mimeType: 'text/html' as const }
    return { body: body?.text ?? '', mimeType: 'text/plain' as const }
  },
})
