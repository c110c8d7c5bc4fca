import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const companyEvents = {
  changed: event({ type: 'company.changed', about: 'A company was created or changed.', facts: z.object({}) }),
}

export const factEvents = {
  changed: event({
    type: 'fact.changed',
    about: 'A field of a deal or company changed, or AI proposed a different value.',
    facts: z.object({ kind: z.string() }),
  }),
}
