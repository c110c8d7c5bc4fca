import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailErrors } from './errors.ts'
import { findMail, Mail, showMailRow } from './mails.ts'

export const showMail = action({
  name: 'show-mail',
  summary: 'Show a mail of the outbox',
  description: 'How it stands with it. What it says is not shown: the links in it are for its reader alone.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ mailId: z.uuid() }),
  output: z.object({ mail: Mail }),
  errors: [mailErrors.mail_not_found],
  examples: [{ title: 'One mail', input: { mailId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ mailId }, { org, db, fail }) {
    const row = await findMail(db, org.id, mailId)
    if (!row) throw fail('mail_not_found')
    return { mail: showMailRow(row) }
  },
})
