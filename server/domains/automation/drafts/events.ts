import { signal } from '#core/events/event.ts'

export const replyDraftEvents = {
  ready: signal('reply_draft.ready', 'A reply was drafted when a customer wrote.'),
}
