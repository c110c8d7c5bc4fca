import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { inboxErrors } from '../inbox/errors.ts'
import { digestOfAsked, findMessage } from '../inbox/messages.ts'
import { ChatMessage, showMessage } from '../inbox/threads.ts'
import { queueWhatsApp, sendingErrors } from '../whatsapp/outgoing-messages.ts'

export const reactChat = action({
  name: 'react-chat',
  summary: 'React to a WhatsApp message with an emoji',
  description:
    'An empty `emoji` removes the reaction. Like free text, it is possible for 24 hours after the contact’s last message.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ messageId: z.uuid(), emoji: z.string().max(16), clientMessageId: z.uuid() }),
  output: z.object({ success: z.literal(true), message: ChatMessage }),
  errors: [...sendingErrors, inboxErrors.message_not_found, inboxErrors.no_channel, inboxErrors.client_id_reused],
  examples: [
    {
      title: 'A thumb',
      input: {
        messageId: '01980000-0000-7000-8000-000000000000',
        emoji: '👍',
        clientMessageId: '01980000-0000-7000-8000-000000000001',
      },
    },
  ],

  async run({ messageId, emoji, clientMessageId }, context) {
    const { db, org, person, within, fail } = context
    const about = await findMessage(db, org.id, messageId)
    if (!about) throw fail('message_not_found')
    if (about.channel !== 'whatsapp' || about.provider_message_id === null) throw fail('no_channel')
    await queueWhatsApp(context, {
      contactId: about.contact_id,
      dealId: about.deal_id,
      address: about.address,
      said: { reaction: { emoji, about: about.provider_message_id } },
      clientMessageId,
      clientDigest: digestOfAsked({ action: 'react-chat', messageId, emoji }),
      personId: person.id,
    })
    return { success: true as const, message: await showMessage(db, org.id, messageId, { id: person.id, within }) }
  },
})
