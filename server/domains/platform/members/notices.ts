import { notices } from '#core/declared.ts'

export const memberNotices = notices({
  member_joined: { about: 'Somebody accepted an invitation.', least: 'member' },
})
