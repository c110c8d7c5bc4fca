import { z } from 'zod'
import { action } from '#core/action.ts'
import { findLink, type Purpose } from './links.ts'

/** What the page behind a link may show before anybody acts. Looking never uses a link up. */
export const checkLink = action({
  name: 'check-link',
  summary: 'Say whether a one-time link is still good',
  who: 'public',
  doors: ['gateway'],
  effect: 'read',
  input: z.object({ token: z.string().min(1).max(100) }),
  output: z.discriminatedUnion('valid', [
    z.object({
      valid: z.literal(true),
      purpose: z.enum(['set-up', 'set-password', 'reset-password']),
      email: z.string().nullable(),
      name: z.string().nullable(),
    }),
    z.object({ valid: z.literal(false) }),
  ]),
  errors: [],
  examples: [{ title: 'The token of a link', input: { token: 'token-of-the-link' } }],

  async run({ token }, { db, now }) {
    const link = await findLink(db, token, now())
    if (!link) return { valid: false as const }
    const person = link.person_id
      ? await db.selectFrom('directory.people').select(['email', 'name']).where('id', '=', link.person_id).executeTakeFirst()
      : undefined
    return { valid: true as const, purpose: link.purpose as Purpose, email: person?.email ?? null, name: person?.name ?? null }
  },
})
