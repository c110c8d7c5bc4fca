import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PageSize } from '#shapes'
import { BinKind } from './bin-kinds.ts'
import { BinCursor, BinnedRecord, findBinned } from './binned-records.ts'

export const listBin = action({
  name: 'list-bin',
  summary: 'List deleted records, last deleted first',
  description: 'What was deleted with another record is counted there. `search`: a part of the name.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'bin:read',
  input: z.object({
    kind: BinKind.optional().describe('Left out: all kinds'),
    search: z.string().trim().max(200).optional(),
    cursor: BinCursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ records: z.array(BinnedRecord), next_cursor: z.string().nullable() }),
  errors: [],
  examples: [{ title: 'The contacts that were deleted last', input: { kind: 'contact', limit: 10 } }],

  async run(input, { db, org }) {
    const { records, nextCursor } = await findBinned(db, org.id, input)
    return { records, next_cursor: nextCursor }
  },
})
