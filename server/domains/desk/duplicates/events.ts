import { signal } from '#core/events/event.ts'

export const duplicateEvents = {
  changed: signal('duplicates.changed', 'Contacts or companies were found that may be one, or a member dismissed that.'),
}
