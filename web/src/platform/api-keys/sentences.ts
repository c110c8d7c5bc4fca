import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('platform/api-keys/sentences', {
  'create-key': { done: 'created an API key', tried: 'tried to create an API key' },
  'revoke-key': { done: 'revoked an API key', tried: 'tried to revoke an API key' },
  'roll-key': { done: 'rolled an API key', tried: 'tried to roll an API key' },
  'update-key': { done: 'edited an API key', tried: 'tried to edit an API key' },
})
