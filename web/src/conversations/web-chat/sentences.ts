import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('conversations/web-chat/sentences', {
  'create-chat-widget': { done: 'created a website chat', tried: 'tried to create a website chat' },
  'identify-web-visitor': { done: 'identified a website visitor', tried: 'tried to identify a website visitor' },
  'log-web-chat': { done: 'wrote in a website chat', tried: 'tried to write in a website chat' },
  'remove-chat-widget': { done: 'removed a website chat', tried: 'tried to remove a website chat' },
  'update-chat-widget': { done: 'edited a website chat', tried: 'tried to edit a website chat' },
})
