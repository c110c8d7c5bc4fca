import { signal } from '#core/events/event.ts'

export const duplicateEvents = {
  changed: signal('duplicates.changed', 'Contacts were found that may be one person, or a member dismissed that.'),
}
