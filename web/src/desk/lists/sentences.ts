import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('desk/lists/sentences', {
  'save-view': { done: 'saved a view of a list', tried: 'tried to save a view of a list' },
  'remove-view': { done: 'deleted a view of a list', tried: 'tried to delete a view of a list' },
})
