import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('crm/request-log/sentences', {
  'replay-deliveries': { done: 'replayed the rejected requests of a source', tried: 'tried to replay requests of a source' },
  'replay-delivery': { done: 'replayed a rejected request', tried: 'tried to replay a rejected request' },
})
