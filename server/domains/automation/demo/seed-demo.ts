import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { seedDemo as seed } from './demo.ts'

export const seedDemo = action({
  name: 'seed-demo',
  summary: 'Fill the workspace with demo leads',
  description: 'Some sixty invented leads over several weeks. A second call adds nothing; `clear-demo` removes them again.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 60 },
  input: z.object({}),
  output: z.object({ leads: z.int().describe('Leads created; 0 if they already exist'), contacts: z.int() }),
  errors: [],
  examples: [{ title: 'Demo leads', input: {} }],

  run: (_input, { db, org, now }) => seed(db, org.id, now()),
})
