import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { choice } from '#shapes'
import { raiseNotice } from '../notifications/notices.ts'
import { deliveryErrors } from './errors.ts'
import { queueNoticeMail } from './notice-mail-texts.ts'
import { deliveryNotices } from './notices.ts'
import { enterPushes } from './push-messages.ts'
import { findSubscriptions } from './push-subscriptions.ts'
import { findRecipient } from './recipients.ts'

export const sendTestNotification = action({
  name: 'send-test-notification',
  summary: 'Send yourself a test notification',
  description: 'At once, whatever your settings and quiet hours are: in the app, by email, or to all your browsers.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 600 },
  input: z.object({ channel: choice('TestChannel', ['app', 'mail', 'push']) }),
  output: z.object({ success: z.literal(true) }),
  errors: [transportErrors.not_signed_in, deliveryErrors.push_device_not_found],
  examples: [{ title: 'By email', input: { channel: 'mail' } }],

  async run({ channel }, { db, org, person, fail, ...context }) {
    const recipient = await findRecipient(db, org.id, person.id)
    if (!recipient) throw fail('not_signed_in')
    const { kind } = deliveryNotices.notification_test
    const notice = { kind, subject_id: person.id, facts: {} }
    if (channel === 'mail') {
      await queueNoticeMail({ ...context, db }, org.id, recipient, {
        ...{ template: 'notices', isTest: true, notices: [notice], count: 1 },
      })
      return { success: true as const }
    }
    if (channel === 'push' && (await findSubscriptions(db, org.id, person.id)).length === 0) throw fail('push_device_not_found')
    await raiseNotice(db, org.id, {
      ...{ notice: deliveryNotices.notification_test, subjectId: person.id, personId: person.id, facts: {} },
    })
    if (channel === 'push')
      await enterPushes(db, org.id, [{ personId: person.id, kind, subjectId: person.id }], {
        now: context.now(),
        enqueue: context.enqueue,
      })
    return { success: true as const }
  },
})
