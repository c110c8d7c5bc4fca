import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { readMailboxJob } from '#domains/conversations/mail/job-references.ts'
import { listCalendarsJob, readCalendarJob } from './calendars.ts'

export const syncMailbox = action({
  name: 'sync-mailbox',
  summary: 'Read your mailbox now',
  description:
    'Its mails and its calendars are read again and again anyway. Answers before they are read: `list-mailboxes` says when they were.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  limit: { times: 10, seconds: 60 },
  input: z.object({ mailboxId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [mailboxErrors.mailbox_not_found],
  examples: [{ title: 'One', input: { mailboxId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ mailboxId }, { db, org, person, enqueue, fail }) {
    const mailbox = await findMailbox(db, org.id, mailboxId)
    if (mailbox?.person_id !== person.id && mailbox?.kind !== 'team') throw fail('mailbox_not_found', { field: 'mailboxId' })
    if (mailbox.has_mail) await enqueue(readMailboxJob, { orgId: org.id, mailboxId })
    const calendars = await db
      .selectFrom('calendars')
      .select('id')
      .where('org_id', '=', org.id)
      .where('connection_id', '=', mailboxId)
      .where('is_ticked', '=', true)
      .execute()
    for (const { id } of calendars) await enqueue(readCalendarJob, { orgId: org.id, calendarId: id })
    if (mailbox.has_calendar) {
      const known = await db
        .selectFrom('calendars')
        .select('id')
        .where('org_id', '=', org.id)
        .where('connection_id', '=', mailboxId)
        .limit(1)
        .executeTakeFirst()
      await enqueue(listCalendarsJob, { orgId: org.id, mailboxId, ...(known && { isAgain: true }) })
    }
    return { success: true as const }
  },
})
