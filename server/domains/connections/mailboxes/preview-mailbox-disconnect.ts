import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from './errors.ts'
import { findMailbox } from './mailboxes.ts'
import { mailboxLeaving } from './moments.ts'

export const previewMailboxDisconnect = action({
  name: 'preview-mailbox-disconnect',
  summary: 'Show what disconnecting your mailbox would remove',
  description:
    'Changes nothing. For its owner, before `disconnect-mailbox`: how many emails its copy has, and how many wait to be sent and would not be.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ mailboxId: z.uuid() }),
  output: z.object({
    copied_emails: z.int().describe('In the copy of its mail, which is removed'),
    waiting_emails: z.int().describe('That wait to be sent, and are not sent any more'),
  }),
  errors: [mailboxErrors.mailbox_not_found],
  examples: [{ title: 'One', input: { mailboxId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ mailboxId }, { db, org, person, within, fail }) {
    const mailbox = await findMailbox(db, org.id, mailboxId)
    if (mailbox?.person_id !== person.id) throw fail('mailbox_not_found', { field: 'mailboxId' })
    const counts = await within(db, org.id, mailboxLeaving, { mailboxId })
    return {
      copied_emails: counts.reduce((sum, { copied }) => sum + copied, 0),
      waiting_emails: counts.reduce((sum, { waiting }) => sum + waiting, 0),
    }
  },
})
