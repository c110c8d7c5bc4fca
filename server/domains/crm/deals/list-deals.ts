import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, orders, PageSize, SearchText } from '#shapes'
import { mergeGroupOf } from '../identities/merge-groups.ts'
import { dealOrders, findDealIds } from './boards.ts'
import { findFurtherDealIds } from './deal-people.ts'
import { idsOfSearch, searchMatches } from './deal-search.ts'
import { Deal, DealState, showDeals } from './deals.ts'

/** Whose deals a list shows. */
export const AssignedTo = z
  .union([z.uuid(), z.literal('nobody')])
  .describe('The id of a member, or `nobody` for unassigned deals')

export const listDeals = action({
  name: 'list-deals',
  summary: 'List deals, newest first',
  description: `${searchMatches} Deals merged into another one are only listed with \`state: "linked"\`. By value they are grouped by currency; those without a value come last.`,
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'deals:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    pipelineId: z.uuid().optional(),
    stageId: z.uuid().optional(),
    state: DealState.optional(),
    assignedTo: AssignedTo.optional(),
    contactId: z
      .uuid()
      .optional()
      .describe('Deals of this contact, by any of its merged records; those in which it is a further one, too'),
    search: SearchText.optional(),
    order: orders(...dealOrders),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ deals: z.array(Deal), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [
    { title: 'The newest ten open deals', input: { state: 'open', limit: 10 } },
    { title: 'The largest ten open deals', input: { state: 'open', order: '-value_minor', limit: 10 } },
  ],

  async run({ order, cursor, limit, contactId, search, ...filter }, { db, org }) {
    const among = await idsOfSearch(db, org.id, search)
    const mergeGroup = contactId === undefined ? undefined : await mergeGroupOf(db, org.id, contactId)
    const furtherDealIds = mergeGroup && (await findFurtherDealIds(db, org.id, mergeGroup))
    const ids = await findDealIds(
      db,
      org.id,
      { ...filter, among, mergeGroup, furtherDealIds },
      { order, cursor, limit: limit + 1 },
    )
    const page = ids.slice(0, limit)
    return { deals: await showDeals(db, org.id, page), next_cursor: ids.length > limit ? (page.at(-1) ?? null) : null }
  },
})
