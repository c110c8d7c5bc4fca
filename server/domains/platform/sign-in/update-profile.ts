import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { wake } from '#core/events/events.ts'
import { UserReference } from '#shapes'
import { memberEvents } from '../users/events.ts'
import { organizationsOf, PersonName, renameUser } from '../users/users.ts'

export const updateProfile = action({
  name: 'update-profile',
  summary: 'Change your name',
  description: 'Applies to all your workspaces.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ name: PersonName }),
  output: z.object({
    success: z.literal(true),
    person: UserReference,
  }),
  errors: [],
  examples: [{ title: 'A new name', input: { name: 'Maya Lindqvist' } }],

  async run({ name }, { person: caller, db }) {
    const person = await renameUser(db, caller.id, name)
    for (const { id } of await organizationsOf(db, caller.id)) await wake(db, id, memberEvents.changed)
    return { success: true as const, person }
  },
})
