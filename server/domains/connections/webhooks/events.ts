import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

/** Of the address only the host: the rest is often a secret. */
const WebhookFields = z.object({
  host: z.string(),
  description: z.string(),
  event_types: z.array(z.string()),
  with_imports: z.boolean(),
  state: z.enum(['active', 'disabled']),
  disabled_reason: z.string().nullable(),
  secret_hint: z.string(),
})

export const webhookFieldsOf = (row: {
  readonly url: string
  readonly description: string
  readonly event_types: readonly string[]
  readonly with_imports: boolean
  readonly secret_hint: string
  readonly state: string
  readonly disabled_reason: string | null
}): z.output<typeof WebhookFields> => WebhookFields.parse({ ...row, host: new URL(row.url).host })

export const webhookEvents = {
  changed: event({
    type: 'webhook.changed',
    about: 'A webhook was created, changed or removed, or deliveries of it were queued by a member.',
    facts: z.object({
      change: z.enum(['made', 'changed', 'rolled', 'removed', 'enabled', 'disabled', 'tested', 'replayed', 'recovered']),
      /** Where only deliveries were queued, nothing of the webhook changed. */
      ...changesOf(WebhookFields).partial().shape,
      is_other_address: z.literal(true).optional().describe('Also where the host is the same'),
      delivery_id: z.uuid().optional(),
      recovered: z.int().optional().describe('How many deliveries were queued again'),
    }),
  }),
}
