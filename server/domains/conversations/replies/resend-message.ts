import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { demoAnswer } from '../inbox/demo-answers.ts'
import { inboxErrors } from '../inbox/errors.ts'
import { requeueMessage } from '../inbox/message-changes.ts'
import { contentOf, lockMessage } from '../inbox/messages.ts'
import { ChatMessage, showMessage } from '../inbox/threads.ts'
import { sendMessageJob } from '../whatsapp/job-references.ts'
import { reachOf } from '../whatsapp/recipients.ts'

export const resendMessage = action({
  name: 'resend-message',
  summary: 'Resend a message that failed or whose delivery is unknown',
  description:
    'For an `uncertain` message, the platform never confirmed whether it accepted it: resending may deliver it twice, so a person must decide. A sent message is not resent.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: false },
  input: z.object({ messageId: z.uuid() }),
  output: z.object({ success: z.literal(true), message: ChatMessage }),
  errors: [inboxErrors.message_not_found, inboxErrors.message_not_failed, inboxErrors.window_closed],
  examples: [{ title: 'Resend it', input: { messageId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ messageId }, { db, org, person, within, enqueue, fail }) {
    const row = await lockMessage(db, org.id, messageId)
    if (row?.direction !== 'out') throw fail('message_not_found')
    if (row.error_code === demoAnswer.error.code)
      throw fail('message_not_failed', { message: 'This is demo data: it is sent to no one.' })
    if (row.channel === 'email') throw fail('message_not_failed', { message: 'This is a mail: `resend-email` sends it again.' })
    if (row.state !== 'failed' && row.state !== 'uncertain') throw fail('message_not_failed')
    // Its values are gone: they were of use for a moment.
    if (contentOf(row).template?.hidden)
      throw fail('message_not_failed', {
        message: 'This message had a code, which is not sent again: the signer asks for another one.',
      })
    if (row.kind !== 'template' && !(await reachOf(db, org.id, row.contact_id, row.address)).isOpen) throw fail('window_closed')
    await requeueMessage(db, org.id, messageId)
    await enqueue(sendMessageJob, { orgId: org.id, messageId })
    return { success: true as const, message: await showMessage(db, org.id, messageId, { id: person.id, within }) }
  },
})
