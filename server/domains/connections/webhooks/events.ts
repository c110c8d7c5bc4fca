import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const webhookEvents = {
  changed: event({
    type: 'webhook.changed',
    about: 'A webhook or one of its deliveries changed state.',
    facts: z.object({
      change: z.enum(['made', 'changed', 'rolled', 'removed']).optional(),
      fields: z.array(z.string()).optional(),
      state: z.enum(['active', 'disabled']).optional(),
      reason: z.string().optional(),
      delivery_id: z.uuid().optional(),
      recovered: z.int().optional(),
    }),
  }),
}
