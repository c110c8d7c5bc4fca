import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('platform/retention/sentences', {
  'system-cleanup': { done: 'counted or removed expired data', tried: 'tried to count or remove expired data' },
})
