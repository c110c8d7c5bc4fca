import { z } from 'zod'
import { action } from '#core/action.ts'
import { changePasswordOf, Password, requirePassword } from './passwords.ts'
import { tellOfChange, whenceOf } from './security-notices.ts'

export const changePassword = action({
  name: 'change-password',
  summary: 'Change your password',
  description: 'Ends every other session of yours, and whatever links to set a password are left.',
  who: 'member',
  doors: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 300 },
  input: z.object({ current: z.string().min(1).max(200), password: Password }),
  output: z.object({ success: z.literal(true) }),
  errors: ['password_wrong', 'not_signed_in'],
  examples: [
    {
      title: 'The old one and the new one',
      input: { current: 'four unrelated quiet words', password: 'five other rather loud words' },
    },
  ],

  async run({ current, password }, context) {
    const { org, person: caller, db, now } = context
    const person = await requirePassword(db, caller.id, current)
    await changePasswordOf(db, { personId: caller.id, password, now: now(), butSession: caller.sessionId })
    await tellOfChange(context, org.id, person, 'password_changed', await whenceOf(db, caller.sessionId))
    return { success: true as const }
  },
})
