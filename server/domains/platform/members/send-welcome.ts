import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { findPerson, roleOf } from '../users/users.ts'
import { memberErrors } from './errors.ts'
import { lockMembersFor } from './memberships.ts'
import { findMemberNamed } from './seats.ts'
import { sendWelcomeTo } from './welcomes.ts'

export const sendWelcome = action({
  name: 'send-welcome',
  summary: 'Send a member a link to set their password',
  description: 'Valid for 24 hours and one use; earlier links become invalid. Only owners can do this for owners.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 30, seconds: 60 },
  input: z.object({ userId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [memberErrors.member_not_found, transportErrors.forbidden],
  examples: [{ title: 'One member', input: { userId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ userId }, context) {
    const { org, person: caller, db, fail } = context
    const { name: organization, requireRankFor } = await lockMembersFor(db, org.id, caller)
    const member = await findMemberNamed(db, org.id, userId)
    const person = member && (await findPerson(db, member.id))
    if (!member || !person) throw fail('member_not_found')
    requireRankFor(roleOf(member))
    await sendWelcomeTo(context, org.id, person, { organization, senderId: caller.id })
    return { success: true as const }
  },
})
