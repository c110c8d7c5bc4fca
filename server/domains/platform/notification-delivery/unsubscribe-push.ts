import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { deliveryErrors } from './errors.ts'
import { removeSubscription } from './push-subscriptions.ts'

export const unsubscribePush = action({
  name: 'unsubscribe-push',
  summary: 'Remove a browser from push notifications',
  description: 'By its id, or by the address that the browser itself has. What waits for it is not sent.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ deviceId: z.uuid().optional(), endpoint: z.url().max(2_000).optional() }),
  output: z.object({ success: z.literal(true) }),
  errors: [transportErrors.missing_field, deliveryErrors.push_device_not_found],
  examples: [{ title: 'A browser that is no longer used', input: { deviceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ deviceId, endpoint }, { db, org, person, fail }) {
    if (deviceId === undefined && endpoint === undefined)
      throw fail('missing_field', { message: 'Missing required field: deviceId', field: 'deviceId' })
    const by = deviceId === undefined ? { endpoint: endpoint ?? '' } : { id: deviceId }
    if (!(await removeSubscription(db, org.id, person.id, by))) throw fail('push_device_not_found')
    return { success: true as const }
  },
})
