import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findHeld, Held } from './holds.ts'

export const listHeldWork = action({
  name: 'list-held-work',
  summary: 'List work held after a restore',
  description:
    'A restored backup holds all outgoing work that was due or queued at the time of the backup, as it may have been sent since: emails, messages, webhooks, polling of payments and calls, and AI drafts. `held` has one entry per kind until an owner releases it; it is empty when nothing is held. Work created after the restore is not held, with one exception: receipts wait as long as emails do.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({
    held: z.array(Held),
    held_at: z.iso.datetime().nullable().describe('When the backup was restored'),
    may_release: z.boolean().describe('Whether the caller is an owner, who can release it'),
    state_of: z.iso.datetime().nullable().describe('When the backup was made: Foyer does not know what was sent after that'),
  }),
  errors: [],
  examples: [{ title: 'Held work', input: {} }],

  async run(_input, { org, db, person }) {
    const { held, heldAt, stateOf } = await findHeld(db, org.id)
    return {
      held,
      may_release: person.role === 'owner',
      held_at: heldAt?.toISOString() ?? null,
      state_of: stateOf?.toISOString() ?? null,
    }
  },
})
