import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { memberEvents } from '../users/events.ts'
import { findPerson, roleOf } from '../users/users.ts'
import { memberErrors } from './errors.ts'
import { lockMembersFor, removeMemberOf } from './memberships.ts'
import { findMemberNamed } from './seats.ts'

export const removeMember = action({
  name: 'remove-member',
  summary: 'Remove a member from the workspace',
  description:
    'Their sessions here end and their tokens become invalid at once. Their account and their other workspaces are kept. Only owners can remove owners, and a workspace keeps at least one owner.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ userId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [memberErrors.member_not_found, memberErrors.last_owner, transportErrors.forbidden],
  examples: [{ title: 'One member', input: { userId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ userId }, { org, person: caller, db, emit, fail }) {
    const { requireRankFor } = await lockMembersFor(db, org.id, caller)
    const member = await findMemberNamed(db, org.id, userId)
    const person = member && (await findPerson(db, member.id))
    if (!member || !person) throw fail('member_not_found')
    requireRankFor(roleOf(member))
    await removeMemberOf(db, org.id, person.id, roleOf(member))
    await emit(memberEvents.left, person.id, { email: person.email, name: person.name, role: member.role })
    return { success: true as const }
  },
})
