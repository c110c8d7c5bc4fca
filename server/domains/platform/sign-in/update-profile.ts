import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { wake } from '#core/events/events.ts'
import { UserReference } from '#shapes'
import { LanguageCode } from '#shapes/languages.ts'
import { TimeZone } from '#shapes/zones.ts'
import { memberEvents } from '../users/events.ts'
import { changeUser, organizationsOf, PersonName } from '../users/users.ts'

export const updateProfile = action({
  name: 'update-profile',
  summary: 'Change your name, time zone or language',
  description: 'Applies to all your workspaces.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({
    name: PersonName.optional(),
    timezone: TimeZone.nullish().describe('Null: that of the workspace'),
    language: LanguageCode.optional().describe('Of the app, on each device, and of the emails and pushes that you get'),
  }),
  output: z.object({
    success: z.literal(true),
    person: UserReference,
  }),
  errors: [],
  examples: [
    { title: 'A new name', input: { name: 'Maya Lindqvist' } },
    { title: 'German', input: { language: 'de' } },
  ],

  async run({ name, timezone, language }, { person: caller, db }) {
    const person = await changeUser(db, caller.id, { name, timeZone: timezone, language })
    for (const { id } of await organizationsOf(db, caller.id)) await wake(db, id, memberEvents.changed)
    return { success: true as const, person }
  },
})
