import { notices } from '#core/declared.ts'

export const leadSourceNotices = notices({
  lead_source_silent: {
    about: 'A busy lead source has stopped bringing leads.',
    least: 'member',
    topic: 'connections',
    line: ({ name }) => `${name} has stopped bringing leads`,
    page: (sourceId) => `/leads/sources/${sourceId}`,
  },
  lead_source_rejects: {
    about: 'More than one in five requests of a lead source is rejected.',
    least: 'admin',
    topic: 'connections',
    line: ({ name }) => `Many requests of ${name} are rejected`,
    page: (sourceId) => `/leads/sources/${sourceId}`,
  },
})
