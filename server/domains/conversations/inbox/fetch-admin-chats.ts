import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { searchBehind } from '#core/search.ts'
import { SearchBehind, SearchText } from '#shapes'
import { cursorOf, PlaceCursor, placeOf } from './cursors.ts'
import { findThreadsByWords } from './message-search.ts'
import { Conversation, countUnreadThreads, findThreads, sentThread } from './threads.ts'

export const fetchAdminChats = action({
  name: 'fetch-admin-chats',
  summary: 'List conversations, latest message first',
  description:
    'One conversation per contact, across channels. `filter` is the channel of the last message. `unread_count` and `unread_total` are the caller’s own; for an API key everything is read. `search` matches names, email addresses and message texts.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'chats:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    filter: z.enum(['all', 'whatsapp', 'web_chat', 'email']).default('all'),
    status: z.enum(['open', 'closed', 'snoozed', 'all']).default('all'),
    assigned: z.enum(['anyone', 'me', 'nobody']).default('anyone'),
    search: SearchText.optional(),
    cursor: PlaceCursor.optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({
    conversations: z.array(Conversation),
    next_cursor: PlaceCursor.nullable(),
    search_behind_seconds: SearchBehind,
    unread_total: z
      .int()
      .describe('Open conversations with unread messages that are assigned to the caller or unassigned; among the newest 500'),
  }),
  errors: [],
  examples: [{ title: 'Open conversations on WhatsApp', input: { filter: 'whatsapp', status: 'open' } }],

  async run({ filter, status, assigned, search, cursor, limit }, { db, org, person }) {
    const reader = person?.id ?? null
    const behind = await searchBehind(db, search)
    const among = search ? await findThreadsByWords(db, org.id, search) : undefined
    const found =
      among?.length === 0
        ? []
        : await findThreads(db, org.id, reader, {
            channel: filter === 'all' ? undefined : filter,
            status,
            assignedTo: assigned === 'anyone' ? undefined : assigned === 'me' ? (reader ?? 'nobody') : 'nobody',
            among,
            before: cursor === undefined ? undefined : placeOf(cursor),
            limit: limit + 1,
          })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      conversations: page.map(sentThread),
      next_cursor: last?.last_message_at ? cursorOf({ at: last.last_message_at, id: last.id }) : null,
      search_behind_seconds: behind,
      unread_total: reader === null ? 0 : await countUnreadThreads(db, org.id, reader),
    }
  },
})
