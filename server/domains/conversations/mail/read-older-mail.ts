import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { Instant } from '#shapes'
import { emailErrors } from './errors.ts'
import { readMailboxJob } from './job-references.ts'
import { findReading, lowerSince } from './readings.ts'
import { usableMailbox } from './usable.ts'

export const readOlderMail = action({
  name: 'read-older-mail',
  summary: 'Read older mail of a mailbox',
  description:
    'A mailbox is read from `MAIL_FIRST_DAYS` (90) days before it was connected. With this it is read from `since` on, for all who may see it; a later time than the present one changes nothing. Answers before it is read: `list-mail-folders` has how many mails there are, and how many of them are here. A mail that is here already is not fetched again.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  limit: { times: 10, seconds: 60 },
  input: z.object({ mailboxId: z.uuid(), since: Instant.describe('By the time at which the provider took a mail') }),
  output: z.object({ success: z.literal(true), since: z.iso.datetime().describe('How far back it is read now') }),
  errors: [mailboxErrors.mailbox_not_found, mailboxErrors.mailbox_not_connected, emailErrors.mail_not_allowed],
  examples: [
    { title: 'A year', input: { mailboxId: '01980000-0000-7000-8000-000000000000', since: '2025-12-01T00:00:00.000Z' } },
  ],

  async run({ mailboxId, since }, { db, org, person, enqueue, fail }) {
    const mailbox = await findMailbox(db, org.id, mailboxId)
    if (mailbox?.person_id !== person.id && mailbox?.kind !== 'team') throw fail('mailbox_not_found', { field: 'mailboxId' })
    await usableMailbox(db, org.id, person, mailbox.email)
    // Providers know no time before this one.
    const wanted = new Date(Math.max(0, Date.parse(since)))
    if (await lowerSince(db, org.id, mailboxId, wanted)) await enqueue(readMailboxJob, { orgId: org.id, mailboxId })
    const reading = await findReading(db, org.id, mailboxId)
    return { success: true as const, since: (reading?.since ?? wanted).toISOString() }
  },
})
