import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { demoData } from '#shapes/demo-people.ts'
import { setMailState } from '../inbox/message-changes.ts'
import { emailErrors } from './errors.ts'
import { emailEvents } from './events.ts'
import { sendMailboxMailJob } from './job-references.ts'
import { knownState } from './known-states.ts'
import { lockMail } from './mails.ts'
import { clearUnsentNotices } from './unsent-mails.ts'
import { mailOf, usableMailbox } from './usable.ts'

export const resendEmail = action({
  name: 'resend-email',
  summary: 'Send a mail again that failed',
  description:
    'For a mail that failed, or whose fate is not known: that one may arrive a second time. It keeps its Message-ID, by which mail programs know it again.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: false },
  limit: { times: 10, seconds: 60 },
  input: z.object({ id: z.uuid(), userEmail: z.string().min(3).max(320) }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    emailErrors.mail_not_allowed,
    emailErrors.email_not_found,
    emailErrors.email_not_again,
  ],
  examples: [{ title: 'One', input: { id: '01980000-0000-7000-8000-000000000000', userEmail: 'maya@example.com' } }],

  async run({ id, userEmail }, { db, org, person, enqueue, emit, fail }) {
    const { mailbox } = await usableMailbox(db, org.id, person, userEmail)
    await mailOf(db, org.id, mailbox, id)
    const mail = await lockMail(db, org.id, id)
    const state = mail && knownState(mail).state
    if (state !== 'failed' && state !== 'uncertain') throw fail('email_not_again')
    if (mail?.error_code === demoData.code)
      throw fail('email_not_again', { message: 'This is demo data: it is sent to no one.' })
    await db
      .updateTable('mailbox_mails')
      .set({ state: 'queued', error: null, error_code: null, looks: 0, bounce: null, bounced_at: null, returned: '[]' })
      .where('org_id', '=', org.id)
      .where('id', '=', id)
      .execute()
    await setMailState(db, org.id, id, { state: 'queued' })
    await emit(emailEvents.updated, id, { mailbox_id: mailbox.id, change: 'state' })
    await clearUnsentNotices(db, org.id, sql`select ${id}::uuid`)
    await enqueue(sendMailboxMailJob, { orgId: org.id, mailId: id })
    return { success: true as const }
  },
})
