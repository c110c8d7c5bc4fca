import { notices } from '#core/declared.ts'

export const syncNotices = notices({
  crm_sync_stopped: {
    about: 'A CRM sync stalls, failed, or waits for the CRM to be connected again.',
    least: 'admin',
    topic: 'connections',
    line: ({ provider }) => `The sync with ${provider} stopped`,
    page: (connectionId) => `/settings/connections/crm/${connectionId}`,
  },
})
