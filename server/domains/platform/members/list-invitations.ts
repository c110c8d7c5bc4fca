import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize } from '#shapes'
import { findInvitations, Invitation } from './invitations.ts'

export const listInvitations = action({
  name: 'list-invitations',
  summary: 'List open invitations',
  description: 'Newest first, including expired ones until they are resent or withdrawn.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({ invitations: z.array(Invitation), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [{ title: 'Open invitations', input: {} }],

  async run({ cursor, limit }, { org, db, now }) {
    const found = await findInvitations(db, org.id, { cursor, limit: limit + 1, now: now() })
    const invitations = found.slice(0, limit)
    return { invitations, next_cursor: found.length > limit ? (invitations.at(-1)?.id ?? null) : null }
  },
})
