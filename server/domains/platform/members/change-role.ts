import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { memberEvents } from '../users/events.ts'
import { findPerson, roleOf } from '../users/users.ts'
import { memberErrors } from './errors.ts'
import { AnyRole, changeRoleOf, lockMembersFor, MadeMember } from './memberships.ts'
import { findMemberNamed } from './seats.ts'

export const changeRole = action({
  name: 'change-role',
  summary: 'Change the role of a member',
  description:
    'Takes effect at once: if a token carries a higher role, the current role applies. Only owners can appoint or change owners, and a workspace keeps at least one owner.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ userId: z.uuid(), role: AnyRole }),
  output: z.object({ success: z.literal(true), member: MadeMember }),
  errors: [memberErrors.member_not_found, memberErrors.last_owner, transportErrors.forbidden],
  examples: [{ title: 'Make an admin', input: { userId: '01980000-0000-7000-8000-000000000000', role: 'admin' } }],

  async run({ userId, role }, { org, person: caller, db, emit, fail }) {
    const { requireRankFor } = await lockMembersFor(db, org.id, caller)
    const member = await findMemberNamed(db, org.id, userId)
    const person = member && (await findPerson(db, member.id))
    if (!member || !person) throw fail('member_not_found')
    const before = roleOf(member)
    requireRankFor(before, role)
    if (before !== role) {
      await changeRoleOf(db, org.id, person.id, before, role)
      await emit(memberEvents.changed, person.id, { email: person.email, name: person.name, role, role_before: before })
    }
    return { success: true as const, member: { id: person.id, email: person.email, name: person.name, role } }
  },
})
