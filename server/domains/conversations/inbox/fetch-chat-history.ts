import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { findThreadOf } from './conversations.ts'
import { cursorOf, PlaceCursor, placeOf } from './cursors.ts'
import { ChatMessage, Conversation, findThreads, readHistory, sentThread, ThreadId } from './threads.ts'

export const fetchChatHistory = action({
  name: 'fetch-chat-history',
  summary: 'Show the messages of a contact, oldest first',
  description:
    'Returns the newest page first; pass `previous_cursor` as `before` for earlier messages. Internal notes are included, with `comment_type` `note`. Reactions are attached to their message.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'chats:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    projectId: ThreadId,
    before: PlaceCursor.optional(),
    limit: z.int().min(1).max(200).default(100),
  }),
  output: z.object({
    history: z.array(ChatMessage),
    previous_cursor: PlaceCursor.nullable(),
    conversation: Conversation.nullable().describe('Null if there are no messages yet'),
  }),
  errors: [dealErrors.deal_not_found],
  examples: [{ title: 'The newest messages', input: { projectId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ projectId, before, limit }, { db, org, person, within, fail }) {
    const found = await findThreadOf(db, org.id, projectId)
    if (!found) throw fail('deal_not_found')
    const { contactId } = found
    const { history, previous } = await readHistory(db, org.id, contactId, {
      before: before === undefined ? null : placeOf(before),
      limit,
      reader: { id: person?.id ?? null, within },
    })
    const [thread] = await findThreads(db, org.id, person?.id ?? null, { contactId, limit: 1 })
    return {
      history,
      previous_cursor: previous && cursorOf(previous),
      conversation: thread ? sentThread(thread) : null,
    }
  },
})
