import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { searchBehind } from '#core/search.ts'
import { PageSize, SearchBehind, SearchText } from '#shapes'
import { listErrors } from './errors.ts'
import { ListFilter, ListKind } from './filters.ts'
import { cursorOf, orderOf, placeIn } from './orders.ts'
import { findPage, pageSizes } from './pages.ts'
import { columnsOf, readingFor } from './readings.ts'
import { ListedRecord, readRecords } from './records.ts'
import { findByIndex, searchTest } from './searches.ts'
import { testsFor } from './tests.ts'

/** What narrows a list. */
export const Narrowing = {
  kind: ListKind,
  filter: ListFilter.optional(),
  search: SearchText.optional().describe(
    'Leads and contacts: word prefixes, or digits of a phone number; then newest first. Others: a part of a name, address or number',
  ),
}

export const listRecords = action({
  name: 'list-records',
  summary: 'List records of a kind, filtered and sorted',
  description:
    'Fields, operators and orders: `describe-list`. What has no value comes last. Each page is answered in bounded time: where few of very many records match, a page may hold fewer than `limit`, even none, and still have a `next_cursor`: go on until it is null.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'lists:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    ...Narrowing,
    sort: z.string().max(81).optional().describe('Key of a field, descending with a minus; left out: the list’s own order'),
    columns: z.array(z.string().max(80)).max(60).optional().describe('Keys of fields; left out: the usual ones'),
    cursor: z.string().max(2_000).optional().describe('`next_cursor` of the previous page'),
    limit: PageSize,
  }),
  output: z.object({
    records: z.array(ListedRecord),
    next_cursor: z.string().nullable(),
    search_behind_seconds: SearchBehind,
  }),
  errors: [
    ...[listErrors.list_filter_invalid, listErrors.list_sort_invalid, listErrors.list_column_unknown],
    listErrors.list_cursor_invalid,
  ],
  examples: [
    {
      title: 'New leads of the last seven days that no one owns',
      input: {
        kind: 'lead',
        filter: {
          conditions: [
            { field: 'state', op: 'is', value: 'new' },
            { field: 'owner', op: 'is', value: 'nobody' },
            { field: 'received_at', op: 'last_days', value: 7 },
          ],
        },
      },
    },
    {
      title: 'Deals that are to close next month, the largest first',
      input: {
        kind: 'deal',
        sort: '-value',
        filter: { conditions: [{ field: 'close_on', op: 'in_period', value: 'next_month' }] },
      },
    },
  ],

  async run({ kind, filter, search, sort, columns, cursor, limit }, context) {
    const { db, fail } = context
    const reading = await readingFor(context, kind)
    const shown = columnsOf(reading, columns)
    const tests = testsFor(filter, reading)
    const isIndexed = Boolean(search) && typeof reading.list.search === 'string'
    const order = orderOf(sort ?? reading.list.usualSort, reading)
    if (isIndexed && sort !== undefined && sort !== reading.list.usualSort)
      throw fail('list_sort_invalid', { field: 'sort', message: 'A search is newest first.' })
    const after = cursor === undefined ? null : placeIn(cursor, order)
    const part = search && searchTest(reading, search)
    const { found, next } =
      search && isIndexed
        ? await findByIndex(db, { reading, tests, search, after, limit, sizes: pageSizes })
        : await findPage(db, { reading, tests: part ? [...tests, part] : tests, order, after, limit, sizes: pageSizes })
    return {
      records: await readRecords(
        db,
        reading,
        found.map(({ id }) => id),
        shown,
        context,
      ),
      next_cursor: next && cursorOf(next),
      search_behind_seconds: isIndexed ? await searchBehind(db, search) : null,
    }
  },
})
