import { notices } from '#core/declared.ts'

export const backgroundJobNotices = notices({
  job_failed: {
    about: 'A background job failed for good.',
    least: 'admin',
    topic: 'workspace',
    line: ({ name }) => `A background job failed: ${name}`,
    page: () => '/settings/background',
  },
  held_after_restore: {
    about: 'A backup was restored, and work it may already have sent is held.',
    least: 'admin',
    topic: 'workspace',
    page: () => '/settings/background',
  },
})
