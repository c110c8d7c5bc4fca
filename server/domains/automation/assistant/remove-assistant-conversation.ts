import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { removeConversation } from './conversations.ts'
import { assistantErrors } from './errors.ts'

export const removeAssistantConversation = action({
  name: 'remove-assistant-conversation',
  summary: 'Delete a conversation with the assistant',
  description: 'The caller’s own, with its open proposals. What was done of them stays done, and in the audit log.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  input: z.object({ conversationId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [assistantErrors.assistant_conversation_not_found],
  examples: [{ title: 'Delete one', input: { conversationId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ conversationId }, { db, org, person, fail }) {
    if (!(await removeConversation(db, { orgId: org.id, personId: person.id }, conversationId)))
      throw fail('assistant_conversation_not_found', { field: 'conversationId' })
    return { success: true as const }
  },
})
