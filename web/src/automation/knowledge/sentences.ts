import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('automation/knowledge/sentences', {
  'remove-knowledge': { done: 'removed a document of knowledge', tried: 'tried to remove a document of knowledge' },
  'save-knowledge': { done: 'saved a document of knowledge', tried: 'tried to save a document of knowledge' },
})
