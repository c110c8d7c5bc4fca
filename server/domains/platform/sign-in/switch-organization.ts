import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { userErrors } from '../users/errors.ts'
import { moveSession } from '../users/sessions.ts'
import { findMember } from '../users/users.ts'

export const switchOrganization = action({
  name: 'switch-organization',
  summary: 'Switch to another of your workspaces',
  description: 'Moves the session; call `get-token` for a token of that workspace afterwards. The next sign-in opens it too.',
  who: 'session',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ organizationId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [transportErrors.not_signed_in, userErrors.organization_not_found],
  examples: [
    { title: 'Another workspace of the same user', input: { organizationId: '01980000-0000-7000-8000-000000000000' } },
  ],

  async run({ organizationId }, { db, enterOrg, session, fail }) {
    const { current } = session
    if (!current) throw fail('not_signed_in')
    await enterOrg(organizationId, current.personId)
    if (!(await findMember(db, organizationId, current.personId))) throw fail('organization_not_found')
    await moveSession(db, current, organizationId)
    return { success: true as const }
  },
})
