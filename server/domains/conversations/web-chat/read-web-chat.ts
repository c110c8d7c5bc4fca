import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Instant } from '#shapes'
import { webChatErrors } from './errors.ts'
import { findSaid, Said } from './session-messages.ts'
import { admitVisitor, findSession } from './sessions.ts'

export const readWebChat = action({
  name: 'read-web-chat',
  summary: 'Read the messages of a website chat session',
  description:
    'By a visitor with the token of `start-web-chat`, for their own session; by a member for any session. Contains the messages of the session and their replies, and nothing else about the visitor: no notes, no other channel, no other session. Without `after`, the newest 200; with it, newer messages plus the last seconds before it: deduplicate by id.',
  who: 'member',
  transports: ['gateway', 'function'],
  effect: 'read',
  website: true,
  input: z.object({
    sessionId: z.string().min(1).max(255),
    after: Instant.nullish().describe('`cursor` of the previous response'),
  }),
  output: z.object({ messages: z.array(Said), cursor: z.iso.datetime().nullable() }),
  errors: [
    webChatErrors.chat_session_foreign,
    webChatErrors.chat_session_not_found,
    webChatErrors.chat_origin_refused,
    webChatErrors.chat_widget_not_found,
    webChatErrors.chat_widget_off,
  ],
  examples: [{ title: 'The whole session', input: { sessionId: 'a3f1' } }],

  async run({ sessionId, after }, { org, visitor, origin, agent, db, settings, fail }) {
    await admitVisitor(db, org.id, sessionId, { visitor, origin, agent }, settings)
    const session = await findSession(db, org.id, sessionId)
    // A visitor's session begins with their first message.
    if (!session && !visitor) throw fail('chat_session_not_found')
    const messages = session ? await findSaid(db, org.id, session.id, after ? new Date(after) : null) : []
    return { messages, cursor: messages.at(-1)?.at ?? after ?? null }
  },
})
