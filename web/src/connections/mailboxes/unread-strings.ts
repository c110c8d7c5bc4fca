import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

export const strings = messages('connections/mailboxes/unread-strings', {
  unread: (n: number) => (n === 1 ? '1 event could not be read in full' : `${counted(n)} events could not be read in full`),
  nameless: 'Untitled',
  more: 'And more of them.',
  reasons: {
    time: 'Its time cannot be read, so it blocks none. Set it again in your calendar.',
    end: 'Its end cannot be read: it blocks an hour, or the whole day.',
    occurrence: 'It replaces an occurrence that cannot be told: both block their time.',
    rule: 'How it repeats cannot be read: only its first time is blocked.',
    dates: 'Some dates that it adds or leaves out cannot be read.',
    many: 'It repeats more often than is copied: later times are not blocked.',
    zone: 'Its time zone is not known: its times may be off by hours.',
    details: 'Its time is blocked; something else about it cannot be read.',
  },
})
