import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { idFloor } from '#core/ids.ts'
import { Instant } from '#shapes'
import { webhookErrors } from './errors.ts'
import { webhookEvents } from './events.ts'
import { findMissed } from './missed-events.ts'
import { webhookRecovering } from './moments.ts'
import { tell } from './payloads.ts'
import { addDeliveries, findFailedSince, recoverableDays, requeue } from './webhook-deliveries.ts'
import { lockWebhook, unpause } from './webhooks.ts'

/** Of one call. More than a receiver takes within a minute; the rest is for the next call. */
const mostAtOnce = 2_000
const dayMs = 86_400_000

export const recoverWebhook = action({
  name: 'recover-webhook',
  summary: 'Send a webhook all events that it missed',
  description: `Failed deliveries since then are sent again, and events from before the webhook existed or while it was off are sent for the first time; at most ${recoverableDays} days back. One call queues up to ${mostAtOnce.toLocaleString('en')} deliveries; with \`more: true\`, call again for the rest. Records of CRM syncs that ended since then are queued little by little, where the webhook includes them, and are not counted.`,
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 20, seconds: 60 },
  input: z.object({ webhookId: z.uuid(), since: Instant }),
  output: z.object({
    success: z.literal(true),
    queued: z.int().describe('Number of deliveries queued'),
    more: z.boolean().describe('More remain than one call queues'),
  }),
  errors: [transportErrors.bad_request, webhookErrors.webhook_not_found, webhookErrors.webhook_disabled],
  examples: [
    {
      title: 'All events since a receiver was down',
      input: { webhookId: '01980000-0000-7000-8000-000000000000', since: '2026-11-21T10:00:00Z' },
    },
  ],

  async run({ webhookId, since }, { org, db, now, newId, emit, enqueue, within, fail }) {
    const from = new Date(since)
    if (from.getTime() < now().getTime() - recoverableDays * dayMs)
      throw fail('bad_request', { field: 'since', message: `since may be at most ${recoverableDays} days ago` })
    const webhook = await lockWebhook(db, org.id, webhookId)
    if (!webhook) throw fail('webhook_not_found')
    if (webhook.state !== 'active') throw fail('webhook_disabled')
    await unpause(db, org.id, webhookId)

    const failed = await findFailedSince(db, org.id, webhookId, idFloor(from), mostAtOnce)
    const requeued = await requeue(db, org.id, failed)
    const { events, isAll } = await findMissed(db, org.id, webhook, from, mostAtOnce - failed.length)
    const bodies = events.length > 0 ? await tell(db, org.id, events) : new Map<string, string>()
    const added = await addDeliveries(
      db,
      org.id,
      events.flatMap(({ id: eventId, type }) => {
        const body = bodies.get(eventId)
        return body === undefined ? [] : [{ id: newId(), webhookId, eventId, type, body }]
      }),
    )
    await within(db, org.id, webhookRecovering, { webhookId, since: from, enqueue })
    if (requeued + added > 0) await emit(webhookEvents.changed, webhookId, { change: 'recovered', recovered: requeued + added })
    return { success: true as const, queued: requeued + added, more: failed.length === mostAtOnce || !isAll }
  },
})
