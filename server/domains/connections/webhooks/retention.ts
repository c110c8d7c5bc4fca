import { idFloor } from '#core/ids.ts'
import { retention } from '#core/retention.ts'
import { deleteOlder } from './removed-webhooks.ts'
import { keptDays } from './webhook-deliveries.ts'

export const webhookDeliveryRetention = retention({
  name: 'webhook deliveries',
  days: keptDays,
  about: 'Webhook deliveries',
  ofOrg: (db, { orgId, before }) => deleteOlder(db, orgId, idFloor(before)),
})
