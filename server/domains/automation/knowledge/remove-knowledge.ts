import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { leavePassages, lockPassages } from './entering.ts'
import { knowledgeErrors } from './errors.ts'
import { knowledgeEvents } from './events.ts'
import { lockSource } from './sources.ts'

export const removeKnowledge = action({
  name: 'remove-knowledge',
  summary: 'Remove a document that answers are taken from',
  description:
    'No search finds it once this is answered, and its text is gone. What was answered from it before stays as it is.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ knowledgeId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [knowledgeErrors.knowledge_not_found],
  examples: [{ title: 'Out of date', input: { knowledgeId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ knowledgeId }, { db, org, emit, fail }) {
    await lockPassages(db, org.id)
    const source = await lockSource(db, org.id, knowledgeId)
    if (!source) throw fail('knowledge_not_found', { field: 'knowledgeId' })
    await leavePassages(db, org.id, knowledgeId)
    await db.deleteFrom('knowledge_sources').where('org_id', '=', org.id).where('id', '=', knowledgeId).execute()
    await emit(knowledgeEvents.removed, knowledgeId, { title: source.title })
    return { success: true as const }
  },
})
