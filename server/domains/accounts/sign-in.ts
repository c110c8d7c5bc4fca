import { z } from 'zod'
import { action } from '#core/action.ts'
import { isPassword } from './passwords.ts'
import { Email, emailKey, findPersonByEmail, firstOrganization } from './people.ts'
import { openSession } from './sessions.ts'

/** Ten tries a quarter of an hour for one address, whoever makes them; the action's own limit holds for one client. */
const triesOfAnAddress = { times: 10, seconds: 900 }

export const signIn = action({
  name: 'sign-in',
  summary: 'Sign in with an address and a password',
  description: 'Sets the session cookie. The same answer, after the same time, for an unknown address and a wrong password.',
  who: 'public',
  doors: ['gateway'],
  effect: 'write',
  limit: { times: 30, seconds: 60 },
  input: z.object({ email: z.string().max(254), password: z.string().max(200) }),
  output: z.object({ success: z.literal(true) }),
  errors: ['sign_in_failed', 'rate_limited'],

  async run(input, { db, now, session, allow, fail }) {
    if (!Email.safeParse(input.email).success) throw fail('sign_in_failed')
    if (!(await allow(`sign-in ${emailKey(input.email)}`, triesOfAnAddress)))
      throw fail('rate_limited', { message: 'Rate limited. Try again in 90 seconds', retryAfterSeconds: 90 })

    const person = await findPersonByEmail(db, input.email)
    const good = await isPassword(input.password, person?.password_hash ?? null)
    const orgId = person && good ? await firstOrganization(db, person.id) : undefined
    if (!person || !good || !orgId) throw fail('sign_in_failed')
    session.give(await openSession(db, person.id, orgId, now()))
    return { success: true as const }
  },
})
