import { notices } from '#core/declared.ts'

export const mailNotices = notices({
  mail_failed: { about: 'A mail could not be delivered.', least: 'admin' },
})
