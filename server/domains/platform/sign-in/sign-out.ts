import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { closeSession } from '../users/sessions.ts'

export const signOut = action({
  name: 'sign-out',
  summary: 'Sign out',
  who: 'session',
  transports: ['gateway'],
  effect: 'write',
  cookie: true,
  input: z.object({}),
  output: z.object({ success: z.literal(true) }),
  errors: [],
  examples: [{ title: 'With the session cookie', input: {} }],

  async run(_input, { db, enterOrg, session }) {
    const { current } = session
    if (current) {
      await enterOrg(current.orgId, current.personId)
      await closeSession(db, current.tokenHash)
    }
    session.give(null)
    return { success: true as const }
  },
})
