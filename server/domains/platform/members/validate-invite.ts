import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Role } from '#core/actions/caller.ts'
import { shape } from '#shapes'
import { findOrganization } from '../organizations/organizations.ts'
import { findInvitation, findInvitationToken } from './invitations.ts'
import { AnyRole } from './memberships.ts'

/** What the page of an invitation link shows before any action. Opening it never spends the link. */
export const validateInvite = action({
  name: 'validate-invite',
  summary: 'Check an invitation link',
  description:
    'An invitation that was accepted, withdrawn, replaced or has expired returns `valid: false`, like one that never existed.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 20, seconds: 60 },
  input: z.object({ token: z.string().min(1).max(100) }),
  output: z.discriminatedUnion('valid', [
    z.object({
      valid: z.literal(true),
      invitation: shape('OpenInvitation', {
        email: z.string(),
        role: AnyRole,
        organization: z.string().describe('Its name'),
        expires_at: z.iso.datetime(),
      }),
    }),
    z.object({ valid: z.literal(false) }),
  ]),
  errors: [],
  examples: [{ title: 'The token of an invitation', input: { token: 'token-of-the-invitation' } }],

  async run({ token }, { db, now, enterOrg }) {
    const known = await findInvitationToken(db, token, now())
    if (!known) return { valid: false as const }
    await enterOrg(known.org_id)
    const invitation = await findInvitation(db, known.org_id, known.invitation_id)
    const organization = await findOrganization(db, known.org_id)
    if (!invitation || !organization) return { valid: false as const }
    return {
      valid: true as const,
      invitation: {
        email: invitation.email,
        role: invitation.role as Role,
        organization: organization.name,
        expires_at: invitation.expires_at.toISOString(),
      },
    }
  },
})
