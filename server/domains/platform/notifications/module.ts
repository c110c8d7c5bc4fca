import { module } from '#core/module.ts'
import { notificationErrors } from './errors.ts'
import { noticeEvents } from './events.ts'
import { listNotices } from './list-notices.ts'
import { markNoticesRead } from './mark-notices-read.ts'
import { noticesRead } from './moments.ts'

export const notificationsModule = module({
  title: 'Notifications',
  actions: [listNotices, markNoticesRead],
  errors: notificationErrors,
  events: [noticeEvents],
  moments: [noticesRead],
  owns: ['notice_readers', 'notices', 'notification_settings'],
})
