import { retryDelaysSeconds } from '#domains/connections/webhooks/retries.ts'
import { usualTiming } from '#domains/connections/webhooks/sender.ts'
import { keptDays, recoverableDays } from '#domains/connections/webhooks/webhook-deliveries.ts'
import { failingDays } from '#domains/connections/webhooks/webhook-states.ts'

const inWords = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`

/** What a receiver must know of how it is told, each a sentence or two of Markdown; numbers come from where they hold. */
export const webhookRules = (): readonly string[] => [
  'A message is posted with `Content-Type: application/json`, `webhook-id`, `webhook-timestamp` (seconds, of this attempt) and `webhook-signature`: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` with the bytes after `whsec_`. The Standard Webhooks libraries (`standardwebhooks`, `svix`) verify it. During the overlap of a rolled secret there are two signatures separated by a space: one match is enough.',
  'A message can arrive more than once, and out of order: store the `webhook-id`, which identifies the event and is the same in every attempt, replay and recovery.',
  `Any 2xx within ${usualTiming.timeoutMs / 1_000} s counts as delivered. Redirects are not followed.`,
  `Anything else is retried after ${retryDelaysSeconds.map(inWords).join(', ')}, each with up to 20 % random delay: ${retryDelaysSeconds.length + 1} attempts over about three days, then the delivery has failed. \`Retry-After\` on 429 and 503 extends a wait, up to a day.`,
  `\`410\` turns the webhook off at once; so does a receiver whose deliveries all fail for ${failingDays} days. Owners and admins get a notice and an email. After it is turned on again, \`recover-webhook\` sends what it missed, up to ${recoverableDays} days back.`,
  'At most four messages are in flight to one address, two while it is slow or failing; other addresses are not delayed by it.',
  `Each attempt is stored with its request and response for ${keptDays} days, in Settings → Webhooks.`,
  'The URL must be public, https, on port 443 (or 80 where an operator allows plain http); the resolved IP address is checked for every connection. For internal receivers, the operator sets `OUTGOING_ALLOWED_PRIVATE`.',
  'Demo leads, and leads removed before their delivery, are not sent.',
]
