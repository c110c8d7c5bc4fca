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
    about: 'The last requests of a lead source, or more than one in five of them, are rejected.',
    least: 'admin',
    topic: 'connections',
    line: ({ name }) => `Many requests of ${name} are rejected`,
    page: (sourceId) => `/leads/sources/${sourceId}`,
  },
  lead_source_conflicts: {
    about: 'Requests of a lead source had the id of another person’s lead, so no lead was made of them.',
    least: 'admin',
    topic: 'connections',
    line: ({ name }) => `Different people came with the same id from ${name}`,
    page: (sourceId) => `/leads/sources/${sourceId}`,
  },
  lead_source_held: {
    about: 'Requests of a lead source are held until an admin releases them.',
    least: 'admin',
    topic: 'connections',
    line: ({ name }) => `Requests of ${name} wait to be released`,
    page: (sourceId) => `/leads/sources/${sourceId}`,
  },
  lead_source_overrun: {
    about: 'A lead source sent more requests in a minute than are taken; the rest is kept to be replayed.',
    least: 'admin',
    topic: 'connections',
    line: ({ name }) => `${name} sent more in a minute than is taken`,
    page: (sourceId) => `/leads/sources/${sourceId}`,
  },
})
