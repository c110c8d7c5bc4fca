import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize, SearchText } from '#shapes'
import { Contact, listContacts as findContacts, sentContact } from '../identities/contacts.ts'

export const listContacts = action({
  name: 'list-contacts',
  summary: 'List contacts, newest first',
  description: 'Merged contacts are listed once. A search may return fewer than a page holds and still have more.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'contacts:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ search: SearchText.optional(), cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({ contacts: z.array(Contact), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [{ title: 'Contacts whose name or email address starts with a text', input: { search: 'maya', limit: 20 } }],

  async run(input, { db, org }) {
    const { contacts, nextCursor } = await findContacts(db, org.id, input)
    return { contacts: contacts.map(sentContact), next_cursor: nextCursor }
  },
})
