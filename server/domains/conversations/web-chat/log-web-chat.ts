import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { addressBlock } from '#core/address-blocks.ts'
import { transportErrors } from '#core/errors.ts'
import { noteResponse } from '#domains/crm/deals/responses.ts'
import { inboxErrors } from '../inbox/errors.ts'
import { digestOfAsked, takeMessage } from '../inbox/messages.ts'
import { webChatErrors } from './errors.ts'
import { longestMessage, meetVisitor } from './meeting.ts'
import { admitVisitor, holdSession } from './sessions.ts'

/** Chats that one address may begin: each is a deal, and somebody's work. */
const newChats = { times: 10, seconds: 60 }

export const logWebChat = action({
  name: 'log-web-chat',
  summary: 'Write a message of a website’s chat into its conversation',
  description:
    'By a visitor with the token of `start-web-chat`: a message of their own session, in the role `user`. By a member: of any session, one that begins with it too, for chats that are held elsewhere; in the role `agent` it is the member who wrote. The first message of a session makes the contact and a deal, and gives it to somebody; a closed conversation opens again. The same message with a `clientMessageId` that was sent before writes nothing: a repeat on a bad network is one message. The same id with another message is refused (422).',
  who: 'member',
  transports: ['gateway', 'function'],
  effect: 'write',
  website: true,
  hints: { destructive: false },
  input: z.object({
    sessionId: z.string().min(1).max(255),
    message: z.string().trim().min(1).max(longestMessage),
    role: z.enum(['user', 'agent']),
    clientMessageId: z.string().min(1).max(64).optional().describe('Made by whoever sends; once in a session'),
    page: z.string().max(2_048).optional().describe('Where the visitor is'),
    locale: z.string().max(35).optional().describe('What language the visitor reads, BCP 47'),
  }),
  output: z.object({ success: z.literal(true), projectId: z.uuid().describe('The deal'), messageId: z.uuid() }),
  errors: [
    webChatErrors.chat_session_foreign,
    webChatErrors.chat_origin_refused,
    webChatErrors.chat_widget_not_found,
    webChatErrors.chat_widget_off,
    inboxErrors.client_id_reused,
    transportErrors.forbidden,
    transportErrors.rate_limited,
  ],
  examples: [
    {
      title: 'What a visitor wrote',
      input: { sessionId: 'a3f1', message: 'Do you deliver on Saturdays?', role: 'user' },
    },
  ],

  async run(input, { org, person, visitor, origin, agent, db, newId, settings, clientAddress, demand, fail }) {
    await admitVisitor(db, org.id, input.sessionId, { visitor, origin, agent }, settings)
    if (visitor && input.role !== 'user') throw fail('forbidden', { field: 'role' })

    const session = await holdSession(
      db,
      org.id,
      { key: input.sessionId, newId: newId(), page: input.page, locale: input.locale },
      { visitor, origin, agent },
    )
    if (session.contact_id === null && visitor) await demand(`new web chats ${addressBlock(clientAddress)}`, newChats)
    const { contactId, dealId } = await meetVisitor(db, org.id, session)

    const { messageId, isNew } = await takeMessage(db, org.id, {
      contactId,
      dealId,
      channel: 'web_chat',
      direction: input.role === 'user' ? 'in' : 'out',
      kind: 'text',
      body: input.message,
      address: session.id,
      isUnverified: input.role === 'user',
      // Of another session the same id is another message.
      clientMessageId: input.clientMessageId === undefined ? null : `${session.id} ${input.clientMessageId}`,
      clientDigest: digestOfAsked({ action: 'log-web-chat', role: input.role, message: input.message }),
      ...(input.role === 'agent' && { personId: person?.id ?? null, state: 'sent' as const }),
    })
    if (isNew && input.role === 'agent') {
      await noteResponse(db, org.id, { contactId, personId: person?.id ?? null, byKind: 'message' })
    }
    return { success: true as const, projectId: dealId, messageId }
  },
})
