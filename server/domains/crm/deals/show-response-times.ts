import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findResponseTimes, ResponseTimes } from './response-times.ts'

export const showResponseTimes = action({
  name: 'show-response-times',
  summary: 'How fast prospects hear from somebody, and who has waited longest',
  description:
    'Of the last 30 days: deals whose first answer is due, and leads that no deal was made of, those of imported files aside. The median is in minutes, of those who were answered. `worst` is who has waited longest by now. At most 10,000 are counted as waiting.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'deals:read',
  input: z.object({}),
  output: ResponseTimes,
  errors: [],
  examples: [{ title: 'The last 30 days', input: {} }],

  run: (_input, { db, org, now }) => findResponseTimes(db, org.id, now()),
})
