import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const invoiceEvents = {
  changed: event({
    type: 'invoice.changed',
    about: 'An invoice, or a payment of one, moved on.',
    facts: z.object({ kind: z.string() }),
  }),
}
