import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cleanup, findLastCleanup } from './cleanups.ts'

export const showCleanup = action({
  name: 'show-cleanup',
  summary: 'Show the last cleanup and its progress',
  who: 'owner',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({ cleanup: Cleanup.nullable() }),
  errors: [],
  examples: [{ title: 'The last one', input: {} }],

  run: async (_input, { db, org }) => ({ cleanup: await findLastCleanup(db, org.id) }),
})
