import { notices } from '#core/declared.ts'

export const connectionNotices = notices({
  connection_failed: {
    about: 'A connection needs attention.',
    least: 'admin',
    topic: 'connections',
    line: ({ provider }) => `The connection to ${provider} needs attention`,
    page: (connectionId) => `/settings/connections/${connectionId}`,
  },
})
