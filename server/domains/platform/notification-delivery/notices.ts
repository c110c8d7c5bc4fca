import { notices } from '#core/declared.ts'

export const deliveryNotices = notices({
  notification_test: {
    about: 'You asked for a test notification.',
    least: 'member',
    topic: 'workspace',
    line: () => 'This is a test notification',
    page: () => '/settings/notifications',
  },
})
