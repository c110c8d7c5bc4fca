import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { knowledgeErrors } from './errors.ts'
import { findSource, KnowledgeSource, shownSource } from './sources.ts'

export const showKnowledge = action({
  name: 'show-knowledge',
  summary: 'Show a document that answers are taken from',
  description: 'With its text: of a file, what could be read of it.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'read',
  scope: 'knowledge:read',
  input: z.object({ knowledgeId: z.uuid() }),
  output: z.object({ source: KnowledgeSource, text: z.string() }),
  errors: [knowledgeErrors.knowledge_not_found],
  examples: [{ title: 'One', input: { knowledgeId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ knowledgeId }, { db, org, fail }) {
    const found = await findSource(db, org.id, knowledgeId)
    if (!found) throw fail('knowledge_not_found', { field: 'knowledgeId' })
    return { source: shownSource(found), text: found.text }
  },
})
