import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { clearDemo as clear } from './demo.ts'

export const clearDemo = action({
  name: 'clear-demo',
  summary: 'Take the demo leads away',
  description:
    'Takes away what `seed-demo` has made and nothing else. A contact that a real lead, a deal, a conversation or an invoice has come to since stays.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 60 },
  input: z.object({}),
  output: z.object({ leads: z.int().describe('Leads taken away'), contacts: z.int() }),
  errors: [],
  examples: [{ title: 'No more demo leads', input: {} }],

  run: (_input, { db, org, within }) => clear(db, org.id, within),
})
