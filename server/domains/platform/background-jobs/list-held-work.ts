import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findHeld, Held } from './holds.ts'

export const listHeldWork = action({
  name: 'list-held-work',
  summary: 'List what is held after a restore',
  description:
    'A restored backup lets nothing out that was due or waiting when it was taken, for it may have left since: mails, messages, webhooks, looks at payments and calls, and what models are to write. `held` has one entry for each kind until an owner releases it; empty when nothing is held. What is made after the restore is not held, with one exception: receipts wait as long as mails do.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({
    held: z.array(Held),
    held_at: z.iso.datetime().nullable().describe('When the backup was restored'),
    may_release: z.boolean().describe('Whether whoever asks is an owner, who can'),
    state_of: z.iso.datetime().nullable().describe('When the backup was taken: what left after this moment is unknown here'),
  }),
  errors: [],
  examples: [{ title: 'What is held', input: {} }],

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
