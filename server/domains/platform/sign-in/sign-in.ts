import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { userErrors } from '../users/errors.ts'
import { prove, stillProves } from '../users/passwords.ts'
import { demandTry, letIn, SignedIn } from '../users/sign-ins.ts'
import { Email, findPerson, findPersonByEmail, firstOrganization } from '../users/users.ts'

export const signIn = action({
  name: 'sign-in',
  summary: 'Sign in with an email address and password',
  description:
    'Sets the session cookie; or, if the user has a second factor, returns `needs: "code"` and a challenge for `confirm-sign-in`, valid for ten minutes. An unknown email address and a wrong password get the same response after the same time. An email address has ten attempts per quarter of an hour; a device that the user has signed in from has ten of its own.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  cookie: true,
  limit: { times: 30, seconds: 60 },
  input: z.object({ email: z.string().max(254), password: z.string().max(200) }),
  output: SignedIn,
  errors: [userErrors.sign_in_failed, transportErrors.rate_limited],
  examples: [
    { title: 'With address and password', input: { email: 'maya@example.com', password: 'four unrelated quiet words' } },
  ],

  async prepare(input, context) {
    const { db, inTurn } = context
    if (!Email.safeParse(input.email).success) return null
    const person = await findPersonByEmail(db, input.email)
    await demandTry(context, 'sign-in', { email: input.email, tokens_from: person?.tokens_from ?? null })
    return { personId: person?.id, proof: await prove(input.password, person?.password_hash ?? null, inTurn) }
  },

  async run(_input, context) {
    const { db, prepared, fail } = context
    const person = prepared?.personId === undefined ? undefined : await findPerson(db, prepared.personId)
    const isProved = prepared && person && stillProves(prepared.proof, person)
    const orgId = isProved ? await firstOrganization(db, person) : undefined
    if (!person || !orgId) throw fail('sign_in_failed', { claimedPersonId: person?.id })
    return letIn(context, person.id, orgId)
  },
})
