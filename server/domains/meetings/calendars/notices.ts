import { notices } from '#core/declared.ts'

/** For the owner of a calendar alone. */
export const calendarNotices = notices({
  calendar_gone: {
    about: 'The calendar that gets a member’s meetings is gone at its provider.',
    least: 'member',
    topic: 'connections',
    line: () => 'The calendar that gets your meetings is gone',
    page: () => '/settings/mailboxes',
  },
})
