import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const invoiceEvents = {
  changed: event({
    type: 'invoice.changed',
    about: 'An invoice or one of its payments changed state.',
    facts: z.object({ kind: z.string() }),
  }),
}
