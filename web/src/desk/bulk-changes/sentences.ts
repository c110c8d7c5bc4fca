import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('desk/bulk-changes/sentences', {
  'change-records': { done: 'changed many records', tried: 'tried to change many records' },
  'cancel-bulk-change': { done: 'cancelled a bulk change', tried: 'tried to cancel a bulk change' },
  'undo-bulk-change': { done: 'undid a bulk change', tried: 'tried to undo a bulk change' },
})
