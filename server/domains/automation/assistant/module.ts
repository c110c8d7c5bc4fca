import { module } from '#core/module.ts'
import { aiChat } from './ai-chat.ts'
import { approveProposal } from './approve-proposal.ts'
import { askAssistant } from './ask-assistant.ts'
import { dismissAssistantProposal } from './dismiss-proposal.ts'
import { assistantErrors } from './errors.ts'
import { listAssistantConversations } from './list-assistant-conversations.ts'
import { removeAssistantConversation } from './remove-assistant-conversation.ts'
import { cleanableConversations, conversationRetention, forgetConversations } from './retention.ts'
import { showAssistantConversation } from './show-assistant-conversation.ts'

/** Models that staff ask, and what they propose. */
export const assistantModule = module({
  title: 'Assistant',
  actions: [
    aiChat,
    askAssistant,
    approveProposal,
    dismissAssistantProposal,
    listAssistantConversations,
    showAssistantConversation,
    removeAssistantConversation,
  ],
  errors: assistantErrors,
  retention: [conversationRetention],
  within: [cleanableConversations, forgetConversations],
  owns: ['assistant_conversations', 'assistant_turns', 'assistant_proposals'],
})
