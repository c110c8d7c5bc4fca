import { deleteExpired } from '#core/expired-rows.ts'
import { idFloor } from '#core/ids.ts'
import { retention } from '#core/retention.ts'
import { contribution } from '#core/within.ts'
import { cleanable, cleaning, daysBefore } from '#domains/platform/retention/cleanables.ts'
import { olderDeliveries } from './removed-webhooks.ts'
import { keptDays } from './webhook-deliveries.ts'

export const webhookDeliveryRetention = retention({
  name: 'webhook deliveries',
  days: keptDays,
  about: 'Webhook deliveries',
  ofOrg: (db, { orgId, before }) => deleteExpired(db, olderDeliveries(orgId, idFloor(before))),
})

export const cleanableWebhookDeliveries = contribution({
  name: 'cleanables-of-webhooks',
  to: cleaning,
  run: async ({ now }, { orgId }) => [
    cleanable('webhook_deliveries', keptDays, [olderDeliveries(orgId, idFloor(daysBefore(now, keptDays)))]),
  ],
})
