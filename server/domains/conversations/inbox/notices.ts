import { notices } from '#core/declared.ts'

export const inboxNotices = notices({
  mentioned: { about: 'A colleague named you in a note.', least: 'member' },
})
