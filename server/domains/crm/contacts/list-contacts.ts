import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { searchBehind } from '#core/search.ts'
import { Cursor, orders, PageSize, SearchBehind, SearchText } from '#shapes'
import { Contact, listContacts as findContacts, sentContact } from '../identities/contacts.ts'
import { contactErrors } from '../identities/errors.ts'

export const listContacts = action({
  name: 'list-contacts',
  summary: 'List contacts, newest first',
  description:
    'Merged contacts are listed once. A search may return fewer than a page holds and still have more, and is always newest first.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'contacts:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    search: SearchText.optional(),
    order: orders('-created_at', 'created_at'),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ contacts: z.array(Contact), next_cursor: z.uuid().nullable(), search_behind_seconds: SearchBehind }),
  errors: [contactErrors.order_with_search],
  examples: [{ title: 'Contacts whose name or email address starts with a text', input: { search: 'maya', limit: 20 } }],

  async run({ order, ...input }, { db, org, fail }) {
    const oldestFirst = order === 'created_at'
    if (oldestFirst && input.search) throw fail('order_with_search', { field: 'order' })
    const behind = await searchBehind(db, input.search)
    const { contacts, nextCursor } = await findContacts(db, org.id, { ...input, oldestFirst })
    return { contacts: contacts.map(sentContact), next_cursor: nextCursor, search_behind_seconds: behind }
  },
})
