import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('conversations/voice/sentences', {
  'get-voice-token': { done: 'got ready for calls in the browser', tried: 'tried to get ready for calls in the browser' },
})
