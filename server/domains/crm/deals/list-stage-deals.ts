import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PageSize, SearchText } from '#shapes'
import { columnCursor, findColumn } from './boards.ts'
import { idsOfSearch, searchMatches } from './deal-search.ts'
import { Deal, showDeals } from './deals.ts'
import { AssignedTo } from './list-deals.ts'

export const listStageDeals = action({
  name: 'list-stage-deals',
  summary: 'List the deals of one board column, from the top',
  description: searchMatches,
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'read',
  scope: 'deals:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    stageId: z.uuid(),
    assignedTo: AssignedTo.optional(),
    search: SearchText.optional(),
    cursor: z.string().regex(columnCursor).optional().describe('`next_cursor` of the column or of the previous page'),
    limit: PageSize,
  }),
  output: z.object({ deals: z.array(Deal), next_cursor: z.string().nullable() }),
  errors: [],
  examples: [{ title: 'The first fifty', input: { stageId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ cursor, limit, search, ...filter }, { db, org }) {
    const among = await idsOfSearch(db, org.id, search)
    const { ids, nextCursor } = await findColumn(db, org.id, { ...filter, among }, { cursor, limit })
    return { deals: await showDeals(db, org.id, ids), next_cursor: nextCursor }
  },
})
