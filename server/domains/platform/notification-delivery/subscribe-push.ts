import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { deliveryErrors } from './errors.ts'
import { pushKey } from './push-keys.ts'
import {
  findSubscriptions,
  mostSubscriptions,
  PushDevice,
  PushSubscription,
  saveSubscription,
  showDevice,
} from './push-subscriptions.ts'

export const subscribePush = action({
  name: 'subscribe-push',
  summary: 'Register a browser for push notifications',
  description:
    'Without a subscription it only answers the key (`applicationServerKey`) by which the browser subscribes. The same browser again renews its registration; one of another member becomes the caller’s.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 60, seconds: 3_600 },
  input: z.object({ subscription: PushSubscription.optional().describe('As `PushSubscription.toJSON()` answers it') }),
  output: z.object({
    success: z.literal(true),
    key: z.string().describe('Public key of this server (VAPID), base64url'),
    device: PushDevice.nullable(),
  }),
  errors: [deliveryErrors.push_address_refused, deliveryErrors.too_many_browsers],
  examples: [{ title: 'The key to subscribe by', input: {} }],

  async run({ subscription }, { db, org, person, vault, newId, ports, agent, fail }) {
    const { publicKey: key } = await pushKey(db, vault)
    if (!subscription) return { success: true as const, key, device: null }
    const { endpoint, keys } = subscription
    if (!ports.push.mayReach(endpoint)) throw fail('push_address_refused', { field: 'subscription.endpoint' })
    const address = { endpoint, p256dh: keys.p256dh, auth: keys.auth }
    const device = await saveSubscription({ db, vault, newId }, org.id, person.id, { address, agent: agent ?? '' })
    if ((await findSubscriptions(db, org.id, person.id)).length > mostSubscriptions) throw fail('too_many_browsers')
    return { success: true as const, key, device: showDevice(device) }
  },
})
