import { notices } from '#core/declared.ts'

export const backgroundJobNotices = notices({
  job_failed: { about: 'Background work failed for good.', least: 'admin' },
  held_after_restore: { about: 'A backup was restored, and what it may have sent before is held.', least: 'admin' },
})
