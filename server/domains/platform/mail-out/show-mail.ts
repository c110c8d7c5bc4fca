import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailErrors } from './errors.ts'
import { findMail, Mail, showMailRow } from './mails.ts'

export const showMail = action({
  name: 'show-mail',
  summary: 'Show an outgoing email',
  description: 'Shows its state. The content is not shown: its links are for the recipient only.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ mailId: z.uuid() }),
  output: z.object({ mail: Mail }),
  errors: [mailErrors.mail_not_found],
  examples: [{ title: 'One email', input: { mailId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ mailId }, { org, db, fail }) {
    const row = await findMail(db, org.id, mailId)
    if (!row) throw fail('mail_not_found')
    return { mail: showMailRow(row) }
  },
})
