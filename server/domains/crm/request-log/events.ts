import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const deliveryEvents = {
  recorded: event({
    type: 'delivery.recorded',
    about: 'A request to the lead API was logged.',
    facts: z.object({ replay_of: z.uuid().optional(), lead_id: z.uuid().optional() }),
  }),
}
