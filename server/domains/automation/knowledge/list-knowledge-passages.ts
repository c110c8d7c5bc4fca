import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PageSize, shape } from '#shapes'
import { knowledgeErrors } from './errors.ts'
import { findSource, KnowledgeSource, listPassages, shownSource } from './sources.ts'

const ReadPassage = shape('KnowledgeReadPassage', {
  place: z.int(),
  heading: z.string().describe('The headings above it, the outermost first; empty where there is none'),
  text: z.string(),
})

export const listKnowledgePassages = action({
  name: 'list-knowledge-passages',
  summary: 'Read a document that answers are taken from, passage by passage',
  description: 'In their order, from a place on: that of a passage that an answer named, or the beginning.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'read',
  scope: 'knowledge:read',
  input: z.object({
    knowledgeId: z.uuid(),
    from: z.int().min(0).max(10_000_000).default(0).describe('The place of the first'),
    limit: PageSize,
  }),
  output: z.object({
    source: KnowledgeSource,
    passages: z.array(ReadPassage),
    next_from: z.int().nullable().describe('The `from` of the next page; null at the end'),
  }),
  errors: [knowledgeErrors.knowledge_not_found],
  examples: [{ title: 'From the beginning', input: { knowledgeId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ knowledgeId, from, limit }, { db, org, fail }) {
    const source = await findSource(db, org.id, knowledgeId)
    if (!source) throw fail('knowledge_not_found', { field: 'knowledgeId' })
    const found = await listPassages(db, org.id, knowledgeId, { from, limit: limit + 1 })
    return {
      source: shownSource(source),
      passages: found.slice(0, limit),
      next_from: found[limit]?.place ?? null,
    }
  },
})
