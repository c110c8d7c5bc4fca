import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { closeSessionsOf, endTokensOf } from '../users/sessions.ts'

export const endOtherSessions = action({
  name: 'end-other-sessions',
  summary: 'End all your other sessions',
  description: 'Their tokens become invalid at once, as do tokens without a session, such as those from the command line.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({}),
  output: z.object({ success: z.literal(true), ended: z.int() }),
  errors: [],
  examples: [{ title: 'All but the current session', input: {} }],

  async run(_input, { person: caller, db, now }) {
    const ended = await closeSessionsOf(db, caller.id, caller.sessionId)
    await endTokensOf(db, caller.id, now())
    return { success: true as const, ended }
  },
})
