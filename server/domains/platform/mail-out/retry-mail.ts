import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { changedFields } from '#core/events/changes.ts'
import { mailErrors } from './errors.ts'
import { mailEvents } from './events.ts'
import { findMail, lockMail, Mail, MailState, queueAgain, sendMailJob, showMailRow } from './mails.ts'

export const retryMail = action({
  name: 'retry-mail',
  summary: 'Retry an email',
  description:
    'A failed email is sent again unchanged; one waiting for its next attempt is sent now. A link in it is as old as the email: if it has expired, create the email again, for example with a new invitation.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 60, seconds: 60 },
  input: z.object({ mailId: z.uuid() }),
  output: z.object({ success: z.literal(true), mail: Mail }),
  errors: [mailErrors.mail_not_found, mailErrors.mail_sent_already, mailErrors.mail_under_way, mailErrors.mail_body_gone],
  examples: [{ title: 'Retry a failed email', input: { mailId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ mailId }, { org, db, now, emit, enqueue, fail }) {
    const held = await lockMail(db, org.id, mailId)
    if (!held) throw fail((await findMail(db, org.id, mailId)) ? 'mail_under_way' : 'mail_not_found')
    if (held.state === 'sent') throw fail('mail_sent_already')
    if (held.sealed === null) throw fail('mail_body_gone')
    const mail = await queueAgain(db, held, now())
    await enqueue(sendMailJob, { orgId: org.id, mailId })
    await emit(mailEvents.changed, mailId, {
      template: held.template,
      ...changedFields({ state: MailState.parse(held.state) }, { state: 'queued' }),
    })
    return { success: true as const, mail: showMailRow(mail) }
  },
})
