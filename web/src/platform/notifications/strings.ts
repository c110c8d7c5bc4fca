import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

export const strings = messages('platform/notifications/strings', {
  title: 'Notifications',
  list: 'Notifications, newest first',
  emptyTitle: 'You’re all caught up',
  emptyText: 'Failed emails, jobs and webhooks, mentions and new members appear here.',
  loadFailed: 'The notifications could not be loaded',
  markAll: 'Mark all as read',
  markFailed: 'The notifications could not be marked as read',
  unread: 'Unread',
  seeAll: 'View all',
  bell: (n: number) => (n === 0 ? 'Notifications' : `Notifications, ${counted(n)} unread`),
  other: 'Something needs attention',
})
