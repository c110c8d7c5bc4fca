import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { searchBehind } from '#core/search.ts'
import { SearchBehind, SearchText } from '#shapes'
import { findEverything, SearchHit } from './hits.ts'

export const searchRecords = action({
  name: 'search-records',
  summary: 'Search people, companies, deals, conversations, invoices and documents at once',
  description:
    'The beginnings of words; of messages whole words, and the beginning of the last one. A number is found by its digits as dialled abroad or at home, and by its last four or more. An amount (`1200`, `€1,200`, `1.200,00`) finds invoices with this total and deals with this value. At most five of each kind, the newest first. Emails of members’ mailboxes are searched by `list-mailbox-mails`.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'search:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ search: SearchText }),
  output: z.object({ hits: z.array(SearchHit), search_behind_seconds: SearchBehind }),
  errors: [],
  examples: [{ title: 'By the last digits of a number', input: { search: '9711699983' } }],

  async run({ search }, { db, org }) {
    const behind = await searchBehind(db, search)
    return { hits: await findEverything(db, org.id, search), search_behind_seconds: behind }
  },
})
