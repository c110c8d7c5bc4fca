import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findResponseTimes, ResponseTimes } from './response-times.ts'

export const showResponseTimes = action({
  name: 'show-response-times',
  summary: 'Show response times and the longest wait',
  description:
    'For the last 30 days: deals waiting for a first reply, and leads without a deal, except imported ones. The median is in minutes, of those that got a reply. `worst` is the longest wait now. At most 10,000 are counted as waiting.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'deals:read',
  input: z.object({}),
  output: ResponseTimes,
  errors: [],
  examples: [{ title: 'The last 30 days', input: {} }],

  run: (_input, { db, org, now }) => findResponseTimes(db, org.id, now()),
})
