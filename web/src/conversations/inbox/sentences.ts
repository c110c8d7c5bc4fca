import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('conversations/inbox/sentences#audit', {
  'link-whatsapp-contact': { done: 'linked a WhatsApp contact to a deal', tried: 'tried to link a WhatsApp contact to a deal' },
  'mark-chat-read': { done: 'marked a conversation as read', tried: 'tried to mark a conversation as read' },
  'react-chat': { done: 'reacted to a message', tried: 'tried to react to a message' },
  'remove-canned-reply': { done: 'removed a saved reply', tried: 'tried to remove a saved reply' },
  'reply-chat': { done: 'replied in a conversation', tried: 'tried to reply in a conversation' },
  'resend-message': { done: 'resent a message', tried: 'tried to resend a message' },
  'save-canned-reply': { done: 'saved a reply', tried: 'tried to save a reply' },
  'send-whatsapp': { done: 'sent a WhatsApp message', tried: 'tried to send a WhatsApp message' },
  'sync-whatsapp-templates': { done: 'synced WhatsApp templates', tried: 'tried to sync WhatsApp templates' },
  'update-chat-session': {
    done: 'closed, reopened, assigned or snoozed a conversation',
    tried: 'tried to close, reopen, assign or snooze a conversation',
  },
})

const strings = messages('conversations/inbox/sentences', {
  mentioned: (by: string) => (by === '' ? 'You were mentioned in a note' : `${by} mentioned you in a note`),
})

export const notices: NoticeSentences = {
  mentioned: ({ facts }) => ({
    title: strings.mentioned(text(facts.by)),
    text: text(facts.name) || undefined,
    tone: 'warn',
    link: { to: '/inbox/$projectId', params: { projectId: text(facts.deal_id) } },
  }),
}
