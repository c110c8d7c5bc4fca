import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { findMailbox, MailboxShares } from '#domains/connections/mailboxes/mailboxes.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import { conversationEvents } from '../inbox/events.ts'
import { shareThreadOf } from './thread-shares.ts'

export const shareThread = action({
  name: 'share-thread',
  summary: 'Choose what colleagues see of your mails with one contact',
  description:
    'For a personal mailbox of your own, in place of what `shares` of `update-mailbox` says for all its mail. `shares: null` takes it back. Mails with addresses that you exclude stay yours alone.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ mailboxId: z.uuid(), contactId: z.uuid(), shares: MailboxShares.nullable() }),
  output: z.object({ success: z.literal(true) }),
  errors: [mailboxErrors.mailbox_not_found, contactErrors.contact_not_found],
  examples: [
    {
      title: 'All mails with a contact',
      input: {
        ...{ mailboxId: '01980000-0000-7000-8000-000000000000', contactId: '01980000-0000-7000-8000-000000000001' },
        shares: 'all',
      },
    },
  ],

  async run({ mailboxId, contactId, shares }, { db, org, person, emit, fail }) {
    const mailbox = await findMailbox(db, org.id, mailboxId)
    if (mailbox?.person_id !== person.id || mailbox.ended_at !== null) throw fail('mailbox_not_found', { field: 'mailboxId' })
    const mergeGroup = await mergeGroupOf(db, org.id, contactId)
    if (mergeGroup.length === 0) throw fail('contact_not_found', { field: 'contactId' })
    await shareThreadOf(db, org.id, { mailboxId, mergeGroup, shares })
    await emit(conversationEvents.changed, mergeGroup[0] ?? contactId, {
      ...{ action: 'shared', person_id: person.id, before: {}, after: {} },
    })
    return { success: true as const }
  },
})
