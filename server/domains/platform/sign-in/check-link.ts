import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { isSeat } from '../members/seats.ts'
import { findLink, type Purpose } from '../users/links.ts'
import { findPerson, findPersonByEmail } from '../users/users.ts'

/** What the page of a link may show before any action. Opening it never spends the link. */
export const checkLink = action({
  name: 'check-link',
  summary: 'Check a one-time link',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ token: z.string().min(1).max(100) }),
  output: z.discriminatedUnion('valid', [
    z.object({
      valid: z.literal(true),
      purpose: z.enum(['set-up', 'set-password', 'reset-password']),
      email: z.string().nullable(),
      name: z.string().nullable(),
      /** The address has an account already: its password is asked for, and it joins. */
      has_account: z.boolean(),
    }),
    z.object({ valid: z.literal(false) }),
  ]),
  errors: [],
  examples: [{ title: 'The token of a link', input: { token: 'token-of-the-link' } }],

  async run({ token }, { db, now }) {
    const link = await findLink(db, token, now())
    if (!link) return { valid: false as const }
    const person = link.person_id ? await findPerson(db, link.person_id) : undefined
    const account = person && isSeat(person) ? await findPersonByEmail(db, person.email) : undefined
    return {
      valid: true as const,
      purpose: link.purpose as Purpose,
      email: person?.email ?? null,
      name: person?.name ?? null,
      has_account: account?.password_hash != null,
    }
  },
})
