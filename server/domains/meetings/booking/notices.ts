import { notices } from '#core/declared.ts'

export const bookingNotices = notices({
  meeting_host_left: { about: 'A host of a meeting that is ahead is no longer a member.', least: 'admin' },
})
