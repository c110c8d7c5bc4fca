import { failingDays } from '#domains/connections/webhooks/disabling.ts'
import { retryDelaysSeconds } from '#domains/connections/webhooks/retries.ts'
import { usualTiming } from '#domains/connections/webhooks/sender.ts'
import { keptDays, recoverableDays } from '#domains/connections/webhooks/webhook-deliveries.ts'

const inWords = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`

/** What a receiver must know of how it is told, each a sentence or two of Markdown; numbers come from where they hold. */
export const webhookRules = (): readonly string[] => [
  'A message is posted with `Content-Type: application/json`, `webhook-id`, `webhook-timestamp` (seconds, of this try) and `webhook-signature`: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` with the bytes behind `whsec_`. The libraries of Standard Webhooks (`standardwebhooks`, `svix`) check it. While a rolled secret overlaps there are two signatures with a space between: one that fits is enough.',
  'A message can come more than once, and in another order than things happened: keep the `webhook-id`, it is that of the event and the same in every try, replay and recovery.',
  `Any 2xx within ${usualTiming.timeoutMs / 1_000} s counts as taken. Redirects are not followed.`,
  `Anything else is tried again after ${retryDelaysSeconds.map(inWords).join(', ')}, each up to a fifth longer by chance: ${retryDelaysSeconds.length + 1} tries over a good three days, then the delivery has failed. \`Retry-After\` on 429 and 503 makes a wait longer, up to a day.`,
  `\`410\` switches the webhook off at once; so does a receiver that took nothing for ${failingDays} days. Owners and admins get a notice and a mail. Switched on again, it catches up with \`recover-webhook\`, up to ${recoverableDays} days back.`,
  'At most four messages are under way to one address, two when it is slow or failing; other addresses do not wait for it.',
  `Each try is kept with its request and answer for ${keptDays} days, under Settings → Webhooks.`,
  'The address must be public, https, on port 443 (or 80 where an operator allows plain http); what its name stands for is checked with every connection. For receivers inside, the operator sets `OUTGOING_ALLOWED_PRIVATE`.',
  'Leads that were invented for the demo, and leads that are removed before anybody could be told, are not told of.',
]
