import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { clearDemo as clear, DemoCount } from './demo.ts'

export const clearDemo = action({
  name: 'clear-demo',
  summary: 'Remove the demo data',
  description:
    'Removes the data that `seed-demo` created, with what was added to it, and nothing else. A contact with a real lead, deal, conversation or invoice is kept, and so is a deal with a real task, message, call, meeting or document.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 60 },
  input: z.object({}),
  output: DemoCount.describe('What was removed'),
  errors: [],
  examples: [{ title: 'Remove the demo data', input: {} }],

  run: (_input, { db, org, within }) => clear(db, org.id, within),
})
