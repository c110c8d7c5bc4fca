import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize } from '#shapes'
import { KnowledgeSource, listSources, shownSource } from './sources.ts'

export const listKnowledge = action({
  name: 'list-knowledge',
  summary: 'List the documents that answers are taken from',
  description: 'The one that was changed last comes first.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'read',
  scope: 'knowledge:read',
  input: z.object({
    search: z.string().trim().min(1).max(200).optional().describe('A part of the title or of the file name'),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ sources: z.array(KnowledgeSource), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [
    { title: 'The newest', input: {} },
    { title: 'By title', input: { search: 'price' } },
  ],

  async run({ search, limit, cursor }, { db, org }) {
    const found = await listSources(db, org.id, { search, cursor, limit: limit + 1 })
    const shown = found.slice(0, limit)
    return { sources: shown.map(shownSource), next_cursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null }
  },
})
