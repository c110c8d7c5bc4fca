import { notices } from '#core/declared.ts'

export const leadNotices = notices({
  external_id_conflict: {
    about: 'A known external_id arrived with a different person.',
    least: 'member',
    topic: 'workspace',
    line: () => 'Two leads came with the same external id',
    page: (leadId) => `/leads/${leadId}`,
  },
})
