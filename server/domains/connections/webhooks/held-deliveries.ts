import { sql } from 'kysely'
import { held, never } from '#core/held.ts'

export const heldDeliveries = held({
  name: 'webhook deliveries',
  kind: 'webhooks',
  rows: {
    postpone: (db, orgId) =>
      sql`update webhook_deliveries set next_try_at = ${never}, lease = null, leased_until = null
        where org_id = ${orgId} and state = 'waiting'`.execute(db),
    release: (db, orgId) =>
      sql`update webhook_deliveries set next_try_at = now()
        where org_id = ${orgId} and state = 'waiting' and next_try_at >= ${never}`.execute(db),
    // Its age is that of the event: the restore itself may have made the delivery.
    madeAt: (orgId) =>
      sql`select coalesce((select e.at from events e where e.org_id = d.org_id and e.id = d.event_id), d.created_at) as at
        from webhook_deliveries d where d.org_id = ${orgId} and d.state = 'waiting' and d.next_try_at >= ${never}`,
  },
})
