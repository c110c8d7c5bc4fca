import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { choice, shape } from '#shapes'
import { AiMeta } from './ai-meta.ts'
import { turnsOf } from './asked-turns.ts'
import { AssistantConversation, findConversation, isAnswering, shownConversation } from './conversations.ts'
import { assistantErrors } from './errors.ts'
import { AssistantProposal, proposalsOf, shownProposal } from './proposals.ts'
import { SeenRecord } from './records.ts'
import { Look } from './tools.ts'

const AssistantTurn = shape('AssistantTurn', {
  role: choice('AssistantRole', ['user', 'assistant']),
  text: z.string(),
  at: z.iso.datetime(),
  meta: AiMeta.nullable().describe('Of the end of an answer'),
  is_cut: z.boolean().describe('It broke off: the text is not the whole answer'),
})

export const showAssistantConversation = action({
  name: 'show-assistant-conversation',
  summary: 'Show a conversation with the assistant',
  description: 'Only the person who asked can open it.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ conversationId: z.uuid() }),
  output: z.object({
    conversation: AssistantConversation,
    turns: z.array(AssistantTurn),
    proposals: z.array(AssistantProposal),
    looks: z.array(Look).describe('What was looked at in all of it'),
    records: z.array(SeenRecord),
    is_interrupted: z.boolean().describe('The last question has no whole answer, and none is coming'),
  }),
  errors: [assistantErrors.assistant_conversation_not_found],
  examples: [{ title: 'One', input: { conversationId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ conversationId: id }, { db, org, person, now, fail }) {
    const row = await findConversation(db, { orgId: org.id, personId: person.id }, id)
    if (!row) throw fail('assistant_conversation_not_found', { field: 'conversationId' })
    const kept = await turnsOf(db, org.id, id)
    const last = kept.at(-1)
    const isWhole = last?.role === 'assistant' && !last.content.isCut && last.content.calls.length === 0
    const tools = kept.flatMap((turn) => (turn.role === 'tools' ? { ...turn.content, at: turn.at.toISOString() } : []))
    return {
      conversation: shownConversation(row, now()),
      turns: kept.flatMap((turn) =>
        turn.role === 'tools' || (turn.role === 'assistant' && turn.text === '')
          ? []
          : {
              ...{ role: turn.role, text: turn.text, at: turn.at.toISOString() },
              meta: turn.role === 'assistant' ? turn.content.meta : null,
              is_cut: turn.role === 'assistant' && turn.content.isCut,
            },
      ),
      proposals: (await proposalsOf(db, org.id, id)).map((proposal) => shownProposal(proposal, now())),
      // Those of earlier versions have no totals.
      looks: tools.flatMap(({ looks, at }) => looks.map((look) => Look.parse({ ...look, at }))),
      records: [...new Map(tools.flatMap(({ records }) => records.map((record) => [record.id, record] as const))).values()],
      is_interrupted: !isWhole && !isAnswering(row, now()),
    }
  },
})
