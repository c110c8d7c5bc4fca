import { module } from '#core/module.ts'
import { deliverNotices } from './deliver-notices.ts'
import { deliveryErrors } from './errors.ts'
import { heldPushes } from './held-pushes.ts'
import { deliveryNotices } from './notices.ts'
import { deliveredRetention } from './retention.ts'
import { saveNotificationSettings } from './save-notification-settings.ts'
import { sendDuePushes } from './send-due-pushes.ts'
import { sendNoticeMails } from './send-notice-mails.ts'
import { sendPush } from './send-push.ts'
import { sendTestNotification } from './send-test-notification.ts'
import { showNotificationSettings } from './show-notification-settings.ts'
import { subscribePush } from './subscribe-push.ts'
import { unsubscribePush } from './unsubscribe-push.ts'
import { withdrawReadMails } from './withdraw-read-mails.ts'

export const notificationDeliveryModule = module({
  title: 'Notification settings',
  actions: [showNotificationSettings, saveNotificationSettings, subscribePush, unsubscribePush, sendTestNotification],
  jobs: [sendNoticeMails, sendPush, sendDuePushes],
  reactions: [deliverNotices],
  errors: deliveryErrors,
  notices: deliveryNotices,
  within: [withdrawReadMails],
  retention: [deliveredRetention],
  held: [heldPushes],
  owns: ['directory.push_keys', 'notice_mails', 'notice_summaries', 'push_messages', 'push_subscriptions'],
})
