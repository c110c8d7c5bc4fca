import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { recordVisit } from './visits.ts'

export const recordHomeVisit = action({
  name: 'record-home-visit',
  summary: 'Record that Home was opened or left',
  description:
    'For the caller alone: leads are new since the visit before. Opening the page again within half an hour goes on with the same visit.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  input: z.object({}),
  output: z.object({ success: z.literal(true) }),
  errors: [],
  examples: [{ title: 'Home is opened', input: {} }],

  async run(_input, { db, org, person, now }) {
    await recordVisit(db, org.id, person.id, now())
    return { success: true as const }
  },
})
