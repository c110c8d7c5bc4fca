import { sql } from 'kysely'
import { reaction } from '#core/events/reaction.ts'
import { newId } from '#core/ids.ts'
import { tell } from './payloads.ts'
import { addDeliveries } from './webhook-deliveries.ts'

/**
 * Makes the deliveries of what happened, in the transaction that moves the cursor on: each is made exactly once, whatever dies when. An
 * endpoint gets what happened since it was made.
 */
export const fanOut = reaction({
  name: 'webhooks',
  summary: 'Queue events for webhook delivery',
  on: 'public',
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  async orgs(db) {
    const { rows } = await sql<{ org_id: string }>`select orgs_with_webhooks as org_id from foyer.orgs_with_webhooks()`.execute(
      db,
    )
    return rows.map(({ org_id }) => org_id)
  },

  async run(events, { db, org }) {
    const endpoints = await db
      .selectFrom('webhook_endpoints')
      .select(['id', 'event_types', 'created_at'])
      .where('org_id', '=', org.id)
      .where('state', '=', 'active')
      .orderBy('id')
      .execute()
    const pairs = events.flatMap((event) =>
      endpoints
        .filter(
          ({ created_at, event_types }) =>
            created_at <= event.at && (event_types.length === 0 || event_types.includes(event.type)),
        )
        .map(({ id }) => [event, id] as const),
    )
    const wanted = [...new Set(pairs.map(([event]) => event))]
    const bodies = await tell(
      db,
      org.id,
      wanted.map((event) => ({ ...event, facts: event.stored })),
    )
    const deliveries = pairs.flatMap(([{ id: eventId, type }, webhookId]) => {
      const body = bodies.get(eventId)
      return body === undefined ? [] : [{ id: newId(), webhookId, eventId, type, body }]
    })
    await addDeliveries(db, org.id, deliveries)
  },
})
