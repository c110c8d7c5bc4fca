import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('desk/bin/sentences', {
  'delete-records': { done: 'deleted records', tried: 'tried to delete records' },
  'restore-records': { done: 'restored records from the bin', tried: 'tried to restore records from the bin' },
  'remove-from-bin': { done: 'removed records for good', tried: 'tried to remove records for good' },
})
