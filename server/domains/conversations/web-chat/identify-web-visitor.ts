import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { readEmail } from '#shapes/emails.ts'
import { webChatErrors } from './errors.ts'
import { takeClaim } from './session-contacts.ts'
import { admitVisitor, lockSession } from './sessions.ts'

export const identifyWebVisitor = action({
  name: 'identify-web-visitor',
  summary: 'Set the claimed name and email of a website visitor',
  description:
    'By a visitor with the token of `start-web-chat`, for their own session; by a member for any session. It is a claim: it appears in the conversation as not verified and is proposed to members, who accept or dismiss it (`decide-claim`). It merges the visitor with no contact, and reveals nothing to the visitor about a contact with that email address.',
  who: 'member',
  transports: ['gateway', 'function'],
  effect: 'write',
  website: true,
  limit: { times: 20, seconds: 60 },
  hints: { destructive: false, idempotent: true },
  input: z.object({
    sessionId: z.string().min(1).max(255),
    name: z.string().trim().min(1).max(200).optional(),
    email: z.string().trim().min(1).max(320).optional(),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    webChatErrors.chat_session_foreign,
    webChatErrors.chat_origin_refused,
    webChatErrors.chat_widget_not_found,
    webChatErrors.chat_widget_off,
    transportErrors.email_malformed,
  ],
  examples: [
    { title: 'A name and an email address', input: { sessionId: 'a3f1', name: 'Maya Rao', email: 'maya@example.com' } },
  ],

  async run({ sessionId, name, email }, { org, visitor, origin, agent, db, newId, settings, fail }) {
    await admitVisitor(db, org.id, sessionId, { visitor, origin, agent }, settings)
    if (email !== undefined && 'fault' in readEmail(email)) throw fail('email_malformed', { field: 'email' })
    const session = await lockSession(db, org.id, { key: sessionId, newId: newId() }, { visitor, origin, agent })
    await takeClaim(db, org.id, session, { name, email })
    return { success: true as const }
  },
})
