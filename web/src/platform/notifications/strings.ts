import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

/** What the notifications say. */
export const strings = messages({
  title: 'Notifications',
  list: 'Notifications, newest first',
  emptyTitle: 'Nothing to look at',
  emptyText:
    'When a mail cannot be delivered, work fails for good, a webhook is switched off or somebody joins, it stands here.',
  loadFailed: 'The notifications could not be loaded',
  markAll: 'Mark all as read',
  markFailed: 'They could not be marked as read',
  unread: 'Unread',
  seeAll: 'See all',
  bell: (n: number) => (n === 0 ? 'Notifications' : `Notifications, ${counted(n)} unread`),
  other: 'Something needs attention',
})
