import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const designEvents = {
  changed: event({
    type: 'canva.design_changed',
    about:
      'A design was made, linked or unlinked, its picture came, or an export of it went on or ended; or the plan of the account is another.',
    facts: z.object({ change: z.enum(['made', 'linked', 'unlinked', 'picture', 'export', 'removed', 'plan']) }),
  }),
}
