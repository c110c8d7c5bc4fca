import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages({
  'mark-notices-read': { done: 'marked notifications as read', tried: 'tried to mark notifications as read' },
})
