import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('desk/duplicates/sentences', {
  'dismiss-duplicate': {
    done: 'said that two contacts are not the same',
    tried: 'tried to say that two contacts are not the same',
  },
  'dismiss-company-duplicate': {
    done: 'said that two companies are not the same',
    tried: 'tried to say that two companies are not the same',
  },
})
