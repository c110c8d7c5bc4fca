import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findPassages, KnowledgePassage } from './passages.ts'

export const searchKnowledge = action({
  name: 'search-knowledge',
  summary: 'Find what the documents of the business say to a question',
  description:
    'Opening hours, prices, conditions, instructions: whatever was entered in Settings → Knowledge. Takes a whole question or some words, in any language of the documents; the passage that covers most of it comes first. An empty list: the documents say nothing about it.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'knowledge:read',
  input: z.object({
    query: z.string().trim().min(1).max(1_000),
    limit: z.int().min(1).max(20).default(3),
  }),
  output: z.object({ passages: z.array(KnowledgePassage) }),
  errors: [],
  examples: [{ title: 'A question', input: { query: 'Are you open on Saturdays?' } }],

  run: async ({ query, limit }, { db, org }) => ({ passages: await findPassages(db, org.id, query, limit) }),
})
