import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages({
  'replay-delivery': { done: 'replayed a rejected request', tried: 'tried to replay a rejected request' },
})
