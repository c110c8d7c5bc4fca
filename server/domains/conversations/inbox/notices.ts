import { notices } from '#core/declared.ts'

export const inboxNotices = notices({
  mentioned: { about: 'A teammate mentioned you in a note.', least: 'member', topic: 'mentions' },
})
