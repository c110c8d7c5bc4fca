import { z } from 'zod'
import { action } from '#core/action.ts'
import { spendLink } from './links.ts'
import { hashPassword, Password } from './passwords.ts'
import { firstOrganization } from './people.ts'
import { closeSessionsOf, openSession } from './sessions.ts'

export const setPassword = action({
  name: 'set-password',
  summary: 'Set a password by a one-time link, and sign in',
  description: 'Ends every other session of the person.',
  who: 'public',
  doors: ['gateway'],
  effect: 'write',
  limit: { times: 20, seconds: 60 },
  input: z.object({ token: z.string().min(1).max(100), password: Password }),
  output: z.object({ success: z.literal(true) }),
  errors: ['link_invalid'],

  async run(input, { db, now, session, fail }) {
    const link = await spendLink(db, input.token, 'set-password', now())
    if (!link?.person_id) throw fail('link_invalid')
    await db
      .updateTable('directory.people')
      .set({ password_hash: await hashPassword(input.password) })
      .where('id', '=', link.person_id)
      .execute()
    await closeSessionsOf(db, link.person_id)
    const orgId = await firstOrganization(db, link.person_id)
    if (!orgId) throw fail('link_invalid')
    session.give(await openSession(db, link.person_id, orgId, now()))
    return { success: true as const }
  },
})
