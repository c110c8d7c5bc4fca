import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { listCalendarsJob } from './calendars.ts'

export const refreshAccountCalendars = action({
  name: 'refresh-account-calendars',
  summary: 'Look for new and removed calendars of your account',
  description:
    'The list is also read each hour. This answers at once, and `list-account-calendars` has the result a moment later. New calendars are read once you tick them; those that the provider no longer lists block no time.',
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
    if (mailbox?.person_id !== person.id || !mailbox.has_calendar) throw fail('mailbox_not_found', { field: 'mailboxId' })
    await enqueue(listCalendarsJob, { orgId: org.id, mailboxId, isAgain: true })
    return { success: true as const }
  },
})
