import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { DemoCount, seedDemo as seed } from './demo.ts'

export const seedDemo = action({
  name: 'seed-demo',
  summary: 'Fill the workspace with demo data',
  description:
    'Some weeks of an invented agency: leads, contacts, companies, deals in each stage, conversations, calls, tasks, notes, meetings, invoices with test payments, an upload, tags and fields. Nothing is sent, and no webhook or workflow learns of it. A second call adds nothing; `clear-demo` removes all of it.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 60 },
  input: z.object({}),
  output: DemoCount.describe('What was added; all 0 if the demo is there already'),
  errors: [],
  examples: [{ title: 'Demo data', input: {} }],

  run: (_input, { db, org, person, now, vault }) => seed(db, org.id, { now: now(), personId: person.id, vault }),
})
