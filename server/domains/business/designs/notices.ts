import { notices } from '#core/declared.ts'

export const designNotices = notices({
  design_job_failed: {
    about: 'A file or a design that you asked Canva for could not be made.',
    least: 'member',
    topic: 'documents',
    page: () => '/designs',
  },
})
