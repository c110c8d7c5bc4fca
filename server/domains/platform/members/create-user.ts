import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { memberEvents } from '../users/events.ts'
import { Email, makeSeat, PersonName } from '../users/users.ts'
import { memberErrors } from './errors.ts'
import { AnyRole, addMember, lockMembersFor, MadeMember } from './memberships.ts'
import { findMemberByEmail } from './seats.ts'
import { sendWelcomeTo } from './welcomes.ts'

export const createUser = action({
  name: 'create-user',
  summary: 'Create a member',
  description:
    'Takes effect at once, so that work can be assigned to them. They sign in with the link that `sendWelcome` emails, valid for 24 hours and one use: with a first password, or with their existing account, which keeps its name and possibly its own id. The response does not reveal whether the email address has an account. Only owners can create owners.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 60, seconds: 60 },
  input: z.object({
    email: Email,
    name: PersonName,
    role: AnyRole.default('member'),
    sendWelcome: z.boolean().default(false),
  }),
  output: z.object({ success: z.literal(true), user: MadeMember }),
  errors: [memberErrors.already_member, transportErrors.forbidden],
  examples: [{ title: 'A colleague', input: { email: 'maya@example.com', name: 'Maya Lindqvist', role: 'member' } }],

  async run(input, context) {
    const { org, person: caller, db, newId, emit, fail } = context
    const { name: organization, requireRankFor } = await lockMembersFor(db, org.id, caller)
    requireRankFor(input.role)
    if (await findMemberByEmail(db, org.id, input.email)) throw fail('already_member', { field: 'email' })
    const person = await makeSeat(db, { id: newId(), email: input.email, name: input.name })
    await addMember(db, org.id, person.id, input.role)
    const user = { id: person.id, email: person.email, name: person.name, role: input.role }
    await emit(memberEvents.joined, user.id, { email: user.email, name: user.name, role: user.role })
    if (input.sendWelcome) await sendWelcomeTo(context, org.id, person, { organization, senderId: caller.id })
    return { success: true as const, user }
  },
})
