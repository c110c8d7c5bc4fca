import { notices } from '#core/declared.ts'

export const leadSourceNotices = notices({
  lead_source_silent: { about: 'A busy lead source has stopped bringing leads.', least: 'member', topic: 'connections' },
  lead_source_rejects: { about: 'More than one in five requests of a lead source is rejected.', least: 'admin', topic: 'connections' },
})
