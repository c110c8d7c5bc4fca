import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('business/proposals/sentences', {
  'accept-proposal': { done: 'accepted a proposal', tried: 'tried to accept a proposal' },
  'create-proposal': { done: 'created a proposal', tried: 'tried to create a proposal' },
  'decline-proposal': { done: 'declined a proposal', tried: 'tried to decline a proposal' },
  'remove-proposal': { done: 'removed a draft of a proposal', tried: 'tried to remove a proposal' },
  'send-proposal': { done: 'sent a proposal', tried: 'tried to send a proposal' },
  'update-proposal': { done: 'changed a proposal', tried: 'tried to change a proposal' },
  'withdraw-proposal': { done: 'withdrew a proposal', tried: 'tried to withdraw a proposal' },
})
