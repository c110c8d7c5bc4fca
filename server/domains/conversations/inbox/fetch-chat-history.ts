import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { cursorOf, PlaceCursor, placeOf } from './cursors.ts'
import { showThread } from './shown-threads.ts'
import { ChatMessage, Conversation, ThreadId } from './threads.ts'

export const fetchChatHistory = action({
  name: 'fetch-chat-history',
  summary: 'Show the messages of a contact, oldest first',
  description:
    'Returns the newest page first; pass `previous_cursor` as `before` for earlier messages. Internal notes are included, with `comment_type` `note`. Reactions are attached to their message.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
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
    const wanted = { threadId: projectId, before: before === undefined ? null : placeOf(before), limit }
    const shown = await showThread(db, org.id, wanted, { id: person?.id ?? null, within })
    if (!shown) throw fail('deal_not_found')
    const { history, previous, conversation } = shown
    return { history, previous_cursor: previous && cursorOf(previous), conversation }
  },
})
