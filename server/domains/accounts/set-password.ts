import { z } from 'zod'
import { action } from '#core/action.ts'
import { findLink, spendLink } from './links.ts'
import { changePasswordOf, hashPassword, Password } from './passwords.ts'
import { firstOrganization, holdPerson } from './people.ts'
import { tellOfChange } from './security-notices.ts'
import { letIn, SignedIn } from './sign-ins.ts'

export const setPassword = action({
  name: 'set-password',
  summary: 'Set a password by a one-time link, and sign in',
  description:
    'For links of a welcome and for those that `ask-password-reset` sends. Ends every session of the person and whatever links are left. A second factor is still asked for: `needs: "code"`, as with `sign-in`.',
  who: 'public',
  doors: ['gateway'],
  effect: 'write',
  cookie: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ token: z.string().min(1).max(100), password: Password }),
  output: SignedIn,
  errors: ['link_invalid'],
  examples: [{ title: 'By the link of a mail', input: { token: 'token-of-the-link', password: 'four unrelated quiet words' } }],

  async prepare(input, { db, now, inTurn }) {
    const link = await findLink(db, input.token, now())
    if (!link?.person_id || link.purpose === 'set-up') return null
    return { personId: link.person_id, passwordHash: await hashPassword(input.password, inTurn) }
  },

  async run(input, context) {
    const { db, now, enterOrg, agent, clientAddress, prepared, fail } = context
    if (!prepared) throw fail('link_invalid')
    const person = await holdPerson(db, prepared.personId)
    const link = await spendLink(db, input.token, ['set-password', 'reset-password'], now())
    if (!person || link?.person_id !== person.id) throw fail('link_invalid')
    const orgId = await firstOrganization(db, person)
    if (!orgId) throw fail('link_invalid')
    await changePasswordOf(db, { personId: person.id, passwordHash: prepared.passwordHash, now: now() })
    await enterOrg(orgId, person.id)
    // A first password is no change that anybody could have made behind their back.
    if (person.password_hash !== null) await tellOfChange(context, orgId, person, 'password_changed', { agent, clientAddress })
    return letIn(context, person.id, orgId)
  },
})
