import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Role } from '#core/actions/caller.ts'
import { transportErrors } from '#core/errors.ts'
import { memberErrors } from './errors.ts'
import { invitationEvents } from './events.ts'
import { endInvitation, findInvitation } from './invitations.ts'
import { lockMembersFor } from './memberships.ts'

export const withdrawInvitation = action({
  name: 'withdraw-invitation',
  summary: 'Withdraw an invitation',
  description: 'Its link becomes invalid at once. Only owners can do this for owners.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ invitationId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [memberErrors.invitation_not_found, transportErrors.forbidden],
  examples: [{ title: 'One invitation', input: { invitationId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ invitationId }, { org, person: caller, db, now, emit, fail }) {
    const { requireRankFor } = await lockMembersFor(db, org.id, caller)
    const open = await findInvitation(db, org.id, invitationId)
    if (!open) throw fail('invitation_not_found')
    requireRankFor(open.role as Role)
    await endInvitation(db, org.id, invitationId, now())
    await emit(invitationEvents.changed, invitationId, {
      change: 'withdrawn',
      ...{ before: { state: 'open' }, after: { state: 'withdrawn' } },
    })
    return { success: true as const }
  },
})
