import { notices } from '#core/declared.ts'

export const metaLeadNotices = notices({
  meta_leads_failed: {
    about: 'Meta announced leads that could not be fetched for three days.',
    least: 'admin',
    topic: 'connections',
    line: ({ name }) => `Leads of ${name} could not be fetched from Meta`,
    page: (sourceId) => `/leads/sources/${sourceId}`,
  },
  meta_page_stopped: {
    about: 'Leads of a page of Meta, or of one of its forms, can no longer be fetched.',
    least: 'admin',
    topic: 'connections',
    line: ({ name }) => `Leads of ${name} can no longer be fetched from Meta`,
    page: (sourceId) => `/leads/sources/${sourceId}`,
  },
})
