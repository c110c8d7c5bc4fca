import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { wake } from '#core/events/events.ts'
import { UserReference } from '#shapes'
import { TimeZone } from '#shapes/zones.ts'
import { memberEvents } from '../users/events.ts'
import { changeUser, organizationsOf, PersonName } from '../users/users.ts'

export const updateProfile = action({
  name: 'update-profile',
  summary: 'Change your name or time zone',
  description: 'Applies to all your workspaces.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({
    name: PersonName.optional(),
    timezone: TimeZone.nullish().describe('Null: that of the workspace'),
  }),
  output: z.object({
    success: z.literal(true),
    person: UserReference,
  }),
  errors: [],
  examples: [{ title: 'A new name', input: { name: 'Maya Lindqvist' } }],

  async run({ name, timezone }, { person: caller, db }) {
    const person = await changeUser(db, caller.id, { name, timeZone: timezone })
    for (const { id } of await organizationsOf(db, caller.id)) await wake(db, id, memberEvents.changed)
    return { success: true as const, person }
  },
})
