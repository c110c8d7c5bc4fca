import { notices } from '#core/declared.ts'

export const mailNotices = notices({
  mail_failed: {
    about: 'An email could not be delivered.',
    least: 'admin',
    topic: 'workspace',
    page: () => '/settings/outbox',
  },
})
