import { module } from '#core/module.ts'
import { notificationErrors } from './errors.ts'
import { noticeEvents } from './events.ts'
import { listNotices } from './list-notices.ts'
import { markNoticesRead } from './mark-notices-read.ts'

export const notificationsModule = module({
  title: 'Notifications',
  actions: [listNotices, markNoticesRead],
  errors: notificationErrors,
  events: [noticeEvents],
  owns: ['notice_readers', 'notices'],
})
