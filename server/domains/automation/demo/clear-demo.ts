import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { clearDemo as clear } from './demo.ts'

export const clearDemo = action({
  name: 'clear-demo',
  summary: 'Remove the demo leads',
  description:
    'Removes the data that `seed-demo` created and nothing else. A contact with a real lead, deal, conversation or invoice is kept.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 60 },
  input: z.object({}),
  output: z.object({ leads: z.int().describe('Leads removed'), contacts: z.int() }),
  errors: [],
  examples: [{ title: 'Remove the demo leads', input: {} }],

  run: (_input, { db, org, within }) => clear(db, org.id, within),
})
