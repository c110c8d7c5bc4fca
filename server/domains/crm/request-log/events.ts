import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const deliveryEvents = {
  recorded: event({
    type: 'delivery.recorded',
    about: 'A request to the lead API was recorded.',
    facts: z.object({ replay_of: z.uuid().optional(), lead_id: z.uuid().optional() }),
  }),
}
