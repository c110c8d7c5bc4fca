import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const companyEvents = {
  changed: event({ type: 'company.changed', about: 'A company was made or changed.', facts: z.object({}) }),
}

export const factEvents = {
  changed: event({
    type: 'fact.changed',
    about: 'A value of a deal or a company changed, or a model found another one.',
    facts: z.object({ kind: z.string() }),
  }),
}
