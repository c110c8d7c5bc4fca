import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { findSessionsOf } from '../users/sessions.ts'

export const listSessions = action({
  name: 'list-sessions',
  summary: 'List your sessions',
  description: 'In all your workspaces, last seen first.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({
    sessions: z.array(
      shape('Session', {
        id: z.uuid(),
        /** The one that this call was made from. */
        current: z.boolean(),
        created_at: z.iso.datetime(),
        last_seen_at: z.iso.datetime(),
        /** The User-Agent at the sign-in, as claimed. */
        agent: z.string().nullable(),
        /** The address at the sign-in. */
        address: z.string().nullable(),
      }),
    ),
  }),
  errors: [],
  examples: [{ title: 'All sessions', input: {} }],

  async run(_input, { person: caller, db, now }) {
    const sessions = await findSessionsOf(db, caller.id, now())
    return {
      sessions: sessions.map(({ created_at, last_seen_at, ...session }) => ({
        ...session,
        current: session.id === caller.sessionId,
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
      })),
    }
  },
})
