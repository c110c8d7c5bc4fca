import { notices } from '#core/declared.ts'

export const memberNotices = notices({
  member_joined: {
    about: 'An invitation was accepted.',
    least: 'member',
    topic: 'workspace',
    line: ({ name }) => `${name} joined the workspace`,
    page: () => '/settings/members',
  },
})
