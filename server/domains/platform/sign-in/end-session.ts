import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { userErrors } from '../users/errors.ts'
import { closeSessionOf } from '../users/sessions.ts'

export const endSession = action({
  name: 'end-session',
  summary: 'End one of your sessions',
  description: 'Tokens issued for the session become invalid at once.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ sessionId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [userErrors.session_not_found],
  examples: [{ title: 'One session', input: { sessionId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ sessionId }, { person: caller, db, fail }) {
    if (!(await closeSessionOf(db, caller.id, sessionId))) throw fail('session_not_found')
    return { success: true as const }
  },
})
