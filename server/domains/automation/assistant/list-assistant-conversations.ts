import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize, SearchText } from '#shapes'
import { AssistantConversation, listConversations, shownConversation } from './conversations.ts'

export const listAssistantConversations = action({
  name: 'list-assistant-conversations',
  summary: 'List your conversations with the assistant',
  description: 'The caller’s own, latest first. `search` looks into questions and answers.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ search: SearchText.optional(), cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({ conversations: z.array(AssistantConversation), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [{ title: 'The latest', input: {} }],

  async run({ limit, ...page }, { db, org, person, now }) {
    const found = await listConversations(db, { orgId: org.id, personId: person.id }, { ...page, limit: limit + 1 })
    const shown = found.slice(0, limit)
    return {
      conversations: shown.map((row) => shownConversation(row, now())),
      next_cursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
    }
  },
})
