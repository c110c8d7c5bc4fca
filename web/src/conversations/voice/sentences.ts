import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('conversations/voice/sentences', {
  'get-voice-token': { done: 'got ready for calls in the browser', tried: 'tried to get ready for calls in the browser' },
  'log-call': { done: 'logged a call', tried: 'tried to log a call' },
  'update-call': { done: 'edited a logged call', tried: 'tried to edit a logged call' },
  'delete-call': { done: 'deleted a logged call', tried: 'tried to delete a logged call' },
  'restore-call': { done: 'restored a logged call', tried: 'tried to restore a logged call' },
})
